/* SPDX-License-Identifier: Apache-2.0 */
/* The console without semihosting: the UART. Source: Nordic, nRF51 Series Reference Manual 3.0, 29;
 * nRF52840 Product Specification 1.7, 6.33, which has the same registers. */
#include "board.h"

#define UART_START_TX (*(volatile uint32_t *)0x40002008U)
#define UART_TX_DONE (*(volatile uint32_t *)0x4000211CU)
#define UART_ENABLE (*(volatile uint32_t *)0x40002500U)
#define UART_TX_PIN (*(volatile uint32_t *)0x4000250CU)
#define UART_TX (*(volatile uint32_t *)0x4000251CU)
#define UART_BAUD (*(volatile uint32_t *)0x40002524U)
#define GPIO_OUTPUT (*(volatile uint32_t *)0x50000518U)

enum { UART_ON = 4 };

void board_nrf_console_start(void)
{
    GPIO_OUTPUT = 1U << BOARD_TX_PIN;
    UART_TX_PIN = BOARD_TX_PIN;
    UART_BAUD = board_nrf_baud(BOARD_BAUD);
    UART_ENABLE = UART_ON;
    UART_START_TX = 1;
}

void board_console_print(const char *text)
{
    for (; *text != '\0'; text++) {
        UART_TX_DONE = 0;
        UART_TX = (uint32_t)(unsigned char)*text;
        while (UART_TX_DONE == 0) {
        }
    }
}
