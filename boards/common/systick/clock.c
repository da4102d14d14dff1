/* SPDX-License-Identifier: Apache-2.0 */
/* Clock and alarm: SysTick, the timer that the processor itself has, extended to 64 bits.
 *
 * SysTick has no comparison: it interrupts at the end of a period. For an alarm the period that
 * runs is ended, and one of the right length begins. What passes in between is measured once, at
 * the start, and added; an error of a part of a tick remains for each alarm. A board whose clock
 * must not drift against another one takes a timer that counts on.
 *
 * Source: Armv7-M Architecture Reference Manual (DDI 0403E), B3.2.12 and B3.3.
 */
#include "board.h"
#include "board_stamp.h"
#include "port.h"
#include "time/alarm.h"
#include <limen/kernel.h>

#define SHPR3 (*(volatile uint32_t *)0xE000ED20U)

enum {
    RUNS_WITH_INTERRUPT = 1 << 0 | 1 << 1 | 1 << 2, /* of control; with the processor's clock */
    PRIORITY_SHIFT = 24,
    SHORTEST = 64 /* ticks: enough to write the length of the period after this one */
};

uint64_t board_systick_end;
static uint32_t lost;  /* ticks from a read of the value to a write */
static uint32_t spent; /* ticks that the last change of the period took, from its decision on */

/* End the running period, and begin one of that many ticks. Returns: what was left of it. */
static uint32_t begin_period(uint32_t ticks)
{
    uint32_t interrupts, left;

    /* Also interrupts that the lock does not keep off would make it longer. */
    __asm__ volatile("mrs %0, primask\n\tcpsid i" : "=r"(interrupts)::"memory");
    left = BOARD_SYSTICK->value;
    BOARD_SYSTICK->reload = ticks - 1;
    BOARD_SYSTICK->value = 0;
    __asm__ volatile("msr primask, %0" ::"r"(interrupts) : "memory");
    while (BOARD_SYSTICK->value == 0) { /* it begins with the next tick */
    }
    BOARD_SYSTICK->reload = BOARD_SYSTICK_PERIOD - 1;
    return left;
}

void lm_port_clock_init(void)
{
    BOARD_SYSTICK->control = 0;
    BOARD_SYSTICK->reload = BOARD_SYSTICK_PERIOD - 1;
    BOARD_SYSTICK->value = 0;
    BOARD_SYSTICK->control = RUNS_WITH_INTERRUPT;
    while (BOARD_SYSTICK->value == 0) {
    }
    /* The same accesses as in begin_period. */
    uint32_t first = BOARD_SYSTICK->value;
    BOARD_SYSTICK->reload = BOARD_SYSTICK_PERIOD - 1;
    uint32_t second = BOARD_SYSTICK->value;

    lost = first - second;
    spent = 0;
    begin_period(BOARD_SYSTICK_PERIOD);
    board_systick_end = BOARD_SYSTICK_PERIOD;
    SHPR3 |= board_priority(LM_BOARD_ALARM_URGENCY) << PRIORITY_SHIFT;
}

uint64_t lm_port_now(void)
{
    uint32_t now = lm_port_stamp();

    return board_systick_end - ((uint32_t)board_systick_end - now);
}

/* An alarm behind the end of the period is set again there: lm_alarm sets it. */
void lm_port_set_alarm(uint64_t instant)
{
    uint64_t now = lm_port_now();
    uint64_t wanted = instant > now + spent + SHORTEST ? instant - now - spent : SHORTEST;

    if (instant >= board_systick_end || board_systick_end - now <= 2 * SHORTEST) {
        return;
    }
    uint64_t begin = board_systick_end - begin_period((uint32_t)wanted) + lost;

    spent = (uint32_t)(begin - now);
    board_systick_end = begin + wanted;
}

void board_systick_handler(void)
{
    lm_interrupt_enter(LM_BOARD_LINES);
    lm_alarm();
    lm_interrupt_exit(LM_BOARD_LINES);
}
