/* SPDX-License-Identifier: Apache-2.0 */
/* micro:bit, whose clock is TIMER0: TIMER1 at the same rate. Its 16 bits hold more than a sleep
 * takes. Source: Nordic, nRF51 Series Reference Manual 3.0, 18. */
#include "judge.h"

#define TIMER1_START (*(volatile uint32_t *)0x40009000U)
#define TIMER1_CAPTURE (*(volatile uint32_t *)0x40009044U)
#define TIMER1_BITS (*(volatile uint32_t *)0x40009508U)
#define TIMER1_PRESCALER (*(volatile uint32_t *)0x40009510U)
#define TIMER1_CAPTURED (*(volatile uint32_t *)0x40009544U)

enum { BITS_16 = 0 };

const uint32_t judge_mask = UINT16_MAX, judge_counts = 1, judge_ticks = 1;

void judge_start(void)
{
    TIMER1_BITS = BITS_16;
    TIMER1_PRESCALER = 0;
    TIMER1_START = 1;
}

uint32_t judge_count(void)
{
    TIMER1_CAPTURE = 1;
    return TIMER1_CAPTURED;
}
