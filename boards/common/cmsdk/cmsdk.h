/* SPDX-License-Identifier: Apache-2.0 */
/* The timers of Arm's CMSDK on the MPS2, whose addresses and interrupts depend on the image.
 *
 * board_stamp.h of a board defines BOARD_FPGAIO and includes counter.h. Its board.h defines
 *   BOARD_TIMER0, BOARD_TIMER0_IRQ               of the alarm, in clock.c
 *   BOARD_TIMER1, BOARD_TIMER1_IRQ               of drivers
 * and includes this.
 *
 * Source: Arm DDI 0479 (CMSDK), APB timer.
 */
#ifndef LIMEN_BOARD_CMSDK_H
#define LIMEN_BOARD_CMSDK_H

#include <stdint.h>

struct timer {
    volatile uint32_t control;
    volatile uint32_t value;
    volatile uint32_t reload;
    volatile uint32_t interrupt; /* read: pending; write 1: clear */
};

enum { TIMER_OFF = 0, TIMER_ON = 1 << 0 | 1 << 3 };

#define TIMER0 ((struct timer *)BOARD_TIMER0)
#define TIMER1 ((struct timer *)BOARD_TIMER1)

void board_alarm_handler(void);
void board_timer_handler(void);
void lm_port_clock_init(void);

#endif
