/* SPDX-License-Identifier: Apache-2.0 */
/* UART0 of the RP2040, with its FIFOs. The transmit interrupt occurs when the FIFO level falls
 * to half, so the driver pends the first one by software. Source: RP2040 datasheet, 4.2.6 and
 * 4.2.8. */
#include "board.h"
#include "hardware.h"
#include "registers.h"
#include <limen/kernel.h>
#include <limen/rp2040.h>

#define UART0_IMSC REGISTER(0x40034038U)
#define UART0_ICR REGISTER(0x40034044U)

enum { FOR_ROOM = 1 << 5, FOR_INPUT = 1 << 6 | 1 << 4, UART0_IRQ = 20 };

void lm_rp2040_irq20(void);

static struct lm_irq *attached;

static bool has_room(void)
{
    return (LM_RP2040_UART_FLAGS & LM_RP2040_UART_TX_FULL) == 0;
}

void board_uart_start(uint32_t baud, unsigned urgency, struct lm_irq *irq)
{
    attached = irq;
    lm_rp2040_uart_start(baud);
    UART0_IMSC = 0;
    board_interrupt_enable(UART0_IRQ, urgency);
}

bool board_uart_put(unsigned char byte)
{
    bool room = has_room();

    if (room) {
        LM_RP2040_UART_DATA = byte;
    }
    return room;
}

bool board_uart_get(unsigned char *byte)
{
    bool has_come = (LM_RP2040_UART_FLAGS & LM_RP2040_UART_RX_EMPTY) == 0;

    if (has_come) {
        *byte = (unsigned char)lm_rp2040_uart_get();
    }
    return has_come;
}

void board_uart_listen(bool for_room, bool for_input)
{
    UART0_IMSC = (for_room ? FOR_ROOM : 0U) | (for_input ? FOR_INPUT : 0U);
    if (for_room && has_room()) {
        board_interrupt_pend(UART0_IRQ);
    }
}

void lm_rp2040_irq20(void)
{
    UART0_ICR = FOR_ROOM | FOR_INPUT;
    lm_interrupt_enter(BOARD_UART_INTERRUPT);
    lm_irq_serve(attached);
    lm_interrupt_exit(BOARD_UART_INTERRUPT);
}
