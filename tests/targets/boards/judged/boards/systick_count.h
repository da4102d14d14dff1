/* SPDX-License-Identifier: Apache-2.0 */
/* SysTick as the second counter: 24 bits at the rate of the processor, without an interrupt.
 * Source: Armv7-M Architecture Reference Manual (DDI 0403E), B3.3; Armv6-M (DDI 0419), B3.3. */
#ifndef LIMEN_TEST_SYSTICK_COUNT_H
#define LIMEN_TEST_SYSTICK_COUNT_H

#include "judge.h"

#define SYSTICK_CONTROL (*(volatile uint32_t *)0xE000E010U)
#define SYSTICK_RELOAD (*(volatile uint32_t *)0xE000E014U)
#define SYSTICK_VALUE (*(volatile uint32_t *)0xE000E018U)

enum { SYSTICK_RUNS = 1 << 0 | 1 << 2, SYSTICK_MASK = (1 << 24) - 1 };

const uint32_t judge_mask = SYSTICK_MASK;

void judge_start(void)
{
    SYSTICK_RELOAD = SYSTICK_MASK;
    SYSTICK_VALUE = 0;
    SYSTICK_CONTROL = SYSTICK_RUNS;
}

uint32_t judge_count(void)
{
    return SYSTICK_MASK - SYSTICK_VALUE;
}

#endif
