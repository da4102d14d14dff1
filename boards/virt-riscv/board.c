/* SPDX-License-Identifier: Apache-2.0 */
/* QEMU virt: the console without semihosting (UART0), external interrupts, lm_work. Source: QEMU,
 * docs/system/riscv/virt.rst; National Semiconductor PC16550D; RISC-V PLIC Specification 1.0. */
#include "board.h"
#include "uart.h"

void board_prepare(void)
{
}

void board_console_print(const char *text)
{
    for (; *text != '\0'; text++) {
        while ((UART0->line_status & UART_HAS_ROOM) == 0) {
        }
        UART0->data = (uint8_t)*text;
    }
}

/* The UART is the only device whose interrupt a program enables. It is completed when it has been
 * served. */
void board_external_interrupt(void)
{
    if (PLIC_CLAIM == UART_INTERRUPT) {
        board_source_pend(BOARD_SOURCE_UART);
    }
}

/* An iteration of the loop is two instructions; an instruction is 0.64 ticks. */
void lm_work(uint64_t ticks)
{
    board_spin((uint32_t)(ticks * 25 >> 5));
}
