/* SPDX-License-Identifier: Apache-2.0 */
/* The UART of the nRF51 and nRF52: one byte out, a few bytes in. An event stays set until it is
 * cleared, and it interrupts while it is set and enabled. console.c sets up the pins and the
 * output. Source: Nordic, nRF51 Series Reference Manual 3.0, 29. */
#include "board.h"
#include "hardware.h"
#include <limen/kernel.h>

#define UART_START_RX (*(volatile uint32_t *)0x40002000U)
#define UART_HAS_COME (*(volatile uint32_t *)0x40002108U)
#define UART_HAS_GONE (*(volatile uint32_t *)0x4000211CU)
#define UART_INTERRUPTS_ON (*(volatile uint32_t *)0x40002304U)
#define UART_INTERRUPTS_OFF (*(volatile uint32_t *)0x40002308U)
#define UART_RX_PIN (*(volatile uint32_t *)0x40002514U)
#define UART_RX (*(volatile uint32_t *)0x40002518U)
#define UART_TX (*(volatile uint32_t *)0x4000251CU)
#define UART_BAUD (*(volatile uint32_t *)0x40002524U)

enum { FOR_INPUT = 1 << 2, FOR_ROOM = 1 << 7, UART_IRQ = 2 };

void board_uart_handler(void);

static struct lm_irq *attached;
static bool sends; /* a byte was written, and its event has not been handled */

void board_uart_start(uint32_t baud, unsigned urgency, struct lm_irq *irq)
{
    attached = irq;
    sends = false;
    UART_INTERRUPTS_OFF = FOR_INPUT | FOR_ROOM;
    UART_BAUD = board_nrf_baud(baud);
    UART_RX_PIN = BOARD_RX_PIN;
    UART_START_RX = 1;
    board_interrupt_enable(UART_IRQ, urgency);
}

static bool has_room(void)
{
    return !sends || UART_HAS_GONE != 0;
}

bool board_uart_put(unsigned char byte)
{
    if (!has_room()) {
        return false;
    }
    UART_HAS_GONE = 0;
    sends = true;
    UART_TX = byte;
    return true;
}

bool board_uart_get(unsigned char *byte)
{
    if (UART_HAS_COME == 0) {
        return false;
    }
    UART_HAS_COME = 0;
    *byte = (unsigned char)UART_RX;
    return true;
}

void board_uart_listen(bool for_room, bool for_input)
{
    uint32_t wanted = (for_room ? FOR_ROOM : 0U) | (for_input ? FOR_INPUT : 0U);

    UART_INTERRUPTS_OFF = (FOR_ROOM | FOR_INPUT) & ~wanted;
    UART_INTERRUPTS_ON = wanted;
    if (for_room && has_room()) {
        board_interrupt_pend(UART_IRQ);
    }
}

void board_uart_handler(void)
{
    lm_interrupt_enter(BOARD_UART_INTERRUPT);
    lm_irq_serve(attached);
    lm_interrupt_exit(BOARD_UART_INTERRUPT);
}
