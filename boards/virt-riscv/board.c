/* SPDX-License-Identifier: Apache-2.0 */
/* QEMU virt: the console without semihosting (UART0), external interrupts, lm_work. Source: QEMU,
 * docs/system/riscv/virt.rst; National Semiconductor PC16550D; RISC-V PLIC Specification 1.0. */
#include "board.h"
#include "uart.h"

/* The program is below its data in one memory. A stack that grows over its end must not overwrite
 * the program, especially not the entry of exceptions: so the code is write-protected until the
 * next reset.
 * Source: The RISC-V Instruction Set Manual, Volume II: Privileged Architecture, 3.7. */
void board_prepare_hart(void)
{
    enum { CODE_BYTES = 16 << 20, LOCKED_NAPOT_RX = 0x80 | 0x18 | 0x04 | 0x01 };
    extern char code_start[];
    uintptr_t napot = ((uintptr_t)code_start >> 2) | (CODE_BYTES / 8 - 1);

    __asm__ volatile("csrw pmpaddr0, %0\n\tcsrw pmpcfg0, %1" ::"r"(napot), "r"(LOCKED_NAPOT_RX));
}

void board_prepare(void)
{
    LM_IF_CORES(board_prepare_harts();)
    board_prepare_hart();
}

void board_console_print(const char *text)
{
    for (; *text != '\0'; text++) {
        while ((UART0->line_status & UART_HAS_ROOM) == 0) {
        }
        UART0->data = (uint8_t)*text;
    }
}

/* The UART is the only device whose interrupt a program enables. The code completes the interrupt
 * when it has been served. */
void board_external_interrupt(void)
{
    if (PLIC_CLAIM == UART_INTERRUPT) {
        board_source_found(BOARD_SOURCE_UART);
    }
}

/* An iteration of the loop is two instructions; an instruction is 0.64 ticks. */
void lm_work(uint64_t ticks)
{
    board_spin((uint32_t)(ticks * 25 >> 5));
}
