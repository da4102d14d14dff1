/* SPDX-License-Identifier: Apache-2.0 */
/* MPS2, whose clock is a counter of the FPGA. */
#include "board.h"
#include "systick_count.h"

#define URGENT_TIMER_ADDRESS BOARD_TIMER1
enum { URGENT_IRQ = BOARD_TIMER1_IRQ };
#include "urgent_cmsdk.h"

const uint32_t judge_counts = 1, judge_ticks = 1;
