/* SPDX-License-Identifier: Apache-2.0 */
/* UART0, a 16550 without its FIFO. The PLIC forwards one request at a time: the next one comes
 * after the handler has completed it. Source: as board.c. */
#include "uart.h"
#include "board.h"
#include "hardware.h"
#include <limen/kernel.h>

enum { FOR_INPUT = 1 << 0, FOR_ROOM = 1 << 1 }; /* interrupts */

static struct lm_irq *attached;

static void serve(unsigned source)
{
    lm_interrupt_enter(source);
    lm_irq_serve(attached);
    lm_interrupt_exit(source);
    PLIC_CLAIM = UART_INTERRUPT;
}

void board_uart_start(uint32_t baud, unsigned urgency, struct lm_irq *irq)
{
    (void)baud; /* QEMU has none */
    attached = irq;
    board_source_attach(BOARD_SOURCE_UART, urgency, serve);
    UART0->interrupts = 0;
    PLIC_PRIORITY[UART_INTERRUPT] = 1;
    PLIC_ENABLE = 1U << UART_INTERRUPT;
    board_machine_interrupt_enable(BOARD_MACHINE_EXTERNAL);
}

bool board_uart_put(unsigned char byte)
{
    bool has_room = (UART0->line_status & UART_HAS_ROOM) != 0;

    if (has_room) {
        UART0->data = byte;
    }
    return has_room;
}

bool board_uart_get(unsigned char *byte)
{
    bool has_come = (UART0->line_status & UART_HAS_INPUT) != 0;

    if (has_come) {
        *byte = UART0->data;
    }
    return has_come;
}

void board_uart_listen(bool for_room, bool for_input)
{
    UART0->interrupts = (uint8_t)((for_room ? FOR_ROOM : 0) | (for_input ? FOR_INPUT : 0));
}
