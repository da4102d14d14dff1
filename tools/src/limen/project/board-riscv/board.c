/* SPDX-License-Identifier: Apache-2.0 */
/* Functions specific to this board: its clocks and pins, its console, external interrupts, and how
 * fast it computes. */
#include "board.h"

/* Clocks, pins and a UART. Memory is initialised; mtime has to have LM_CLOCK_HZ afterwards. */
void board_prepare(void)
{
}

/* The console without a debugger. Until this is written, the output is that of semihosting. */
void board_console_print(const char *text)
{
    (void)text;
}

/* An external interrupt. Read its number from the interrupt controller, and make its source
 * pending: riscv.h has the sources. No program enables one until a driver is written. */
void board_external_interrupt(void)
{
}

/* A loop of two instructions, which QEMU executes in 128 ns. */
void lm_work(uint64_t ticks)
{
    board_spin((uint32_t)(ticks * 1000000 / LM_CLOCK_HZ * 1000 / 128));
}
