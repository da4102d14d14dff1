/* SPDX-License-Identifier: Apache-2.0 */
/* Ticks: at each of them the tick's cyclic threads are examined in order, and those that are due
 * are released. */
#include "core/door.h"
#include "core/sched.h"
#include "cyclic/cyclic.h"
#include "objects/thread.h"
#include "tick_probe.h"
#include "time/release.h"
#include <string.h>

enum { NOT_DUE = 255 }; /* instead of an enum lm_trigger */

static inline void release(struct lm_cpu *cpu, struct lm_cyclic *cyclic, unsigned trigger)
{
    struct lm_thread *thread = cyclic->thread;

    cyclic->trigger = (uint8_t)trigger;
    if (LM_OBSERVED) {
        cyclic->releaser.release = lm_port_now();
    }
    lm_probe_slot_begin();
    lm_release(cpu, thread, trigger);
    lm_probe_slot_end();
}

/* Does one of the flags have the awaited value? */
static bool flag_has_come(const struct lm_cyclic *cyclic)
{
    if (cyclic->device == NULL) {
        return false;
    }
    uint32_t flags = *cyclic->device;

    return (flags & cyclic->flags_set) != 0 || (~flags & cyclic->flags_clear) != 0;
}

/* Count the period. Returns: whether it has ended. */
static bool period_ends(struct lm_cyclic *cyclic, int32_t length)
{
    if (cyclic->period == 0) {
        return false;
    }
    cyclic->left -= length;
    if (cyclic->left > 0) {
        return false;
    }
    cyclic->left += cyclic->period;
    return true;
}

/* Count the period and the delay of a thread at work. Its delay ends, and its flags are examined,
 * only when it waits again. This function and the next one are out of line, because most threads
 * wait for their period. */
static __attribute__((noinline)) void count_busy(struct lm_cyclic *cyclic, int32_t length)
{
    bool ends = period_ends(cyclic, length);

    if (ends && lm_cyclic_is_plain(cyclic) && !cyclic->late &&
        cyclic->thread->state != LM_STATE_TERMINATED) {
        cyclic->late = true;
        cyclic->late_since = lm_port_now();
    }
    if (cyclic->delay > length) {
        cyclic->delay -= length;
    }
}

/* Examine a thread that waits for a delay, a timeout or flags, and not for its period. */
static __attribute__((noinline)) unsigned armed_trigger(struct lm_cyclic *cyclic, int32_t length)
{
    bool over = cyclic->delay > 0 && cyclic->delay <= length;

    cyclic->delay = cyclic->delay > length ? cyclic->delay - length : 0;
    if (flag_has_come(cyclic)) {
        cyclic->device = NULL;
        return LM_TRIGGER_DEVICE;
    }
    return over ? LM_TRIGGER_DELAY : NOT_DUE;
}

/* One tick of an enabled thread. Returns: NOT_DUE, or the enum lm_trigger for which it is released
 * now. */
static inline unsigned count_tick(struct lm_cyclic *cyclic, int32_t length)
{
    if (!lm_cyclic_waits(cyclic->thread)) {
        count_busy(cyclic, length);
        return NOT_DUE;
    }
    bool ends = period_ends(cyclic, length);

    if (!lm_cyclic_is_plain(cyclic)) {
        return armed_trigger(cyclic, length);
    }
    if (ends) {
        return LM_TRIGGER_PERIOD;
    }
    return cyclic->period == 0 ? LM_TRIGGER_NONE : NOT_DUE;
}

static inline void examine(struct lm_cpu *cpu, struct lm_cyclic *cyclic, int32_t length)
{
    unsigned trigger = cyclic->enabled ? count_tick(cyclic, length) : NOT_DUE;

    if (trigger != NOT_DUE) {
        release(cpu, cyclic, trigger);
    }
}

/* Examine all threads, with the lock open between two of them. No other thread runs: the caller
 * is an interrupt, whose end switches, or a thread whose level is 0. */
static void scan(struct lm_tick *tick)
{
    struct lm_cpu *cpu = lm_cpu();
    int32_t length = tick->length;

    lm_probe_scan_begin();
    tick->scans++;
    for (struct lm_cyclic *cyclic = tick->first; cyclic != NULL; cyclic = cyclic->next) {
        lm_lock_key key = lm_lock();

        examine(cpu, cyclic, length);
        lm_port_unlock(key);
    }
    lm_probe_scan_end();
}

static void trace_tick(const struct lm_tick *tick, enum lm_event event, uint32_t value)
{
    if (LM_TRACED) {
        lm_lock_key key = lm_lock();

        lm_observe_event(event, tick->timer.object.id, 0, value);
        lm_port_unlock(key);
    }
}

static void scan_traced(struct lm_tick *tick)
{
    trace_tick(tick, LM_EVENT_TICK_BEGIN, tick->scans);
    scan(tick);
    trace_tick(tick, LM_EVENT_TICK_END, tick->lost);
}

/* The function of the timer, in the style LM_TICK_IN_INTERRUPT. */
static void scan_in_interrupt(void *argument)
{
    scan_traced(argument);
}

/* The function of the timer, in the style LM_TICK_DEFERRED. */
static void wake_thread(void *argument)
{
    struct lm_tick *tick = argument;
    struct lm_cpu *cpu = lm_cpu();
    lm_lock_key key = lm_lock();

    tick->lost += tick->pending;
    tick->pending = true;
    if (lm_cyclic_waits(&tick->thread)) {
        lm_sched_ready(cpu, &tick->thread, LM_OK);
    }
    lm_unlock(cpu, key);
}

/* Wait until the timer has expired. If it has expired already, threads of the same priority run
 * first. */
static void wait_for_timer(struct lm_tick *tick)
{
    struct lm_cpu *cpu = lm_cpu();

    (void)lm_lock();
    if (tick->pending) {
        lm_sched_yield(cpu);
    } else {
        lm_sched_wait(cpu, &tick->thread, LM_WAITS_FOR_PERIOD, 0, LM_OK);
    }
    (void)lm_switch(cpu, LM_OK);
    tick->pending = false;
}

static void scan_for_ever(void *argument)
{
    struct lm_tick *tick = argument;

    for (;;) {
        wait_for_timer(tick);
        scan_traced(tick);
    }
}

/* Requires: the configuration has been checked. */
static enum lm_status create_thread(struct lm_tick *tick, const struct lm_tick_config *config)
{
    return lm_thread_create(&tick->thread,
                            &(struct lm_thread_config){.name = config->name,
                                                       LM_COOPERATIVE(LM_LEVELS - 1),
                                                       .entry = scan_for_ever,
                                                       .argument = tick,
                                                       .stack = config->stack,
                                                       .stack_bytes = config->stack_bytes});
}

static bool config_is_valid(const struct lm_tick_config *config)
{
    return config != NULL && config->length > 0 && config->length <= INT32_MAX &&
           (config->style == LM_TICK_IN_INTERRUPT ||
            (config->style == LM_TICK_DEFERRED &&
             lm_stack_is_possible(config->stack, config->stack_bytes)));
}

enum lm_status lm_tick_create(struct lm_tick *tick, const struct lm_tick_config *config)
{
    LM_CALL(TICK_CREATE);
    LM_CHECK(tick != NULL && config_is_valid(config), LM_BAD_ARGUMENT);

    bool deferred = config->style == LM_TICK_DEFERRED;
    enum lm_status status = lm_timer_create(&tick->timer, config->name,
                                            deferred ? wake_thread : scan_in_interrupt, tick);

    if (status != LM_OK) {
        return status;
    }
    tick->timer.in_interrupt = true;
    tick->first = NULL;
    tick->last = NULL;
    tick->length = (int32_t)config->length;
    tick->pending = false;
    tick->scans = 0;
    tick->lost = 0;
    return deferred ? create_thread(tick, config) : LM_OK;
}

enum lm_status lm_tick_start(struct lm_tick *tick)
{
    LM_CALL(TICK_START);
    LM_CHECK(tick != NULL, LM_BAD_OBJECT);

    return lm_timer_start(&tick->timer, (uint32_t)tick->length, (uint32_t)tick->length);
}

enum lm_status lm_tick_get_info(const struct lm_tick *tick, struct lm_tick_info *info)
{
    LM_CALL_ON(TICK_GET_INFO, tick != NULL ? &tick->timer : NULL);
    LM_CHECK(tick != NULL, LM_BAD_OBJECT);

    lm_lock_key key = lm_lock();

    LM_REQUIRE_OBJECT(key, &tick->timer, LM_KIND_TIMER);
    LM_REQUIRE(key, info != NULL, LM_BAD_ARGUMENT);
    info->scans = tick->scans;
    info->lost = tick->lost;
    return lm_leave(key, LM_OK);
}
