/* SPDX-License-Identifier: Apache-2.0 */
/* Pins and UART0; see limen/rp2040.h. Source: RP2040 datasheet, 2.3.1 (SIO) and 2.19 (pins). */
#include "board.h"
#include "registers.h"
#include <limen/rp2040.h>

#define SIO_OUTPUT_ENABLE_SET 0xD0000024U

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

void lm_rp2040_uart_start(uint32_t baud)
{
    board_uart0_start(baud);
}
