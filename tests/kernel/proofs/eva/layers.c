/* SPDX-License-Identifier: Apache-2.0 */
/* The states of budgets, cyclic threads and deferred timers, in addition to those of the threads:
 * each function begins one of the shapes of a layer. The functions for arguments return an object
 * of the state, or one of the unusual choices. */
#include "choices.h"
#include "cyclic/cyclic.h"
#include "world.h"
#include <limen/budget.h>
#include <limen/limen.h>
#include <limen/section.h>
#include <limen/timer_thread.h>

/* A thread, memory that is not a thread, and NULL. */
struct lm_thread *any_one(unsigned choice)
{
    static struct lm_thread *const threads[ONES] = {&caller.thread, &first, &third, NULL};

    if (choice == 2) {
        IS_NO(&third, LM_KIND_THREAD);
    }
    return threads[choice];
}

/* Budgets. */

static struct lm_budget budget, other_budget, new_budget;

/* Enough timeouts that all later ones have the same place. */
static uint32_t any_ticks(void)
{
    return (uint32_t)any_between(176, 223);
}

static void set_budget(struct lm_thread *thread, struct lm_budget *set,
                       enum lm_budget_policy policy)
{
    const struct lm_budget_config config = {
        .ticks = 50, .period = 1000, .policy = policy, .restarts = 1, .restart_ticks = 7};

    REQUIRE(lm_thread_set_budget(thread, set, &config) == LM_OK);
    set->restarts_left = pattern == 0 ? 0 : (uint32_t)any_between(1, UINT32_MAX);
    if (time_is_exact) {
        set->left = pattern == 0 ? -5 : 50;
    } else {
        set->left = any_ticks();
        set->config.ticks = any_ticks();
        set->config.period = any_u32;
        set->period_end = pattern == 1 ? any_u32 : 0;
    }
}

/* The budget of the first thread has a timeout, after which it acts in this way. */
static void await(unsigned next_step)
{
    set_budget(&first, &budget, LM_BUDGET_RESTART);
    first.begun = true;
    budget.next_step = (uint8_t)next_step;
    world_start(&budget.timeout, 0);
}

static struct lm_mutex held;

/* The running thread has a mutex, for which the first one may wait. */
static void hold(bool is_wanted)
{
    REQUIRE(lm_mutex_create(&held, "held", LM_PLAIN, 0, LM_FIFO) == LM_OK);
    REQUIRE(lm_mutex_lock(&held, LM_NO_WAIT) == LM_OK);
    if (is_wanted) {
        world_wait_one(&first, &held.waiters, false);
    }
}

enum budget_step { USED_UP, PERIOD_ENDS, RESTARTS };

void begin_budget(unsigned shape)
{
    switch (shape) {
    case 0:
        break;
    case 5:
        set_budget(&caller.thread, &budget, LM_BUDGET_WAIT);
        set_budget(&first, &other_budget, LM_BUDGET_END);
        break;
    case 6:
        await(PERIOD_ENDS);
        first.waits_for = LM_WAITS_FOR_BUDGET;
        break;
    case 7:
        await(RESTARTS);
        first.state = LM_STATE_TERMINATED;
        first.waits_for = LM_WAS_TERMINATED;
        break;
    case 8:
        set_budget(&caller.thread, &budget, LM_BUDGET_WAIT);
        REQUIRE(lm_preempt_disable() == LM_OK);
        break;
    case 9:
    case 10:
        set_budget(&caller.thread, &budget, LM_BUDGET_END);
        hold(shape == 10);
        break;
    default:
        set_budget(&caller.thread, &budget, (enum lm_budget_policy)(shape - 1));
        break;
    }
}

struct lm_budget *any_budget(unsigned choice)
{
    static struct lm_budget *const choices[BUDGETS] = {&new_budget, &budget, NULL};

    return choices[choice];
}

const struct lm_budget_config *any_budget_config(unsigned choice)
{
    static struct lm_budget_config config;

    config.ticks = choice == 1 ? any_u32 : any_ticks();
    config.period = any_u32;
    config.policy = any_u32;
    config.restarts = any_u32;
    config.restart_ticks = any_u32;
    config.dispatch_ticks = (uint32_t)any_between(0, 9);
    REQUIRE(choice != 1 || config.ticks > config.period);
    return choice < BUDGET_CONFIGS - 1 ? &config : NULL;
}

/* Cyclic threads. */

static struct lm_tick tick, new_tick;
static struct lm_cyclic cyclic, other_cyclic, new_cyclic;
static uint32_t flags_of_device;

static void create_tick(enum lm_tick_style style)
{
    const struct lm_tick_config config = {
        .name = "tick", .length = 10, .style = style, LM_USE_STACK(own_stack)};

    REQUIRE(lm_tick_create(&tick, &config) == LM_OK);
    tick.pending = style == LM_TICK_DEFERRED && pattern == 2;
    tick.scans = any_u32;
    tick.timer.period = 1ULL << 50;
    tick.timer.due = 100;
    world_start(&tick.timer.timeout, 0);
}

enum cyclic_shape {
    DISABLED,
    PERIOD_GOES_ON,
    PERIOD_ENDED,
    LATE,
    LATE_WITH_DELAY,
    DELAYED,
    AWAITS
};

/* Any numbers that a thread of this tick can have and that cause one event at a tick. */
static void set_cyclic(struct lm_cyclic *set, enum cyclic_shape shape)
{
    bool delays = shape == LATE_WITH_DELAY || shape == DELAYED;
    uint32_t length = (uint32_t)tick.length;

    set->trigger = (uint8_t)any_between(LM_TRIGGER_NONE, LM_TRIGGER_DEVICE);
    set->enabled = shape != DISABLED;
    set->late = shape == LATE || shape == LATE_WITH_DELAY;
    set->late_since = any_u64;
    set->left = (int32_t)(shape == PERIOD_ENDED ? any_between(0, length)
                                                : any_between(length + 1, INT32_MAX));
    set->period = pattern == 0 ? 0 : (int32_t)any_between(length, INT32_MAX);
    set->delay = !delays        ? 0
                 : pattern == 1 ? (int32_t)any_between(1, length)
                                : (int32_t)any_between(length + 1, INT32_MAX);
    set->device = shape == AWAITS ? &flags_of_device : NULL;
    set->flags_set = pattern;
    set->flags_clear = 0;
    set->releaser.deadline = any_u64;
}

static void attach_first(enum cyclic_shape shape)
{
    REQUIRE(lm_tick_attach(&tick, &cyclic, &first) == LM_OK);
    set_cyclic(&cyclic, shape);
}

/* The running thread has been attached before its start. */
static void attach_running(void)
{
    other_cyclic.thread = &caller.thread;
    other_cyclic.releaser.kind = &lm_cyclic_kind;
    caller.thread.releaser = &other_cyclic.releaser;
    cyclic.next = &other_cyclic;
    tick.last = &other_cyclic;
    other_cyclic.shortest = tick.length;
    set_cyclic(&other_cyclic, (enum cyclic_shape)(PERIOD_ENDED + pattern));
}

/* No tick; one without threads, with the first thread, with both, in each style. */
void begin_cyclic(unsigned shape)
{
    unsigned of_tick = shape / CYCLIC_THREADS;
    unsigned of_thread = shape % CYCLIC_THREADS;

    flags_of_device = 1;
    REQUIRE(of_thread == 0 || (of_tick != 0 && of_tick != 1 && of_tick != 4));
    if (of_tick == 0) {
        IS_NO(&tick.timer, LM_KIND_TIMER);
        return;
    }
    create_tick(of_tick < 4 ? LM_TICK_IN_INTERRUPT : LM_TICK_DEFERRED);
    if (of_tick != 1 && of_tick != 4) {
        attach_first((enum cyclic_shape)of_thread);
    }
    if (of_tick == 3 || of_tick == 6) {
        attach_running();
    }
}

struct lm_tick *any_tick(unsigned choice)
{
    return choice == 0 ? &tick : NULL;
}

struct lm_tick *any_new_tick(void)
{
    new_tick.timer.object.kind = (uint8_t)any_u32;
    new_tick.timer.object.epoch = (uint8_t)any_u32;
    new_tick.timer.pending_calls = any_u32;
    return ANY_BOOL ? &new_tick : NULL;
}

const struct lm_tick_config *any_tick_config(unsigned choice)
{
    static struct lm_tick_config config = {.name = "tick"};

    config.length = any_u64;
    config.style = any_u32;
    config.stack = choice == 1 ? NULL : own_stack;
    config.stack_bytes = choice == 2 ? 0 : sizeof own_stack;
    return choice < TICK_CONFIGS - 1 ? &config : NULL;
}

struct lm_cyclic *any_cyclic(unsigned choice)
{
    static struct lm_cyclic *const choices[CYCLICS] = {&cyclic, &other_cyclic, &new_cyclic, NULL};

    return choices[choice];
}

uint64_t any_delay(unsigned choice)
{
    return choice == 0 ? any_between(1, UINT64_MAX) : 0;
}

const uint32_t *any_flags_of_device(unsigned choice)
{
    return choice == 0 ? &flags_of_device : NULL;
}

/* The thread of timers. */

static struct lm_timer_thread timer_thread, new_timer_thread;
static struct lm_timer deferred;

/* The thread does not exist; it is idle; under LM_MODEL_RT a timer is started; a call is
 * pending. */
void begin_timer_thread(unsigned shape)
{
    const struct lm_thread_config config = {.name = "timers", LM_USE_STACK(own_stack)};

    if (shape == 0) {
        return;
    }
    REQUIRE(lm_timer_thread_create(&timer_thread, &config) == LM_OK);
    REQUIRE(lm_timer_create(&deferred, "timer", do_once, NULL) == LM_OK);
    REQUIRE(lm_model_set(shape == 1 ? LM_MODEL_FULL : LM_MODEL_RT) == LM_OK);
    deferred.due = 100;
    world_start(&deferred.timeout, 0);
    if (shape == 3) {
        deferred.pending_calls = pattern == 0 ? 1 : (uint32_t)any_between(2, UINT32_MAX);
        lm_list_insert_before(&timer_thread.timers, &deferred.pending);
        timer_thread.due.count = any_u32;
    }
}

struct lm_timer_thread *any_new_timer_thread(unsigned choice)
{
    new_timer_thread.thread.object.kind = (uint8_t)any_u32;
    new_timer_thread.thread.object.epoch = (uint8_t)any_u32;
    new_timer_thread.thread.state = (uint8_t)any_between(LM_STATE_READY, LM_STATE_TERMINATED);
    return choice == 0 ? &new_timer_thread : choice == 1 ? &timer_thread : NULL;
}

void run_timer_thread(void)
{
    run(&timer_thread.thread);
}

void run_tick(void)
{
    run(&tick.thread);
}
