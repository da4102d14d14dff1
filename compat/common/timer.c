/* SPDX-License-Identifier: Apache-2.0 */
/* Timers: the interrupt puts a timer into a list, and the thread of timers calls its function. Each
 * timer is in the list once, and counts its calls, so that none is lost. */
#include "limen_layer.h"
#include <string.h>

static struct lm_layer_thread thread;
static struct lm_semaphore calls; /* a unit for each pending call */
static struct lm_layer_due *last;
static uint32_t run_of_thread;

void lm_layer_timer_expire(void *argument)
{
    struct lm_layer_timer *timer = argument;
    uint32_t key = lm_interrupts_disable();

    lm_layer_due_add(&last, &timer->due);
    timer->active = timer->periodic;
    lm_interrupts_enable(key);
    (void)lm_semaphore_post(&calls);
}

/* Takes one call of the first timer. Returns: NULL if the timer has been stopped. */
static struct lm_layer_timer *take(void)
{
    uint32_t key = lm_interrupts_disable();
    struct lm_layer_due *due = lm_layer_due_take(&last);

    lm_interrupts_enable(key);
    return due != NULL ? LM_CONTAINER(due, struct lm_layer_timer, due) : NULL;
}

static void serve(void *argument)
{
    (void)argument;
    for (;;) {
        (void)lm_semaphore_wait(&calls, LM_FOREVER);

        struct lm_layer_timer *timer = take();

        if (timer != NULL) {
            timer->function(timer->argument);
        }
    }
}

bool lm_layer_timer_thread_begin(uint16_t priority, void *stack, uint32_t stack_bytes)
{
    struct lm_thread_config config = {
        .name = "timers", LM_PREEMPTIVE(priority), .stack = stack, .stack_bytes = stack_bytes};

    if (run_of_thread == lm_layer_run) {
        return true;
    }
    run_of_thread = lm_layer_run;
    last = NULL;
    memset(&calls, 0, sizeof calls);
    (void)lm_semaphore_create(&calls, "timers", 0, LM_FIFO);
    memset(&thread, 0, sizeof thread);
    thread.function = serve;
    return lm_layer_thread_create(&thread, &config);
}

static void start(struct lm_layer_timer *timer)
{
    uint32_t ticks = timer->period_ticks;

    (void)lm_timer_start(&timer->native, LM_UNTIL(lm_layer_instant(ticks)),
                         timer->periodic ? (uint64_t)ticks * lm_layer_tick : 0);
}

/* Before the start no tick passes. A timer waits for it in the list, in which no timer is due
 * yet. */
void lm_layer_timer_start(struct lm_layer_timer *timer, uint32_t ticks)
{
    uint32_t key = lm_interrupts_disable();

    timer->active = true;
    timer->period_ticks = ticks;
    if (lm_layer_has_started()) {
        start(timer);
    } else {
        lm_layer_due_forget(&last, &timer->due);
        lm_layer_due_add(&last, &timer->due);
    }
    lm_interrupts_enable(key);
}

void lm_layer_timers_at_start(void)
{
    struct lm_layer_timer *timer;

    while (run_of_thread == lm_layer_run && (timer = take()) != NULL) {
        start(timer);
    }
}

void lm_layer_timer_stop(struct lm_layer_timer *timer)
{
    uint32_t key = lm_interrupts_disable();

    (void)lm_timer_stop(&timer->native);
    lm_layer_due_forget(&last, &timer->due);
    timer->active = false;
    lm_interrupts_enable(key);
}
