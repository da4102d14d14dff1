/* SPDX-License-Identifier: Apache-2.0 */
/* The registers of UART0, a 16550, and of the PLIC. Source: as board.c. */
#ifndef LIMEN_BOARD_UART_H
#define LIMEN_BOARD_UART_H

#include <stdint.h>

struct uart {
    volatile uint8_t data;
    volatile uint8_t interrupts;
    volatile uint8_t fifo;
    volatile uint8_t line_control;
    volatile uint8_t modem_control;
    volatile uint8_t line_status;
};

#define UART0 ((struct uart *)0x10000000U)

enum { UART_HAS_INPUT = 1 << 0, UART_HAS_ROOM = 1 << 5 }; /* line status */

enum { UART_INTERRUPT = 10 };

#define PLIC_PRIORITY ((volatile uint32_t *)0x0C000000U)
#define PLIC_ENABLE (*(volatile uint32_t *)0x0C002000U)
#define PLIC_CLAIM (*(volatile uint32_t *)0x0C200004U)

#endif
