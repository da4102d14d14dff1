/* SPDX-License-Identifier: Apache-2.0 */
/* The trigger on the MPS2: TIMER1, at the rate of the processor, with 64 ns for each instruction in
 * QEMU (tools/src/limen/run/target.py). */
#include "board.h"
#include "board_stamp.h"
#include "sweep.h"

const uint32_t trigger_ticks = LM_CLOCK_HZ / 1000 * 64 / 1000;

static uint32_t start;

void trigger_prepare(unsigned urgency)
{
    trigger_clear();
    TIMER1->reload = 0;
    board_interrupt_enable(BOARD_TIMER1_IRQ, urgency);
}

void trigger_set(uint32_t ticks)
{
    TIMER1->control = TIMER_OFF;
    TIMER1->interrupt = 1;
    TIMER1->value = ticks;
    start = BOARD_COUNTER;
    TIMER1->control = TIMER_ON;
}

void trigger_clear(void)
{
    TIMER1->control = TIMER_OFF;
    TIMER1->interrupt = 1;
}

uint32_t trigger_elapsed(void)
{
    return BOARD_COUNTER - start;
}
