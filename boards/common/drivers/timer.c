/* SPDX-License-Identifier: Apache-2.0 */
/* The timer of the drivers on boards with a narrow counter: it expires as often as necessary. */
#include "hardware.h"
#include <limen/kernel.h>
#include <limen/time.h>

static struct lm_irq *attached;
static uint64_t due;

static void set(void)
{
    uint64_t now = lm_now();
    uint64_t ticks = due > now ? due - now : 1;

    board_timer_set(ticks < board_timer_longest ? (uint32_t)ticks : board_timer_longest);
}

void board_timer_start(unsigned urgency, struct lm_irq *irq)
{
    attached = irq;
    board_timer_prepare(urgency);
}

uint64_t board_timer_arm(uint64_t delay)
{
    due = lm_now() + delay;
    set();
    return due;
}

void board_timer_expired(void)
{
    if (lm_now() < due) {
        set();
        return;
    }
    lm_interrupt_enter(BOARD_TIMER_INTERRUPT);
    lm_irq_serve(attached);
    lm_interrupt_exit(BOARD_TIMER_INTERRUPT);
}
