/* SPDX-License-Identifier: Apache-2.0 */
/* Interrupts off: sleeping, timers, periods, slices, and the alarm that ends them. */
#include "masked.h"

enum { DELAY = LM_MS(1), LONG = LM_MS(4) };

static uint64_t instant;

static void set_instant(void)
{
    instant = lm_now() + LONG;
}

STEP(work, (lm_work(2 * LONG), 0))
WAIT(sleep_until, lm_thread_sleep_until(instant))
WAIT(sleep_differently, lm_thread_sleep(LM_MS(50) + ((uint64_t)1 << index)))
WAIT(wait_until, lm_semaphore_wait(&semaphore, LM_UNTIL(instant)))
EACH(start_all, lm_timer_start(&timers[i], LM_UNTIL(instant), 0))
EACH(start_periodic, lm_timer_start(&timers[i], LM_UNTIL(instant), LONG))
EACH(start_differently, lm_timer_start(&timers[i], LM_MS(50) + ((uint64_t)1 << i), 0))

static void start_at_instant(void)
{
    set_instant();
    start_all();
}

static void start_periods(void)
{
    set_instant();
    start_periodic();
}

static struct lm_slice caller_slice;

/* Peers with slices: the spare thread and the caller. */
static void slice(void)
{
    create_spare(CALLER, false);
    (void)lm_thread_set_slice(&caller, &caller_slice, DELAY);
}

CALL(set_slice, lm_thread_set_slice(&caller, &caller_slice, 1000))
CALL(sleep, lm_thread_sleep(DELAY))
CALL(timer_start, lm_timer_start(&timers[MANY - 1], DELAY, 0))
CALL(timer_start_long, lm_timer_start(&timers[MANY - 1], LM_SECONDS(1000000), 0))
CALL(timer_stop, lm_timer_stop(&timers[0]))
CALL(timer_delete, lm_timer_delete(&timers[0]))
CALL(timer_get_info, lm_timer_get_info(&timers[0], &(struct lm_timer_info){0}))
STEP(now, lm_now())
STEP(time_get, lm_time_get())
STEP(time_set, (lm_time_set(0), 0))

CALL(timer_create, lm_timer_create(&timers[0], "timer", timers[1].function, NULL))

static struct lm_thread periodic[MANY];
static struct lm_period periods[MANY];
static _Alignas(LM_PORT_STACK_ALIGN) unsigned char stacks[MANY][LM_PORT_STACK_BYTES(256)];

static void wait_periods(void *argument)
{
    (void)argument;
    for (;;) {
        (void)lm_thread_wait_period();
    }
}

static void create_periodic(void)
{
    uint64_t offset = lm_now() + LONG; /* all are released at one instant */

    for (unsigned i = 0; i < count; i++) {
        periods[i] = (struct lm_period)LM_PERIOD(LM_SECONDS(1), offset - lm_now(), 0);
        (void)lm_thread_create(&periodic[i],
                               &(struct lm_thread_config){.name = "periodic",
                                                          LM_PREEMPTIVE(LEAST),
                                                          .entry = wait_periods,
                                                          .period = &periods[i],
                                                          .stack = stacks[i],
                                                          .stack_bytes = sizeof stacks[i]});
    }
}

static void end_periodic(void)
{
    for (unsigned i = 0; i < count; i++) {
        (void)lm_thread_terminate(&periodic[i]);
        (void)lm_thread_delete(&periodic[i]);
    }
}

static void releases(void)
{
    create_periodic();
    lm_work(2 * LONG);
    end_periodic();
}

const struct masked_case time_cases[] = {
    {"now", .act = now},
    {"time_get", .act = time_get},
    {"time_set", .act = time_set},
    {"thread_sleep", true, .wait = sleep_differently, .act = sleep, .lasts = 2 * DELAY},
    {"timer_create", .ready = timer_delete, .act = timer_create},
    {"timer_start", true, .ready = start_differently, .act = timer_start},
    {"timer_start, in weeks", true, .ready = start_differently, .act = timer_start_long},
    {"timer_stop", true, .ready = start_differently, .act = timer_stop},
    {"timer_delete", true, .ready = start_differently, .act = timer_delete},
    {"timer_get_info", .ready = start_differently, .act = timer_get_info},
    {"alarm, n sleep until one instant", true, set_instant, sleep_until, .act = work},
    {"alarm, n wait until one instant", true, set_instant, wait_until, .act = work},
    {"alarm, n timers at one instant", true, .ready = start_at_instant, .act = work},
    {"alarm, n periodic timers at one instant", true, .ready = start_periods, .act = work},
    {"alarm, n periods begin at one instant", true, .act = releases},
    {0},
};

/* The last ones: from now on each switch looks for slices. */
const struct masked_case slice_cases[] = {
    {"thread_set_slice", .act = set_slice},
    {"alarm, a time slice ends", .ready = slice, .act = work},
    {0},
};
