/* SPDX-License-Identifier: Apache-2.0 */
/* Start-up of the micro:bit, whose console is the UART on its USB, and lm_work for QEMU. */
#include "board.h"

void board_prepare(void)
{
    board_nrf_console_start();
}

/* An iteration of the loop is two instructions; with -icount shift=6 an instruction takes 64 ns,
 * which is 1.024 ticks. */
void lm_work(uint64_t ticks)
{
    board_spin((uint32_t)(ticks * 125 >> 8));
}
