/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: a thread with a budget runs for no more than its budget in each of its periods, and loses
 * none of it. Its policy defines the effect of the end of its budget. The bound of the analysis
 * holds: within any w ticks the thread runs for at most ceil((w + period - budget) / period) *
 * budget. If alarms are late, it holds in the long run.
 *
 * Method: a small world. The thread with the budget is more urgent than one that is always ready,
 * and a third one preempts it. Every sequence of ticks, preemptions and their ends, suspensions,
 * yields, and disabled preemption is compared with a reference that counts used ticks and keeps no
 * timeouts, and each window of each sequence with the bound. Random sequences with alarms that are
 * late are compared with the bound, and the time by which alarms were late. LIMEN_LONG=1: longer
 * and more sequences. LIMEN_SEED repeats random ones. test_budget_scenes.c tests single calls.
 */
#include "check.h"
#include "explore.h"
#include "port.h"
#include "state.h"
#include "threads.h"
#include "time/alarm.h"
#include <limen/budget.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SPINS, OTHER, THIEF };
enum { STEPS = 7, STEPS_LONG = 9, RANDOM_STEPS = 60, RANDOM_RUNS = 20000, LATE = 3, MOMENTS = 512 };

enum step { TICK, TICKS, STEAL_OR_RETURN, SUSPEND_OR_RESUME, DISABLE_OR_ENABLE, YIELD, STEP_KINDS };

static const struct lm_budget_config configs[] = {
    {2, 5, LM_BUDGET_WAIT, 0, 0, 0}, {3, 3, LM_BUDGET_WAIT, 0, 0, 0},
    {2, 4, LM_BUDGET_END, 1, 0, 0},  {2, 4, LM_BUDGET_RESTART, 1, 2, 0},
    {3, 6, LM_BUDGET_WAIT, 0, 0, 2},
};
enum { CONFIGS = sizeof configs / sizeof configs[0] };

static struct lm_budget budget;
static struct lm_budget_config config;
static struct explore explore;

/* The reference. */
static struct {
    bool stolen, suspended, waits, ended, disabled;
    bool runs, preempted; /* the thread with the budget */
    uint64_t used, period_end, restart_at;
    uint64_t alarm; /* the newest one */
    unsigned used_up, restarts;
} expected;

static bool ran[MOMENTS]; /* in this tick: the thread with the budget? */
static unsigned disabled_ticks, late_ticks;

static void explain(void *context)
{
    (void)context;
    fprintf(stderr, "budget %u of %u, policy %u, at %llu, used %llu; choices ",
            (unsigned)config.ticks, (unsigned)config.period, (unsigned)config.policy,
            (unsigned long long)lm_null.now, (unsigned long long)expected.used);
    explore_print(&explore);
}

static void begin(void)
{
    config = configs[explore_choose(&explore, CONFIGS)];
    lm_kernel_init();
    for (unsigned i = SPINS; i <= THIEF; i++) {
        static const unsigned priorities[] = {3, 5, 1};
        struct lm_thread_config thread = threads_config(i, priorities[i], priorities[i]);

        thread.suspended = i != OTHER;
        CHECK_STATUS(lm_thread_create(&threads[i], &thread), LM_OK);
    }
    CHECK_STATUS(lm_thread_set_budget(&threads[SPINS], &budget, &config), LM_OK);
    memset(&expected, 0, sizeof expected);
    memset(ran, 0, sizeof ran);
    disabled_ticks = late_ticks = 0;
    expected.restarts = config.restarts;
    expected.suspended = true;
    lm_kernel_start();
}

static void expect_end_of_budget(void)
{
    uint64_t now = lm_null.now;

    expected.alarm = now;
    if (expected.disabled) {
        return;
    }
    expected.used_up++;
    expected.runs = false;
    if (config.policy == LM_BUDGET_WAIT) {
        expected.waits = true;
        return;
    }
    expected.ended = true;
    expected.restart_at = LM_NEVER;
    if (config.policy == LM_BUDGET_RESTART && expected.restarts > 0) {
        uint64_t again = now + config.restart_ticks;

        expected.restarts--;
        expected.restart_at = again > expected.period_end ? again : expected.period_end;
    }
}

/* The next thread runs. An instant that was served before is served again at the next tick. */
static void expect_dispatch(void)
{
    uint64_t now = lm_null.now;
    bool runs = !expected.stolen && !expected.suspended && !expected.waits && !expected.ended;

    if (runs && !expected.runs) {
        if (now >= expected.period_end && !expected.preempted) {
            expected.used = expected.used > config.ticks ? expected.used - config.ticks : 0;
            expected.period_end = now + config.period;
        }
        expected.used += config.dispatch_ticks > 0 ? config.dispatch_ticks : 1;
    }
    expected.preempted = expected.stolen && (expected.runs || expected.preempted);
    expected.runs = runs;
    if (runs && expected.used >= config.ticks && expected.alarm != now) {
        expect_end_of_budget();
    }
}

static void expect_tick(void)
{
    uint64_t now = lm_null.now;

    if (expected.runs && expected.used >= config.ticks) {
        expect_end_of_budget();
    } else if (expected.waits && now >= expected.period_end) {
        expected.alarm = now;
        expected.waits = false;
    } else if (expected.ended && now >= expected.restart_at) {
        expected.alarm = now;
        expected.ended = false;
        expected.suspended = false;
    }
    expect_dispatch();
}

static void note_tick(uint64_t at)
{
    CHECK(at < MOMENTS);
    ran[at] = threads_running() == SPINS;
    disabled_ticks += ran[at] && threads[SPINS].preempt_disabled != 0;
}

static void tick(void)
{
    note_tick(lm_null.now);
    expected.used += expected.runs;
    null_run_until(lm_null.now + 1);
    expect_tick();
}

static void steal_or_return(void)
{
    expected.stolen = !expected.stolen;
    if (expected.stolen) {
        CHECK_STATUS(lm_thread_resume(&threads[THIEF]), LM_OK);
    } else {
        CHECK_STATUS(lm_thread_suspend(&threads[THIEF]), LM_OK);
    }
    expect_dispatch();
}

static void suspend_or_resume(void)
{
    enum lm_status answer = expected.ended ? LM_BAD_STATE : LM_OK;

    if (expected.suspended) {
        CHECK_STATUS(lm_thread_resume(&threads[SPINS]), answer);
    } else {
        CHECK_STATUS(lm_thread_suspend(&threads[SPINS]), answer);
    }
    expected.suspended ^= answer == LM_OK;
    expected.runs = expected.runs && !expected.suspended;
    expected.preempted = false;
    expect_dispatch();
}

static void disable_or_enable(void)
{
    expected.disabled = !expected.disabled;
    if (expected.disabled) {
        CHECK_STATUS(lm_preempt_disable(), LM_OK);
    } else {
        CHECK_STATUS(lm_preempt_enable(), LM_OK);
    }
}

/* The thread is dispatched again, which costs the same. */
static void yield(void)
{
    CHECK_STATUS(lm_thread_yield(), LM_OK);
    if (expected.runs) {
        expected.runs = false;
        expect_dispatch();
    }
}

static void act(enum step step)
{
    if (step == TICK) {
        tick();
    } else if (step == TICKS) {
        for (unsigned i = 0; i < LATE; i++) {
            tick();
        }
    } else if (step == DISABLE_OR_ENABLE) {
        if (expected.runs) {
            disable_or_enable();
        }
    } else if (expected.disabled) {
        return; /* nothing can preempt the thread, and it cannot wait */
    } else if (step == STEAL_OR_RETURN) {
        steal_or_return();
    } else if (step == SUSPEND_OR_RESUME) {
        suspend_or_resume();
    } else {
        yield();
    }
}

static void compare(void)
{
    int running = expected.stolen ? THIEF : expected.runs ? SPINS : OTHER;

    CHECK_EQUAL(threads_running(), running);
    CHECK_EQUAL(budget.times_used_up, expected.used_up);
    CHECK_EQUAL(threads[SPINS].waits_for == LM_WAITS_FOR_BUDGET, expected.waits);
}

/* Each window, with the ticks that the budget could not prevent. */
static void check_bound(uint64_t end)
{
    for (uint64_t from = 0; from < end; from++) {
        uint64_t used = 0;

        for (uint64_t to = from; to < end; to++) {
            uint64_t window = to + 1 - from + config.period - config.ticks;

            used += ran[to];
            CHECK(used <= (window + config.period - 1) / config.period * config.ticks +
                              disabled_ticks + late_ticks);
        }
    }
}

static void explore_all(unsigned steps)
{
    while (explore_next(&explore)) {
        begin();
        for (unsigned i = 0; i < steps; i++) {
            act((enum step)explore_choose(&explore, STEP_KINDS));
            if (explore_is_new(&explore)) {
                compare();
            }
        }
        check_bound(lm_null.now);
    }
    printf("%llu runs\n", (unsigned long long)explore.runs);
}

static void note_ticks(uint64_t ticks)
{
    for (uint64_t i = 0; i < ticks; i++) {
        note_tick(lm_null.now + i);
    }
    late_ticks += threads_running() == SPINS ? (unsigned)ticks : 0;
}

/* Lets time pass as with interrupts off. */
static void let_time_pass_without_alarm(void)
{
    uint64_t ticks = explore_choose(&explore, LATE) + 1;

    note_ticks(ticks);
    null_creep(ticks);
}

static void let_alarm_come(uint64_t ticks)
{
    note_ticks(ticks);
    null_creep(ticks);
    if (lm_null.alarm <= lm_null.now) {
        lm_null.alarm = LM_NEVER;
        lm_alarm();
    }
}

/* Two alarms before the switch that the first one has requested. */
static void let_alarms_come_in_an_interrupt(void)
{
    null_interrupt_enter();
    let_alarm_come(explore_choose(&explore, LATE) + 1);
    let_alarm_come(explore_choose(&explore, LATE) + 1);
    null_interrupt_exit();
}

static void act_at_random(void)
{
    bool is_stolen = expected.stolen;

    switch (explore_choose(&explore, 6)) {
    case 0:
        let_time_pass_without_alarm();
        break;
    case 1:
        expected.stolen = !is_stolen;
        CHECK_STATUS(is_stolen ? lm_thread_suspend(&threads[THIEF])
                               : lm_thread_resume(&threads[THIEF]),
                     LM_OK);
        break;
    case 2:
        (void)lm_thread_suspend(&threads[SPINS]);
        break;
    case 3:
        (void)lm_thread_resume(&threads[SPINS]);
        break;
    case 4:
        let_alarms_come_in_an_interrupt();
        break;
    default:
        note_tick(lm_null.now);
        null_run_until(lm_null.now + 1);
        break;
    }
}

/* The thread that runs has been dispatched, with a timeout for the end of its budget. */
static void check_dispatch(void)
{
    const struct lm_cpu *cpu = lm_cpu();

    CHECK(lm_null.switch_pending || cpu->running == cpu->next);
    if (threads_running() == SPINS) {
        CHECK_EQUAL(threads[SPINS].state, LM_STATE_DISPATCHED);
        CHECK(lm_timeout_is_started(&budget.timeout));
    }
}

static void explore_late_alarms(uint64_t seed, uint64_t runs)
{
    explore_random(&explore, seed, runs);
    while (explore_next(&explore)) {
        begin();
        for (unsigned i = 0; i < RANDOM_STEPS; i++) {
            act_at_random();
            check_dispatch();
        }
        check_bound(lm_null.now);
    }
}

int main(int argc, char **argv)
{
    bool is_long = getenv("LIMEN_LONG") != NULL;
    const char *seed = getenv("LIMEN_SEED");

    check_explain(explain, NULL);
    if (argc > 1) {
        explore_replay(&explore, argv[1]);
    }
    explore_all(is_long ? STEPS_LONG : STEPS);
    printf("LIMEN_SEED=%s\n", seed != NULL ? seed : "1");
    explore_late_alarms(seed != NULL ? strtoull(seed, NULL, 10) : 1,
                        is_long ? 50 * RANDOM_RUNS : RANDOM_RUNS);
    return 0;
}
