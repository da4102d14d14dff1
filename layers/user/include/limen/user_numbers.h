/* SPDX-License-Identifier: Apache-2.0 */
/* The numbers of calls, for the gate of each port.
 * Generated from spec/calls.json: make format. */
#ifndef LIMEN_USER_NUMBERS_H
#define LIMEN_USER_NUMBERS_H

#define LM_USER_OBJECT_CALLS 14 /* from number 1 */
#define LM_USER_FIRST_PLAIN 64
#define LM_USER_PLAIN_CALLS 6
#define LM_USER_EXIT 64

#endif
