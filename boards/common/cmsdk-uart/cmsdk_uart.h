/* SPDX-License-Identifier: Apache-2.0 */
/* The UART of Arm's CMSDK. board.h of a board defines BOARD_UART0, BOARD_UART0_RECEIVE_IRQ and
 * BOARD_UART0_SEND_IRQ, and includes this file. Source: Arm DDI 0479 (CMSDK), APB UART. */
#ifndef LIMEN_BOARD_CMSDK_UART_H
#define LIMEN_BOARD_CMSDK_UART_H

#include <stdint.h>

struct uart {
    volatile uint32_t data;
    volatile uint32_t state;
    volatile uint32_t control;
    volatile uint32_t interrupt; /* write 1: clear */
    volatile uint32_t divider;
};

#define UART0 ((struct uart *)BOARD_UART0)

void board_uart_handler(void);

#endif
