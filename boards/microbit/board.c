/* SPDX-License-Identifier: Apache-2.0 */
/* The console of the micro:bit without semihosting (the UART on its USB), and lm_work for QEMU.
 * Source: Nordic, nRF51 Series Reference Manual 3.0, 29. */
#include "board.h"

#define UART_START_TX (*(volatile uint32_t *)0x40002008U)
#define UART_TX_DONE (*(volatile uint32_t *)0x4000211CU)
#define UART_ENABLE (*(volatile uint32_t *)0x40002500U)
#define UART_TX_PIN (*(volatile uint32_t *)0x4000250CU)
#define UART_TX (*(volatile uint32_t *)0x4000251CU)
#define UART_BAUD (*(volatile uint32_t *)0x40002524U)
#define GPIO_OUTPUT (*(volatile uint32_t *)0x50000518U)

enum { TX_PIN = 24, UART_ON = 4, BAUD_38400 = 0x009D5000 };

void board_prepare(void)
{
    GPIO_OUTPUT = 1U << TX_PIN;
    UART_TX_PIN = TX_PIN;
    UART_BAUD = BAUD_38400;
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

/* An iteration of the loop is two instructions; an instruction is 1.024 ticks (see clock.c). */
void lm_work(uint64_t ticks)
{
    board_spin((uint32_t)(ticks * 125 >> 8));
}
