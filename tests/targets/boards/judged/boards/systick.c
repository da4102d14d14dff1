/* SPDX-License-Identifier: Apache-2.0 */
/* The MPS2 with AN386 of tests/tools/projects, whose clock is SysTick: the up counter of the FPGAIO
 * block, at the rate of the processor. Source: Arm DAI 0385, 3.7. */
#include "judge.h"

#define COUNTER (*(volatile uint32_t *)0x40028018U)
#define URGENT_TIMER_ADDRESS 0x40001000U
enum { URGENT_IRQ = 9 };
#include "urgent_cmsdk.h"

const uint32_t judge_mask = UINT32_MAX, judge_counts = 1, judge_ticks = 1;

void judge_start(void)
{
}

uint32_t judge_count(void)
{
    return COUNTER;
}
