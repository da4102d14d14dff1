/* SPDX-License-Identifier: Apache-2.0 */
/* Start-up of the nRF52840, and lm_work. Source: Nordic, nRF52840 Product Specification 1.7, 5.4
 * (clocks). */
#include "board.h"

#define CLOCK_START_CRYSTAL (*(volatile uint32_t *)0x40000000U)
#define CLOCK_CRYSTAL_RUNS (*(volatile uint32_t *)0x40000100U)

/* After a reset the clock is that of the internal oscillator, which is less accurate. */
void board_prepare(void)
{
    CLOCK_CRYSTAL_RUNS = 0;
    CLOCK_START_CRYSTAL = 1;
    while (CLOCK_CRYSTAL_RUNS == 0) {
    }
    board_nrf_console_start();
}

/* The processor has four cycles in a tick, and an iteration of the loop takes about four. */
void lm_work(uint64_t ticks)
{
    board_spin((uint32_t)ticks);
}
