/* SPDX-License-Identifier: Apache-2.0 */
/* Start-up, and the console without a debugger: UART0. */
#include "board.h"
#include "registers.h"
#include <limen/rp2040.h>

enum { CONSOLE_BAUD = 115200 };

void board_prepare(void)
{
    LM_IF_CORES(board_prepare_cores();)
    board_clocks_start();
    board_release(RESET_IO_BANK0 | RESET_PADS_BANK0);
    lm_rp2040_uart_start(CONSOLE_BAUD);
}

/* Terminals need a carriage return. */
void board_console_print(const char *text)
{
    for (; *text != '\0'; text++) {
        if (*text == '\n') {
            lm_rp2040_uart_put('\r');
        }
        lm_rp2040_uart_put(*text);
    }
}
