/* SPDX-License-Identifier: Apache-2.0 */
/* The console of the MPS2 without semihosting (UART0), and lm_work for QEMU. Source: Arm DAI 0385
 * (AN385), 3.7; Arm DDI 0479 (CMSDK), APB UART. */
#include "board.h"

struct uart {
    volatile uint32_t data;
    volatile uint32_t state;
    volatile uint32_t control;
    volatile uint32_t interrupt;
    volatile uint32_t divider;
};

#define UART0 ((struct uart *)0x40004000U)

enum { UART_IS_FULL = 1 << 0, UART_SENDS = 1 << 0, UART_BAUD = 38400 };

void board_prepare(void)
{
    UART0->divider = LM_CLOCK_HZ / UART_BAUD;
    UART0->control = UART_SENDS;
}

void board_console_print(const char *text)
{
    for (; *text != '\0'; text++) {
        while ((UART0->state & UART_IS_FULL) != 0) {
        }
        UART0->data = (uint32_t)(unsigned char)*text;
    }
}

/* An iteration of the loop is two instructions; an instruction is 1.6 ticks (see clock.c). */
void lm_work(uint64_t ticks)
{
    board_spin((uint32_t)(ticks * 5 >> 4));
}
