/* SPDX-License-Identifier: Apache-2.0 */
/* Functions specific to this board: its clocks and pins, its console, and how fast it computes. */
#include "board.h"

/* Clocks, pins and a UART. Memory is initialised; the clock has to have LM_CLOCK_HZ afterwards. */
void board_prepare(void)
{
}

/* The console without a debugger. Until this is written, the output is that of semihosting. */
void board_console_print(const char *text)
{
    (void)text;
}

/* A loop of two instructions takes three cycles, or four where a branch takes three. */
void lm_work(uint64_t ticks)
{
    board_spin((uint32_t)(ticks / 3));
}
