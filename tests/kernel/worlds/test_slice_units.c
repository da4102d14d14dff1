/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: time slices that are counted in units of several ticks end at multiples of the unit. A
 * slice of n units ends at the n-th multiple after its beginning. A preempted slice has as many
 * multiples left as it has not passed. The end of a slice has the same effect if the alarm or a
 * switch notices it. A slice of single ticks that ends late shortens the next one of its thread.
 *
 * Method: a small world. Two threads share a priority, and a third one preempts them. Every
 * sequence of ticks, late alarms, time that passes without one, dispatches of the thread that runs
 * already, preemptions and their ends, yields, slices that are set for the running thread, and
 * interrupts that suspend it behind an alarm is compared with a reference that counts multiples
 * down. There are several units, one tick included. LIMEN_LONG=1: longer sequences.
 */
#include "check.h"
#include "core/dispatch.h"
#include "explore.h"
#include "port.h"
#include "threads.h"
#include "time/alarm.h"
#include <stdio.h>
#include <stdlib.h>

enum { SHARERS = 2, THIEF = SHARERS, STEPS = 5, STEPS_LONG = 6, LATE = 3, SLICES = 3 };

enum step {
    TICK,
    LATE_ALARM,
    NO_ALARM, /* as with interrupts off */
    DISPATCH_AGAIN,
    STEAL_OR_RETURN,
    YIELD,
    SET_SLICE,
    SET_NONE,
    SUSPEND_BEHIND_ALARM,
    STEP_KINDS
};

/* The reference. */
static struct {
    int first; /* of the two threads */
    bool stolen;
    uint32_t slice[SHARERS];
    int64_t left[SHARERS]; /* multiples of the unit; -n: over since the n-th before */
    uint32_t ended[SHARERS];
} expected;

static struct lm_counters counters[SHARERS];
static struct explore explore;
static uint32_t unit;

static void explain(void *context)
{
    (void)context;
    fprintf(stderr, "unit %u, slices %u %u, left %d %d, at %llu; choices ", (unsigned)unit,
            (unsigned)expected.slice[0], (unsigned)expected.slice[1], (int)expected.left[0],
            (int)expected.left[1], (unsigned long long)lm_null.now);
    explore_print(&explore);
}

static void begin(void)
{
    static const uint32_t units[] = {1, 2, 5};
    struct lm_thread_config config;

    unit = units[explore_choose(&explore, 3)];
    expected.first = 0;
    expected.stolen = false;
    lm_kernel_init();
    lm_slices_in(unit);
    for (unsigned i = 0; i < SHARERS; i++) {
        config = threads_config(i, 5, 5);
        threads_slice[i] = (struct lm_slice)LM_SLICE(explore_choose(&explore, SLICES));
        config.slice = threads_slice[i].ticks != 0 ? &threads_slice[i] : NULL;
        config.counters = &counters[i];
        counters[i] = (struct lm_counters){0};
        expected.slice[i] = threads_slice[i].ticks;
        expected.left[i] = threads_slice[i].ticks;
        expected.ended[i] = 0;
        CHECK_STATUS(lm_thread_create(&threads[i], &config), LM_OK);
    }
    config = threads_config(THIEF, 1, 1);
    config.suspended = true;
    CHECK_STATUS(lm_thread_create(&threads[THIEF], &config), LM_OK);
    lm_kernel_start();
}

/* The other thread is next, with the rest of its slice. */
static void expect_rotation(void)
{
    expected.left[expected.first] = expected.slice[expected.first];
    expected.first = 1 - expected.first;
}

static void expect_time(uint64_t passed)
{
    uint64_t now = lm_null.now; /* a call would let the alarm come */

    if (!expected.stolen) {
        expected.left[expected.first] -= (int64_t)((now + passed) / unit - now / unit);
    }
}

/* The alarm or a switch notices the end of the slice. */
static void expect_notice(void)
{
    int first = expected.first;
    int64_t left = expected.left[first];
    uint32_t slice = expected.slice[first];

    if (expected.stolen || slice == 0 || left > 0) {
        return;
    }
    expected.ended[first]++;
    expect_rotation();
    if (unit == 1) {
        expected.left[first] = -left < slice ? slice + left : 1;
    }
}

static void let_time_pass(uint64_t ticks)
{
    expect_time(ticks);
    expect_notice();
    null_set_clock(lm_null.now + ticks);
}

static void let_time_pass_without_alarm(uint64_t ticks)
{
    expect_time(ticks);
    null_creep(ticks);
}

/* Dispatches the running thread again, as if a thread that would have preempted it is not ready any
 * more at the switch. */
static void dispatch_again(uint64_t ticks)
{
    null_creep(ticks);
    lm_null.locked = 1;
    lm_dispatch(lm_cpu());
    lm_null.locked = 0;
}

static void steal_or_return(void)
{
    expect_notice();
    expected.stolen = !expected.stolen;
    if (expected.stolen) {
        CHECK_STATUS(lm_thread_resume(&threads[THIEF]), LM_OK);
    } else {
        CHECK_STATUS(lm_thread_suspend(&threads[THIEF]), LM_OK);
    }
}

/* The thread waits when it leaves, also if its slice has ended before. */
static void suspend_behind_alarm(void)
{
    int first = expected.first;

    if (expected.stolen) {
        return;
    }
    expect_time(LATE);
    if (expected.slice[first] != 0 && expected.left[first] <= 0) {
        expected.ended[first]++;
    }
    expect_rotation();
    null_interrupt_enter();
    null_creep(LATE);
    if (lm_null.alarm <= lm_null.now) {
        lm_null.alarm = LM_NEVER;
        lm_alarm();
    }
    CHECK_STATUS(lm_thread_suspend(&threads[first]), LM_OK);
    null_interrupt_exit();
    CHECK_STATUS(lm_thread_resume(&threads[first]), LM_OK);
}

static void yield(void)
{
    if (!expected.stolen) {
        expect_rotation();
    }
    CHECK_STATUS(lm_thread_yield(), LM_OK);
}

static void set_slice(uint32_t slice)
{
    int first = expected.first;

    expected.slice[first] = slice;
    expected.left[first] = slice;
    CHECK_STATUS(lm_thread_set_slice(&threads[first], &threads_slice[first], slice), LM_OK);
}

static void act(enum step step)
{
    switch (step) {
    case TICK:
        let_time_pass(1);
        break;
    case LATE_ALARM:
        let_time_pass(LATE);
        break;
    case NO_ALARM:
        let_time_pass_without_alarm(LATE);
        break;
    case DISPATCH_AGAIN:
        expect_time(1);
        dispatch_again(1);
        break;
    case STEAL_OR_RETURN:
        steal_or_return();
        break;
    case YIELD:
        yield();
        break;
    case SET_SLICE:
        set_slice(2);
        break;
    case SET_NONE:
        set_slice(0);
        break;
    default:
        suspend_behind_alarm();
        break;
    }
}

static void compare(void)
{
    CHECK_EQUAL(threads_running(), expected.stolen ? THIEF : expected.first);
    for (unsigned i = 0; i < SHARERS; i++) {
        struct lm_thread_info info;

        CHECK_STATUS(lm_thread_get_info(&threads[i], &info), LM_OK);
        CHECK_EQUAL(info.slice, expected.slice[i]);
        CHECK_EQUAL(counters[i].slices, expected.ended[i]);
        if (expected.slice[i] != 0 && threads_running() != (int)i) {
            CHECK_EQUAL(threads_slice[i].left, expected.left[i]);
        }
    }
}

static void a_slice_of_one_can_be_shorter_than_a_tick_of_its_unit(void)
{
    struct lm_thread_config config;

    lm_kernel_init();
    lm_slices_in(100);
    for (unsigned i = 0; i < 2; i++) {
        config = threads_config(i, 5, 5);
        threads_slice[i] = (struct lm_slice)LM_SLICE(1);
        config.slice = &threads_slice[i];
        CHECK_STATUS(lm_thread_create(&threads[i], &config), LM_OK);
    }
    null_set_clock(199);
    lm_kernel_start();
    null_run_until(200);
    CHECK_EQUAL(threads_running(), 1);
    null_run_until(299);
    CHECK_EQUAL(threads_running(), 1);
    null_run_until(300);
    CHECK_EQUAL(threads_running(), 0);
}

/* A thread without peers, and the thief, which is not ready. */
static void begin_alone(void)
{
    struct lm_thread_config config = threads_config(0, 5, 5);

    lm_kernel_init();
    threads_slice[0] = (struct lm_slice)LM_SLICE(10);
    config.slice = &threads_slice[0];
    CHECK_STATUS(lm_thread_create(&threads[0], &config), LM_OK);
    config = threads_config(THIEF, 1, 1);
    config.suspended = true;
    CHECK_STATUS(lm_thread_create(&threads[THIEF], &config), LM_OK);
    lm_kernel_start();
}

static void a_thread_that_yields_to_nobody_begins_a_full_slice(void)
{
    begin_alone();
    null_creep(3);
    CHECK_STATUS(lm_thread_yield(), LM_OK);
    CHECK_EQUAL(lm_null.alarm, 13);
}

static void a_slice_has_a_tick_left_until_its_end_is_noticed(void)
{
    begin_alone();
    dispatch_again(3);
    CHECK_EQUAL(threads_slice[0].left, 7);
    for (unsigned late = 0; late < 2; late++) {
        dispatch_again(late == 0 ? 7 : 1);
        CHECK_EQUAL(threads_slice[0].left, 1);
        CHECK_EQUAL(lm_null.alarm, 10);
    }
}

/* The alarm ends the slice of a thread that is about to be preempted, and then it is not. */
static void a_thread_that_stays_after_all_begins_a_new_slice(void)
{
    begin_alone();
    null_interrupt_enter();
    CHECK_STATUS(lm_thread_resume(&threads[THIEF]), LM_OK);
    null_creep(12);
    lm_alarm();
    CHECK_EQUAL(threads_slice[0].left, 10); /* and not the instant */
    null_creep(1);
    CHECK_STATUS(lm_thread_suspend(&threads[THIEF]), LM_OK);
    null_interrupt_exit();
    CHECK_EQUAL(threads_running(), 0);
    CHECK_EQUAL(lm_null.alarm, 20); /* the three ticks are a part of it */
}

/* The instant at which a slice of one unit ends, if the kernel starts at this instant. */
static uint64_t end_of_slice(uint32_t ticks, uint64_t start)
{
    struct lm_thread_config config = threads_config(0, 5, 5);

    lm_kernel_init();
    lm_slices_in(ticks);
    null_creep(start);
    threads_slice[0] = (struct lm_slice)LM_SLICE(1);
    config.slice = &threads_slice[0];
    CHECK_STATUS(lm_thread_create(&threads[0], &config), LM_OK);
    lm_kernel_start();
    return lm_null.alarm;
}

static void a_kernel_that_starts_again_has_its_own_unit(void)
{
    CHECK_EQUAL(end_of_slice(5, 7), 10);
    CHECK_EQUAL(end_of_slice(2, 6), 8);
}

int main(int argc, char **argv)
{
    unsigned steps = getenv("LIMEN_LONG") != NULL ? STEPS_LONG : STEPS;

    a_slice_of_one_can_be_shorter_than_a_tick_of_its_unit();
    a_thread_that_yields_to_nobody_begins_a_full_slice();
    a_slice_has_a_tick_left_until_its_end_is_noticed();
    a_thread_that_stays_after_all_begins_a_new_slice();
    a_kernel_that_starts_again_has_its_own_unit();
    if (argc > 1) {
        explore_replay(&explore, argv[1]);
    }
    check_explain(explain, NULL);
    while (explore_next(&explore)) {
        begin();
        for (unsigned i = 0; i < steps; i++) {
            enum step step = (enum step)explore_choose(&explore, STEP_KINDS);

            act(step);
            if (step != NO_ALARM && step != DISPATCH_AGAIN && explore_is_new(&explore)) {
                compare();
            }
        }
    }
    printf("%llu runs\n", (unsigned long long)explore.runs);
    return 0;
}
