/* SPDX-License-Identifier: Apache-2.0 */
/* The lower half of the clock, for ports/port.h: TIMER0 of the nRF51 and nRF52, 32 bits at 16 MHz.
 * Its count cannot be read directly; a task captures it in a register. The kernel lock prevents
 * other captures. Source: Nordic, nRF51 Series Reference Manual 3.0, 18. */
#ifndef LIMEN_BOARD_NRF_TIMER_H
#define LIMEN_BOARD_NRF_TIMER_H

#include <stddef.h>
#include <stdint.h>

struct board_timer {
    volatile uint32_t start; /* tasks: write 1 */
    volatile uint32_t stop;
    volatile uint32_t count;
    volatile uint32_t clear;
    volatile uint32_t reserved1[12];
    volatile uint32_t capture[4];
    volatile uint32_t reserved2[60];
    volatile uint32_t compared[4]; /* events */
    volatile uint32_t reserved3[44];
    volatile uint32_t shortcuts;
    volatile uint32_t reserved4[64];
    volatile uint32_t interrupt_set;
    volatile uint32_t interrupt_clear;
    volatile uint32_t reserved5[126];
    volatile uint32_t mode;
    volatile uint32_t bit_mode;
    volatile uint32_t reserved6;
    volatile uint32_t prescaler;
    volatile uint32_t reserved7[11];
    volatile uint32_t compare[4];
};

_Static_assert(offsetof(struct board_timer, capture) == 0x040, "as in the manual");
_Static_assert(offsetof(struct board_timer, compared) == 0x140, "as in the manual");
_Static_assert(offsetof(struct board_timer, interrupt_set) == 0x304, "as in the manual");
_Static_assert(offsetof(struct board_timer, mode) == 0x504, "as in the manual");
_Static_assert(offsetof(struct board_timer, compare) == 0x540, "as in the manual");

#define BOARD_TIMER ((struct board_timer *)0x40008000U)

/* Registers of the timer for capture and compare. */
enum { BOARD_ALARM = 0, BOARD_STAMP = 1 };

static inline uint32_t lm_port_stamp(void)
{
    BOARD_TIMER->capture[BOARD_STAMP] = 1;
    return BOARD_TIMER->compare[BOARD_STAMP];
}

#endif
