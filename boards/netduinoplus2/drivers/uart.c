/* SPDX-License-Identifier: Apache-2.0 */
/* USART1, one byte in each direction. A status bit interrupts while its interrupt is enabled; QEMU
 * 7.2 does so for received bytes only, so the driver pends the interrupt for room by software.
 * Source: ST RM0090 (STM32F405), 30.6. */
#include "board.h"
#include "hardware.h"
#include <limen/kernel.h>

static struct lm_irq *attached;

void board_uart_start(uint32_t baud, unsigned urgency, struct lm_irq *irq)
{
    attached = irq;
    BOARD_USART->control = USART_ON;
    BOARD_USART->baud = BOARD_APB2_HZ / baud;
    board_interrupt_enable(BOARD_UART_IRQ, urgency);
}

static bool has_room(void)
{
    return (BOARD_USART->status & USART_HAS_ROOM) != 0;
}

bool board_uart_put(unsigned char byte)
{
    bool room = has_room();

    if (room) {
        BOARD_USART->data = byte;
    }
    return room;
}

/* Reading the status and then the data clears the mark of an overrun, too. */
bool board_uart_get(unsigned char *byte)
{
    bool has_come = (BOARD_USART->status & USART_HAS_COME) != 0;

    if (has_come) {
        *byte = (unsigned char)BOARD_USART->data;
    }
    return has_come;
}

void board_uart_listen(bool for_room, bool for_input)
{
    uint32_t control = USART_ON;

    control |= for_room ? USART_HAS_ROOM : 0U;
    control |= for_input ? USART_HAS_COME : 0U;
    BOARD_USART->control = control;
    if (for_room && has_room()) {
        board_interrupt_pend(BOARD_UART_IRQ);
    }
}

void board_uart_handler(void)
{
    lm_interrupt_enter(BOARD_UART_INTERRUPT);
    lm_irq_serve(attached);
    lm_interrupt_exit(BOARD_UART_INTERRUPT);
}
