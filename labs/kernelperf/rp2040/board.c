/* SPDX-License-Identifier: Apache-2.0 */
/* Pins and UART0 of the RP2040, with the two drivers that the document compares. */
#include "board.h"
#include "kernel_v1.h"

enum { BAUD = 38400 };

void board_start(void)
{
    lm_rp2040_pins_output(PINS_ALL);
    lm_rp2040_uart_start(BAUD);
}

void print_spinning(const char *text)
{
    for (; *text != '\0'; text++) {
        lm_rp2040_uart_put(*text);
    }
}

void print_suspending(const char *text)
{
    for (; *text != '\0'; text++) {
        if ((LM_RP2040_UART_FLAGS & LM_RP2040_UART_TX_FULL) != 0) {
            thread_leaves(0);
            v1_await_device_flags(&LM_RP2040_UART_FLAGS, LM_RP2040_UART_TX_EMPTY, 0);
            thread_enters(0);
        }
        LM_RP2040_UART_DATA = (uint8_t)*text;
    }
}
