/* SPDX-License-Identifier: Apache-2.0 */
/* The trigger on the micro:bit: TIMER1, 16 bits at 16 MHz, from 0 each time, with 64 ns for each
 * instruction (see clock.c of the board). */
#include "board.h"
#include "sweep.h"

#define TIMER1_START (*(volatile uint32_t *)0x40009000U)
#define TIMER1_STOP (*(volatile uint32_t *)0x40009004U)
#define TIMER1_CLEAR (*(volatile uint32_t *)0x4000900CU)
#define TIMER1_CAPTURE (*(volatile uint32_t *)0x40009044U)
#define TIMER1_COMPARED (*(volatile uint32_t *)0x40009140U)
#define TIMER1_INTERRUPTS_ON (*(volatile uint32_t *)0x40009304U)
#define TIMER1_BITS (*(volatile uint32_t *)0x40009508U)
#define TIMER1_PRESCALER (*(volatile uint32_t *)0x40009510U)
#define TIMER1_COMPARE (*(volatile uint32_t *)0x40009540U)
#define TIMER1_CAPTURED (*(volatile uint32_t *)0x40009544U)

enum { BITS_16 = 0, ON_COMPARE = 1 << 16, TIMER1_IRQ = 9 };

const uint32_t trigger_ticks = 1024;

void trigger_prepare(unsigned urgency)
{
    trigger_clear();
    TIMER1_BITS = BITS_16;
    TIMER1_PRESCALER = 0;
    TIMER1_INTERRUPTS_ON = ON_COMPARE;
    board_interrupt_enable(TIMER1_IRQ, urgency);
}

void trigger_set(uint32_t ticks)
{
    TIMER1_STOP = 1;
    TIMER1_CLEAR = 1;
    TIMER1_COMPARED = 0;
    TIMER1_COMPARE = ticks;
    TIMER1_START = 1;
}

void trigger_clear(void)
{
    TIMER1_STOP = 1;
    TIMER1_COMPARED = 0;
}

uint32_t trigger_elapsed(void)
{
    TIMER1_CAPTURE = 1;
    return TIMER1_CAPTURED;
}
