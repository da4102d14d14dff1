/* SPDX-License-Identifier: Apache-2.0 */
/* Clock and alarm: SysTick, the timer that the processor itself has, extended to 64 bits.
 *
 * SysTick has no comparison: it interrupts at the end of a period. For an alarm the code ends the
 * running period and begins one of the right length. The time in between is measured once, at the
 * start, and added; an error of a part of a tick remains for each alarm. A board whose clock must
 * not drift against another one uses a timer that is not restarted.
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
static uint32_t lost; /* ticks from a read of the value to a write */
static uint32_t
    spent; /* ticks from the decision to change the period to the change, the last time */

/* Disable all interrupts, also those that the lock does not mask. */
static uint32_t keep_off_all(void)
{
    uint32_t before;

    __asm__ volatile("mrs %0, primask\n\tcpsid i" : "=r"(before)::"memory");
    return before;
}

static void let_in_again(uint32_t before)
{
    __asm__ volatile("msr primask, %0" ::"r"(before) : "memory");
}

/* End the running period, and begin one of that many ticks, followed by one that is not shortened.
 * Requires: no interrupt comes, since a second short period would not be noticed. Returns: the rest
 * of the running period. */
static uint32_t begin_period(uint32_t ticks)
{
    uint32_t left = BOARD_SYSTICK->value;

    BOARD_SYSTICK->reload = ticks - 1;
    BOARD_SYSTICK->value = 0;
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
    /* Measure the accesses of begin_period. */
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

void lm_port_clock_advance(uint64_t ticks)
{
    board_systick_end += ticks;
}

/* Ticks of a period that ends at the instant. Only the lower halves are needed, because the instant
 * is within a period from now. */
static uint32_t ticks_until(uint32_t instant, uint32_t now)
{
    int32_t ticks = (int32_t)(instant - now - spent);

    return ticks > SHORTEST ? (uint32_t)ticks : SHORTEST;
}

/* With all interrupts off, because an interrupt that the lock does not mask can come at any point
 * and take any time: the decision needs the current value of the counter. */
static void end_period_at(uint32_t instant)
{
    uint32_t before = keep_off_all();
    uint32_t now = lm_port_stamp();

    if ((uint32_t)board_systick_end - now > 2 * SHORTEST) {
        uint32_t ticks = ticks_until(instant, now);
        uint64_t begin = board_systick_end - begin_period(ticks) + lost;

        spent = (uint32_t)begin - now;
        board_systick_end = begin + ticks;
    }
    let_in_again(before);
}

/* For an alarm behind the end of the period, lm_alarm sets the alarm again at that end. */
void lm_port_set_alarm(uint64_t instant)
{
    uint64_t now = lm_port_now();

    if (instant < board_systick_end) {
        end_period_at((uint32_t)(instant > now ? instant : now));
    }
}

void SysTick_Handler(void)
{
    lm_interrupt_enter(LM_BOARD_LINES);
    lm_alarm();
    lm_interrupt_exit(LM_BOARD_LINES);
}
