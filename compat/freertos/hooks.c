/* SPDX-License-Identifier: Apache-2.0 */
/* Functions of the program that the kernel calls: at each tick, and when a stack has overflowed.
 * Only programs with one of them contain this file. */
#include "limen.h"

static struct lm_timer ticker;

static void tick(void *argument)
{
    (void)argument;
    lm_freertos_hooks.tick();
}

void lm_freertos_ticks_begin(void)
{
    (void)lm_timer_create(&ticker, "tick", tick, NULL);
    (void)lm_timer_start(&ticker, LM_UNTIL(lm_layer_instant(1)), lm_layer_tick);
}

static void overflowed(struct lm_thread *thread)
{
    TaskHandle_t task = (TaskHandle_t)(void *)lm_layer_thread_of(thread);

    if (task != NULL) {
        lm_freertos_hooks.stack_overflow(task, pcTaskGetName(task));
    }
}

void lm_freertos_overflow_begin(void)
{
    (void)lm_stack_check(overflowed);
}
