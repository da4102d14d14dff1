/* SPDX-License-Identifier: Apache-2.0 */
/* The lower half of the clock, for ports/port.h: SysTick, which counts down from period to period.
 *
 * A board takes this clock with two lines: its board_stamp.h includes this file, and its
 * board.cmake has set(LIMEN_BOARD_PARTS systick). LM_CLOCK_HZ is then the clock of the processor.
 * Sleep must not stop it.
 *
 * Source: Armv7-M Architecture Reference Manual (DDI 0403E), B3.3.
 */
#ifndef LIMEN_BOARD_SYSTICK_H
#define LIMEN_BOARD_SYSTICK_H

#include <stdint.h>

struct board_systick {
    volatile uint32_t control;
    volatile uint32_t reload; /* the value with which the next period begins */
    volatile uint32_t value;  /* a write ends the period, without an interrupt */
};

#define BOARD_SYSTICK ((struct board_systick *)0xE000E010U)

enum {
    BOARD_SYSTICK_ENDED = 1 << 16,  /* of control: a period has ended; a read clears it */
    BOARD_SYSTICK_PERIOD = 1 << 24, /* ticks of a period that is not shortened for an alarm */
};

/* The instant at which the running period ends. The next one has BOARD_SYSTICK_PERIOD ticks. */
extern uint64_t board_systick_end;

void lm_port_clock_init(void);
void SysTick_Handler(void); /* exceptions.inc has it */

static inline uint32_t lm_port_stamp(void)
{
    uint32_t left = BOARD_SYSTICK->value;

    if ((BOARD_SYSTICK->control & BOARD_SYSTICK_ENDED) != 0) {
        board_systick_end += BOARD_SYSTICK_PERIOD;
        do {
            left = BOARD_SYSTICK->value;
        } while (left == 0); /* until the next period begins */
    }
    return (uint32_t)board_systick_end - left;
}

#endif
