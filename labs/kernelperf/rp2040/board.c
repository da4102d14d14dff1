/* SPDX-License-Identifier: Apache-2.0 */
/* Pins and UART0 of the RP2040, with the two drivers that the document compares. In a program for
 * both cores, core 1 has UART1, which is the same device at another address. */
#include "board.h"
#include "kernel_v1.h"

enum { BAUD = 38400, UART1_OFFSET = 0x4000, RESET_UART1 = 1 << 23 };

#define OF_CORE(uart0_register)                                                                    \
    (*(volatile uint32_t *)((uintptr_t) &                                                          \
                            (uart0_register) + LM_CORES_OR(lm_port_core() * UART1_OFFSET, 0U)))
#define FLAGS OF_CORE(LM_RP2040_UART_FLAGS)
#define DATA OF_CORE(LM_RP2040_UART_DATA)

/* The settings of UART0, which board_start has made: IBRD, FBRD, LCR_H and CR, in this order. */
static void start_uart1(void)
{
    static volatile uint32_t *const uart0 = (volatile uint32_t *)0x40034000U;
    volatile uint32_t *uart1 = uart0 + UART1_OFFSET / sizeof *uart0;

    *(volatile uint32_t *)0x4000F000U = RESET_UART1; /* RESETS, cleared by the alias */
    for (unsigned offset = 0x24; offset <= 0x30; offset += 4) {
        uart1[offset / 4] = uart0[offset / 4];
    }
}

void board_start(void)
{
    lm_rp2040_pins_output(LM_CORES_OR(PINS_ALL | PINS_ALL >> PINS_DOWN, PINS_ALL));
    lm_rp2040_uart_start(BAUD);
    if (LM_CORES > 1) {
        start_uart1();
    }
}

void print_spinning(const char *text)
{
    for (; *text != '\0'; text++) {
        while ((FLAGS & LM_RP2040_UART_TX_FULL) != 0) {
        }
        DATA = (uint8_t)*text;
    }
}

void print_suspending(const char *text)
{
    for (; *text != '\0'; text++) {
        if ((FLAGS & LM_RP2040_UART_TX_FULL) != 0) {
            thread_leaves(0);
            v1_await_device_flags(&FLAGS, LM_RP2040_UART_TX_EMPTY, 0);
            thread_enters(0);
        }
        DATA = (uint8_t)*text;
    }
}
