/* SPDX-License-Identifier: Apache-2.0 */
/* How this project wants its ThreadX: the library and all of the project's files see this. */
#ifndef TX_USER_H
#define TX_USER_H

#define TX_TIMER_TICKS_PER_SECOND 1000UL
#define TX_MAX_PRIORITIES 32
#define TX_ENABLE_STACK_CHECKING
#define TX_ENABLE_EVENT_TRACE

#endif
