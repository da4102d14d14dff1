/* SPDX-License-Identifier: Apache-2.0 */
/* Pins and UART0; see limen/rp2040.h. Source: RP2040 datasheet, 2.19 (pins) and 4.2 (UART). */
#include "board.h"
#include "registers.h"
#include <limen/rp2040.h>

#define SIO_OUTPUT_ENABLE_SET 0xD0000024U

enum {
    UART_TX = 0,
    UART_RX = 1,
    PAD_INPUT_PULLED_UP = 1 << 6 | 1 << 4 | 1 << 3 | 1 << 1, /* 4 mA, Schmitt trigger */
    LINE_8_BITS_FIFO = 3 << 5 | 1 << 4,
    CONTROL_ON = 1 << 9 | 1 << 8 | 1 << 0
};

void lm_rp2040_pins_output(uint32_t pins)
{
    LM_RP2040_PINS_CLEAR = pins;
    REGISTER(SIO_OUTPUT_ENABLE_SET) = pins;
    for (unsigned pin = 0; pin < 30; pin++) {
        if ((pins >> pin & 1) != 0) {
            REGISTER(PIN_CTRL(pin)) = PIN_FUNCTION_SIO;
        }
    }
}

/* The divisor has 6 bits of fraction and counts sixteenths of a bit: * 64 / 16 = * 4. */
void lm_rp2040_uart_start(uint32_t baud)
{
    uint32_t divisor = (LM_RP2040_PERI_HZ * 8 / baud + 1) / 2;

    board_reset(RESET_UART0);
    REGISTER(UART0_IBRD) = divisor >> 6;
    REGISTER(UART0_FBRD) = divisor & 63;
    REGISTER(UART0_LCR_H) = LINE_8_BITS_FIFO; /* after the divisors, because it latches them */
    REGISTER(UART0_CR) = CONTROL_ON;
    REGISTER(PIN_PAD(UART_RX)) = PAD_INPUT_PULLED_UP; /* an unconnected line is not a break */
    REGISTER(PIN_CTRL(UART_TX)) = PIN_FUNCTION_UART;
    REGISTER(PIN_CTRL(UART_RX)) = PIN_FUNCTION_UART;
}
