/* SPDX-License-Identifier: Apache-2.0 */
/* The ThreadX options of this project, for the library and for all files of the project. */
#ifndef TX_USER_H
#define TX_USER_H

#define TX_TIMER_TICKS_PER_SECOND 1000UL
#define TX_MAX_PRIORITIES 32
#define TX_ENABLE_STACK_CHECKING
#define TX_ENABLE_EVENT_TRACE

#endif
