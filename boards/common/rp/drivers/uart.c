/* SPDX-License-Identifier: Apache-2.0 */
/* UART0 of the RP2040 or RP2350, with its FIFOs. The transmit interrupt occurs when the FIFO level
 * falls to half, so the driver pends the first one by software. Source: RP2040 datasheet, 4.2.6
 * and 4.2.8; RP2350 datasheet, 12.1. */
#include "board.h"
#include "hardware.h"
#include "registers.h"
#include <limen/kernel.h>

enum { FOR_ROOM = 1 << 5, FOR_INPUT = 1 << 6 | 1 << 4 };

void BOARD_UART_HANDLER(void);

static struct lm_irq *attached;

static bool has_room(void)
{
    return (REGISTER(UART0_FR) & UART_TX_FULL) == 0;
}

void board_uart_start(uint32_t baud, unsigned urgency, struct lm_irq *irq)
{
    attached = irq;
    board_uart0_start(baud);
    REGISTER(UART0_IMSC) = 0;
    board_interrupt_enable(UART0_IRQ, urgency);
}

bool board_uart_put(unsigned char byte)
{
    bool room = has_room();

    if (room) {
        REGISTER(UART0_DR) = byte;
    }
    return room;
}

bool board_uart_get(unsigned char *byte)
{
    bool has_come = (REGISTER(UART0_FR) & UART_RX_EMPTY) == 0;

    if (has_come) {
        *byte = (unsigned char)REGISTER(UART0_DR);
    }
    return has_come;
}

void board_uart_listen(bool for_room, bool for_input)
{
    REGISTER(UART0_IMSC) = (for_room ? FOR_ROOM : 0U) | (for_input ? FOR_INPUT : 0U);
    if (for_room && has_room()) {
        board_interrupt_pend(UART0_IRQ);
    }
}

void BOARD_UART_HANDLER(void)
{
    REGISTER(UART0_ICR) = FOR_ROOM | FOR_INPUT;
    lm_interrupt_enter(BOARD_UART_INTERRUPT);
    lm_irq_serve(attached);
    lm_interrupt_exit(BOARD_UART_INTERRUPT);
}
