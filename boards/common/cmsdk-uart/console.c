/* SPDX-License-Identifier: Apache-2.0 */
/* The console without semihosting: UART0. Source: Arm DDI 0479 (CMSDK), APB UART. */
#include "board.h"

enum { UART_IS_FULL = 1 << 0, UART_SENDS = 1 << 0, UART_BAUD = 38400 };

void board_prepare(void)
{
    LM_IF_CORES(board_prepare_cores();)
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
