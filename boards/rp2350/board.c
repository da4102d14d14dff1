/* SPDX-License-Identifier: Apache-2.0 */
/* Start-up, the console without a debugger (UART0), and lm_work. Source: RP2350 datasheet, 9.11
 * (pads). */
#include "board.h"
#include "registers.h"

enum { CONSOLE_BAUD = 115200, UART_TX = 0, PAD_ISOLATED = 1 << 8 };

void board_prepare(void)
{
    board_clocks_start();
    board_release(RESET_IO_BANK0 | RESET_PADS_BANK0);
    board_uart0_start(CONSOLE_BAUD);
    CLEAR_BITS(PIN_PAD(UART_TX)) = PAD_ISOLATED; /* after a reset, pads keep their state */
}

static void put(char character)
{
    while ((REGISTER(UART0_FR) & UART_TX_FULL) != 0) {
    }
    REGISTER(UART0_DR) = (uint8_t)character;
}

/* Terminals need a carriage return. */
void board_console_print(const char *text)
{
    for (; *text != '\0'; text++) {
        if (*text == '\n') {
            put('\r');
        }
        put(*text);
    }
}

/* The processor has 150 cycles in a tick, and an iteration of the loop takes about three. */
void lm_work(uint64_t ticks)
{
    board_spin((uint32_t)(ticks * 50));
}
