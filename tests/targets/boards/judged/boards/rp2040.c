/* SPDX-License-Identifier: Apache-2.0 */
/* RP2040, whose clock is a timer that counts microseconds of the crystal. SysTick counts the cycles
 * of the processor, whose PLL has the same crystal. */
#include "systick_count.h"

const uint32_t judge_counts = 125, judge_ticks = 1;
