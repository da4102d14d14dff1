/* SPDX-License-Identifier: Apache-2.0 */
/* The part of the script port that programs use: the size of stacks. Threads have no stacks there;
 * a thread keeps the size of its configuration for the trace only. */
#ifndef LIMEN_PORT_PUBLIC_H
#define LIMEN_PORT_PUBLIC_H

#define LM_PORT_STACK_ALIGN 1
#define LM_PORT_STACK_MIN 0
#define LM_PORT_STACK_BYTES(bytes) (bytes)

#endif
