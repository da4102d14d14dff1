/* SPDX-License-Identifier: Apache-2.0 */
/* The settings of ThreadX, as STM32CubeMX writes them if nothing but the tick rate is changed. */
#ifndef TX_USER_H
#define TX_USER_H

#define TX_TIMER_TICKS_PER_SECOND 1000
#define TX_DISABLE_PREEMPTION_THRESHOLD
#define TX_DISABLE_NOTIFY_CALLBACKS

#endif
