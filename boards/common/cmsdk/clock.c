/* SPDX-License-Identifier: Apache-2.0 */
/* Clock and alarm: the 32-bit counter of the FPGAIO block, extended to 64 bits, and TIMER0, both at
 * the rate of the processor. Of two cores the second one has TIMER1 for its alarm.
 *
 * Source: Arm DAI 0385 (AN385), 3.7 and 4.5; Arm DDI 0479 (CMSDK), APB timer.
 */
#include "board.h"
#include "port.h"
#include "time/alarm.h"
#include "wide_counter.h"
#include <limen/kernel.h>

#define FPGAIO_PRESCALE (*(volatile uint32_t *)(BOARD_FPGAIO + 0x1CU))

/* A number of ticks that exceeds the time to set the timer. */
enum { INTERRUPTED = 100 };

#define IS_FIRST LM_CORES_OR(lm_port_core() == 0, true)
#define ALARM (IS_FIRST ? TIMER0 : TIMER1)

static LM_PORT_INSTANCE struct wide_counter counter;

void lm_port_clock_init(void)
{
    ALARM->control = TIMER_OFF;
    ALARM->reload = 0;
    if (IS_FIRST) { /* one clock for all */
        FPGAIO_PRESCALE = 0;
        BOARD_COUNTER = 0;
    }
    counter = (struct wide_counter){0};
    board_interrupt_enable(IS_FIRST ? BOARD_TIMER0_IRQ : BOARD_TIMER1_IRQ, LM_BOARD_ALARM_URGENCY);
    lm_port_set_alarm(LM_NEVER);
}

uint64_t lm_port_now(void)
{
    return wide_counter_update(&counter, lm_port_stamp());
}

void lm_port_clock_advance(uint64_t ticks)
{
    uint64_t now = lm_port_now() + ticks;

    counter = (struct wide_counter){.high = (uint32_t)(now >> 32), .low = (uint32_t)now};
    BOARD_COUNTER = (uint32_t)now;
}

static void set_once(uint64_t instant, uint64_t now)
{
    uint64_t delay = instant > now ? instant - now : 1;

    ALARM->control = TIMER_OFF;
    ALARM->value = (uint32_t)(delay < wide_counter_longest ? delay : wide_counter_longest);
    ALARM->control = TIMER_ON;
}

/* The delay is right if the timer starts at once. An interrupt that the lock does not mask can come
 * in between and take any time. Then the alarm would be late by that time, and the loop sets it
 * again. */
void lm_port_set_alarm(uint64_t instant)
{
    uint64_t now = lm_port_now();

    set_once(instant, now);
    while (LM_PORT_KERNEL_PRIORITY != 0 && lm_port_stamp() - (uint32_t)now > INTERRUPTED) {
        now = lm_port_now();
        set_once(instant, now);
    }
}

void board_alarm_handler(void)
{
    ALARM->interrupt = 1;
    ALARM->control = TIMER_OFF;
    lm_interrupt_enter(LM_BOARD_LINES);
    lm_alarm(); /* even if it expires only to read the counter: it sets the alarm again */
    lm_interrupt_exit(LM_BOARD_LINES);
}
