/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: time slices that are counted in units of several ticks end at multiples of the unit. A
 * slice of n units ends at the n-th multiple after its beginning. A preempted slice has as many
 * multiples left as it has not passed. A slice of single ticks that ends late shortens the next one
 * of its thread.
 *
 * Method: a small world. Two threads share a priority, and a third one preempts them. Every
 * sequence of ticks, late alarms, preemptions and their ends, yields, and slices that are set for
 * the running thread is compared with a reference that counts multiples down. There are several
 * units, one tick included. LIMEN_LONG=1: longer sequences.
 */
#include "check.h"
#include "explore.h"
#include "port.h"
#include "threads.h"
#include <stdio.h>
#include <stdlib.h>

enum { SHARERS = 2, THIEF = SHARERS, STEPS = 6, STEPS_LONG = 8, LATE = 3, SLICES = 3 };

enum step { TICK, LATE_ALARM, STEAL_OR_RETURN, YIELD, SET_SLICE, SET_NONE, STEP_KINDS };

/* The reference. */
static struct {
    int first; /* of the two threads */
    bool stolen;
    uint32_t slice[SHARERS];
    uint32_t left[SHARERS]; /* multiples of the unit */
    uint32_t ended[SHARERS];
} expected;

static struct lm_counters counters[SHARERS];
static struct explore explore;
static uint32_t unit;

static void explain(void *context)
{
    (void)context;
    fprintf(stderr, "unit %u, slices %u %u, left %u %u, at %llu; choices ", (unsigned)unit,
            (unsigned)expected.slice[0], (unsigned)expected.slice[1], (unsigned)expected.left[0],
            (unsigned)expected.left[1], (unsigned long long)lm_now());
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

static void expect_end(uint64_t late)
{
    int first = expected.first;
    uint32_t slice = expected.slice[first];

    expected.ended[first]++;
    expect_rotation();
    if (unit == 1) {
        expected.left[first] = late < slice ? slice - (uint32_t)late : 1;
    }
}

static void expect_time(uint64_t from, uint64_t to)
{
    int first = expected.first;
    uint64_t passed = to / unit - from / unit;

    if (expected.stolen || expected.slice[first] == 0) {
        return;
    }
    if (passed < expected.left[first]) {
        expected.left[first] -= (uint32_t)passed;
    } else {
        expect_end(passed - expected.left[first]);
    }
}

static void let_time_pass(uint64_t ticks)
{
    uint64_t now = lm_now();

    expect_time(now, now + ticks);
    null_set_clock(now + ticks);
}

static void steal_or_return(void)
{
    expected.stolen = !expected.stolen;
    if (expected.stolen) {
        CHECK_STATUS(lm_thread_resume(&threads[THIEF]), LM_OK);
    } else {
        CHECK_STATUS(lm_thread_suspend(&threads[THIEF]), LM_OK);
    }
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
    case STEAL_OR_RETURN:
        steal_or_return();
        break;
    case YIELD:
        yield();
        break;
    case SET_SLICE:
        set_slice(2);
        break;
    default:
        set_slice(0);
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

int main(int argc, char **argv)
{
    unsigned steps = getenv("LIMEN_LONG") != NULL ? STEPS_LONG : STEPS;

    a_slice_of_one_can_be_shorter_than_a_tick_of_its_unit();
    if (argc > 1) {
        explore_replay(&explore, argv[1]);
    }
    check_explain(explain, NULL);
    while (explore_next(&explore)) {
        begin();
        for (unsigned i = 0; i < steps; i++) {
            act((enum step)explore_choose(&explore, STEP_KINDS));
            if (explore_is_new(&explore)) {
                compare();
            }
        }
    }
    printf("%llu runs\n", (unsigned long long)explore.runs);
    return 0;
}
