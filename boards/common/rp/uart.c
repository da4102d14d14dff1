/* SPDX-License-Identifier: Apache-2.0 */
/* UART0 of the RP2040 and RP2350, on GPIO 0 and 1. Source: RP2040 datasheet, 2.19 (pins) and 4.2
 * (UART); RP2350 datasheet, 9.11 and 12.1. */
#include "board.h"
#include "registers.h"

enum {
    UART_TX = 0,
    UART_RX = 1,
    PAD_INPUT_PULLED_UP = 1 << 6 | 1 << 4 | 1 << 3 | 1 << 1, /* 4 mA, Schmitt trigger */
    LINE_8_BITS_FIFO = 3 << 5 | 1 << 4,
    CONTROL_ON = 1 << 9 | 1 << 8 | 1 << 0
};

static const uint32_t clk_peri_hz = 48000000;

/* The divisor has 6 bits of fraction and counts sixteenths of a bit: * 64 / 16 = * 4. */
void board_uart0_start(uint32_t baud)
{
    uint32_t divisor = (clk_peri_hz * 8 / baud + 1) / 2;

    board_reset(RESET_UART0);
    REGISTER(UART0_IBRD) = divisor >> 6;
    REGISTER(UART0_FBRD) = divisor & 63;
    REGISTER(UART0_LCR_H) = LINE_8_BITS_FIFO; /* after the divisors, because it latches them */
    REGISTER(UART0_CR) = CONTROL_ON;
    REGISTER(PIN_PAD(UART_RX)) = PAD_INPUT_PULLED_UP; /* an unconnected line is not a break */
    REGISTER(PIN_CTRL(UART_TX)) = PIN_FUNCTION_UART;
    REGISTER(PIN_CTRL(UART_RX)) = PIN_FUNCTION_UART;
}
