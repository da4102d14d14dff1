/* SPDX-License-Identifier: Apache-2.0 */
/* TIMER1 of the nRF51 and nRF52, for drivers: 16 bits at 16 MHz, which start at 0 each time.
 * Source: Nordic, nRF51 Series Reference Manual 3.0, 18. */
#include "board.h"
#include "hardware.h"

#define TIMER1_START (*(volatile uint32_t *)0x40009000U)
#define TIMER1_STOP (*(volatile uint32_t *)0x40009004U)
#define TIMER1_CLEAR (*(volatile uint32_t *)0x4000900CU)
#define TIMER1_COMPARED (*(volatile uint32_t *)0x40009140U)
#define TIMER1_INTERRUPTS_ON (*(volatile uint32_t *)0x40009304U)
#define TIMER1_BITS (*(volatile uint32_t *)0x40009508U)
#define TIMER1_PRESCALER (*(volatile uint32_t *)0x40009510U)
#define TIMER1_COMPARE (*(volatile uint32_t *)0x40009540U)

enum { BITS_16 = 0, ON_COMPARE = 1 << 16, TIMER1_IRQ = 9 };

const uint32_t board_timer_longest = UINT16_MAX;

void board_timer_handler(void);

void board_timer_prepare(unsigned urgency)
{
    TIMER1_STOP = 1;
    TIMER1_BITS = BITS_16;
    TIMER1_PRESCALER = 0;
    TIMER1_INTERRUPTS_ON = ON_COMPARE;
    board_interrupt_enable(TIMER1_IRQ, urgency);
}

void board_timer_set(uint32_t ticks)
{
    TIMER1_STOP = 1;
    TIMER1_CLEAR = 1;
    TIMER1_COMPARED = 0;
    TIMER1_COMPARE = ticks;
    TIMER1_START = 1;
}

void board_timer_handler(void)
{
    TIMER1_STOP = 1;
    TIMER1_COMPARED = 0;
    board_timer_expired();
}
