/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: time slices in units of several ticks are paid at the multiples of the unit. The thread
 * that runs when the alarm of a multiple is served pays for one unit. The slice of n units ends
 * when its thread has paid n times. A preempted thread keeps its rest, and one that yields or waits
 * gets a full slice. The alarm is set while a thread with a slice runs, and switches have hooks
 * only while they are needed. A slice of single ticks ends at its tick, whether the alarm or a
 * switch notices it. A slice that ends late shortens the next slice of its thread.
 *
 * Method: a small world. Two threads share a priority, and a third one preempts them. Every
 * sequence of ticks, late alarms, time that passes without one, dispatches of the thread that runs
 * already, preemptions and their ends, yields, slices that are set for the running thread, and
 * interrupts that suspend it behind an alarm is compared with a reference: one that lets the thread
 * pay at each alarm for units, and one that counts ticks down for single ticks. LIMEN_LONG=1:
 * longer sequences.
 */
#include "check.h"
#include "core/dispatch.h"
#include "explore.h"
#include "port.h"
#include "threads.h"
#include "time/alarm.h"
#include <limen/idle_hook.h>
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
    int64_t left[SHARERS]; /* of single ticks -n: over since the n-th before */
    uint32_t ended[SHARERS];
    uint64_t alarm; /* of units */
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

static bool in_units(void)
{
    return unit != 1;
}

/* Units: the thread that runs now has a slice, so that an alarm is set. */
static void expect_alarm(void)
{
    uint64_t now = lm_null.now;

    if (in_units() && !expected.stolen && expected.slice[expected.first] != 0 &&
        expected.alarm == LM_NEVER) {
        expected.alarm = (now / unit + 1) * unit;
    }
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
        threads_slice[i].use = in_units() && i == 0 ? lm_slice_use_units : lm_slice_use;
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
    expected.alarm = LM_NEVER;
    expect_alarm();
}

/* The other thread is next, with the rest of its slice. */
static void expect_rotation(void)
{
    expected.left[expected.first] = expected.slice[expected.first];
    expected.first = 1 - expected.first;
}

/* Units: an alarm that has passed is served, and the running thread pays. */
static void expect_payment(void)
{
    int first = expected.first;
    bool is_due = expected.alarm <= lm_null.now;

    if (is_due) {
        expected.alarm = LM_NEVER;
    }
    if (is_due && !expected.stolen && expected.slice[first] != 0) {
        expected.left[first]--;
        if (expected.left[first] == 0) {
            expected.ended[first]++;
            expect_rotation();
        }
    }
    if (is_due) {
        expect_alarm();
    }
}

/* Ticks: time passes. */
static void expect_time(uint64_t passed)
{
    if (!expected.stolen) {
        expected.left[expected.first] -= (int64_t)passed;
    }
}

/* Ticks: the alarm or a switch notices the end of the slice. */
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
    expected.left[first] = -left < slice ? slice + left : 1;
}

static void let_time_pass(uint64_t ticks)
{
    if (!in_units()) {
        expect_time(ticks);
        expect_notice();
    }
    null_set_clock(lm_null.now + ticks);
    if (in_units()) {
        expect_payment();
    }
}

static void let_time_pass_without_alarm(uint64_t ticks)
{
    if (!in_units()) {
        expect_time(ticks);
    }
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

static void expect_dispatch_again(void)
{
    if (in_units()) {
        expect_alarm();
    } else {
        expect_time(1);
    }
}

/* Units: a call has let another thread run, and then an alarm that has passed comes. */
static void expect_switch(void)
{
    expect_alarm();
    expect_payment();
}

static void steal_or_return(void)
{
    if (!in_units()) {
        expect_notice();
    }
    expected.stolen = !expected.stolen;
    if (expected.stolen) {
        CHECK_STATUS(lm_thread_resume(&threads[THIEF]), LM_OK);
    } else {
        CHECK_STATUS(lm_thread_suspend(&threads[THIEF]), LM_OK);
    }
    expect_switch();
}

/* Units: the thread pays, and another one is about to run. */
static void expect_payment_behind_alarm(void)
{
    int first = expected.first;

    if (expected.alarm > lm_null.now) {
        return;
    }
    expected.alarm = LM_NEVER;
    if (expected.slice[first] != 0) {
        expected.left[first]--;
        expected.ended[first] += expected.left[first] == 0;
    }
    if (expected.left[first] != 0) {
        expect_alarm();
    }
}

static void expect_notice_behind_alarm(void)
{
    int first = expected.first;

    expect_time(LATE);
    if (expected.slice[first] != 0 && expected.left[first] <= 0) {
        expected.ended[first]++;
    }
}

/* The thread waits when it leaves, also if its slice has ended before. */
static void suspend_behind_alarm(void)
{
    int first = expected.first;

    if (expected.stolen) {
        return;
    }
    null_interrupt_enter();
    null_creep(LATE);
    if (in_units()) {
        expect_payment_behind_alarm();
    } else {
        expect_notice_behind_alarm();
    }
    if (lm_null.alarm <= lm_null.now) {
        lm_null.alarm = LM_NEVER;
        lm_alarm();
    }
    CHECK_STATUS(lm_thread_suspend(&threads[first]), LM_OK);
    null_interrupt_exit();
    expect_rotation();
    expect_switch();
    CHECK_STATUS(lm_thread_resume(&threads[first]), LM_OK);
}

static void yield(void)
{
    if (!expected.stolen) {
        expect_rotation();
    }
    CHECK_STATUS(lm_thread_yield(), LM_OK);
    expect_switch();
}

static void set_slice(uint32_t slice)
{
    int first = expected.first;

    expected.slice[first] = slice;
    expected.left[first] = slice;
    CHECK_STATUS(lm_thread_set_slice(&threads[first], &threads_slice[first], slice), LM_OK);
    expect_switch();
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
        dispatch_again(1);
        expect_dispatch_again();
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

/* Does the next switch have work for slices? */
static bool needs_hooks(void)
{
    bool is_full = true;

    for (unsigned i = 0; i < SHARERS; i++) {
        is_full = is_full && expected.left[i] == expected.slice[i];
    }
    return expected.alarm == LM_NEVER || !is_full;
}

static void compare_units(void)
{
    CHECK_EQUAL(lm_null.alarm, expected.alarm);
    CHECK(lm_cpu()->has_switch_hooks || !needs_hooks());
    for (unsigned i = 0; i < SHARERS; i++) {
        CHECK_EQUAL(threads_slice[i].left, expected.left[i]);
    }
}

static void compare(void)
{
    CHECK_EQUAL(threads_running(), expected.stolen ? THIEF : expected.first);
    if (in_units() && lm_cpu()->on_slice_end != NULL) {
        compare_units();
    }
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
        threads_slice[i] = (struct lm_slice){.use = lm_slice_use_units, .ticks = 1};
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

static unsigned switches;

static void note_switch(struct lm_thread *from, struct lm_thread *to)
{
    (void)from;
    (void)to;
    switches++;
}

static struct lm_switch_hook hook = {.function = note_switch};

/* Two threads with slices of this number of units of 10 ticks, of which the first one runs. The
 * hook is added before the slices, behind them, or not at all. */
static void begin_two(uint32_t slice, bool before, bool behind)
{
    struct lm_thread_config config;

    lm_kernel_init();
    lm_slices_in(10);
    if (before) {
        lm_switch_hook_add(&hook);
    }
    for (unsigned i = 0; i < SHARERS; i++) {
        config = threads_config(i, 5, 5);
        threads_slice[i] = (struct lm_slice)LM_SLICE(slice);
        config.slice = &threads_slice[i];
        CHECK_STATUS(lm_thread_create(&threads[i], &config), LM_OK);
    }
    if (behind) {
        lm_switch_hook_add(&hook);
    }
    lm_kernel_start();
    switches = 0;
}

static bool has_hooks(void)
{
    return lm_cpu()->has_switch_hooks;
}

static void switches_have_hooks_only_for_slices_in_use(void)
{
    begin_two(2, false, false);
    CHECK(!has_hooks());
    null_set_clock(10);
    CHECK(has_hooks());
    CHECK_STATUS(lm_thread_yield(), LM_OK);
    CHECK(!has_hooks());
    null_set_clock(20); /* the second thread pays, and then the slice that it has is set */
    CHECK(has_hooks());
    CHECK_STATUS(lm_thread_set_slice(&threads[1], &threads_slice[1], 3), LM_OK);
    CHECK_STATUS(lm_thread_yield(), LM_OK);
    CHECK(!has_hooks());
    begin_two(3, false, false);
    null_set_clock(10);
    null_set_clock(20);
    CHECK_STATUS(lm_thread_yield(), LM_OK);
    CHECK(!has_hooks());
    null_set_clock(30);
    CHECK(has_hooks());
    begin_two(1, false, false); /* the slice that was in use is none of this kernel */
    CHECK(!has_hooks());
    null_set_clock(10); /* the slice ends, and no alarm is set until the switch */
    CHECK_EQUAL(threads_running(), 1);
    CHECK(!has_hooks());
    CHECK_EQUAL(lm_null.alarm, 20);
    CHECK_STATUS(lm_thread_suspend(&threads[0]), LM_OK);
    null_set_clock(20); /* a full slice follows, without a switch */
    CHECK(!has_hooks());
}

/* The alarm of a thread that has left is not what an idle processor waits for. */
static void an_idle_processor_waits_for_no_unit(void)
{
    begin_two(2, false, false);
    CHECK_STATUS(lm_thread_suspend(&threads[1]), LM_OK);
    CHECK_EQUAL(lm_idle_until(), 10);
    CHECK_STATUS(lm_thread_suspend(&threads[0]), LM_OK);
    CHECK_EQUAL(lm_null.alarm, 10);
    CHECK_EQUAL(lm_idle_until(), LM_NEVER);
    CHECK_EQUAL(lm_null.alarm, LM_NEVER);
    null_creep(25);
    CHECK_STATUS(lm_thread_resume(&threads[0]), LM_OK);
    CHECK_EQUAL(lm_null.alarm, 30);
}

static void check_stack(struct lm_thread *thread)
{
    (void)thread;
}

static void hooks_of_other_features_stay(void)
{
    for (unsigned behind = 0; behind < 2; behind++) {
        begin_two(2, behind == 0, behind != 0);
        for (unsigned i = 0; i < 5; i++) {
            CHECK_STATUS(lm_thread_yield(), LM_OK);
            CHECK_EQUAL(switches, i + 1);
        }
    }
    begin_two(2, false, false);
    lm_stack_check(check_stack);
    CHECK_STATUS(lm_thread_yield(), LM_OK);
    CHECK(has_hooks());
    lm_stack_check(NULL);
    CHECK_STATUS(lm_thread_yield(), LM_OK);
    CHECK(!has_hooks());
}

int main(int argc, char **argv)
{
    unsigned steps = getenv("LIMEN_LONG") != NULL ? STEPS_LONG : STEPS;

    a_slice_of_one_can_be_shorter_than_a_tick_of_its_unit();
    a_thread_that_yields_to_nobody_begins_a_full_slice();
    a_slice_has_a_tick_left_until_its_end_is_noticed();
    a_thread_that_stays_after_all_begins_a_new_slice();
    a_kernel_that_starts_again_has_its_own_unit();
    switches_have_hooks_only_for_slices_in_use();
    hooks_of_other_features_stay();
    an_idle_processor_waits_for_no_unit();
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
