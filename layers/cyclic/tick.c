/* SPDX-License-Identifier: Apache-2.0 */
/* Ticks: they look at the threads that they drive, and release those that are due. */
#include "cyclic/tick.h"
#include "core/contract.h"
#include "core/lock.h"
#include "core/sched.h"
#include "objects/thread.h"
#include "observe/trace.h"
#include "tick_probe.h"
#include "time/wait.h"
#include <string.h>

/* Does the thread wait for the tick? */
static inline bool awaits_tick(const struct lm_thread *thread)
{
    return thread->state == LM_STATE_SUSPENDED && thread->waits_for == LM_WAITS_FOR_PERIOD;
}

static inline void note_release(struct lm_driven *driven, enum lm_trigger trigger)
{
    struct lm_thread *thread = driven->thread;

    driven->trigger = (uint8_t)trigger;
    if (LM_REASONS) {
        thread->release = lm_port_now();
        lm_trace(LM_EVENT_RELEASE, thread->object.id, trigger, thread->job);
    }
}

static inline void release(struct lm_kernel *kernel, struct lm_driven *driven,
                           enum lm_trigger trigger)
{
    note_release(driven, trigger);
    lm_probe_slot_begin();
    lm_sched_join(kernel, driven->thread, LM_OK);
    lm_probe_slot_end();
}

/* The same for one whose suspension is pending: it is released, but not ready. */
static void release_any(struct lm_kernel *kernel, struct lm_driven *driven, enum lm_trigger trigger)
{
    if (driven->thread->suspend_pending) {
        note_release(driven, trigger);
        lm_wait_end(kernel, driven->thread, LM_OK);
    } else {
        release(kernel, driven, trigger);
    }
}

/* The period of a thread at work has ended. */
static void note_late(struct lm_driven *driven)
{
    struct lm_thread *thread = driven->thread;

    if (thread->state != LM_STATE_TERMINATED && thread->releases == LM_RELEASES_TICK) {
        thread->releases = LM_RELEASES_TICK_LATE;
        driven->late_since = lm_port_now();
    }
}

static bool flags_have_come(const struct lm_driven *driven)
{
    if (driven->device == NULL) {
        return false;
    }
    uint32_t flags = *driven->device;

    return (flags & driven->flags_set) != 0 || (~flags & driven->flags_clear) != 0;
}

/* Has the period ended? Counts it. */
static bool period_ends(struct lm_driven *driven, int32_t length)
{
    if (driven->period == 0) {
        return false;
    }
    driven->left -= length;
    if (driven->left > 0) {
        return false;
    }
    driven->left += driven->period;
    return true;
}

/* A thread at work: its period and its delay are counted, but the delay ends, and the flags are
 * looked at, only when it waits. */
static void look_at_busy(struct lm_driven *driven, int32_t length)
{
    bool pending = driven->delay > 0 || driven->device != NULL;

    if (period_ends(driven, length) && !pending) {
        note_late(driven);
    }
    if (driven->delay > length) {
        driven->delay -= length;
    }
}

/* Out of line: one with a delay or flags, at work, or to be suspended. */
static __attribute__((noinline)) void look_closely(struct lm_kernel *kernel,
                                                   struct lm_driven *driven, int32_t length)
{
    if (!awaits_tick(driven->thread)) {
        look_at_busy(driven, length);
        return;
    }
    bool period = period_ends(driven, length);
    bool over = driven->delay > 0 && driven->delay <= length;

    driven->delay = driven->delay > length ? driven->delay - length : 0;
    if (flags_have_come(driven)) {
        driven->device = NULL;
        release_any(kernel, driven, LM_TRIGGER_DEVICE);
    } else if (over) {
        release_any(kernel, driven, LM_TRIGGER_DELAY);
    } else if (driven->delay == 0 && driven->device == NULL && (period || driven->period == 0)) {
        release_any(kernel, driven, period ? LM_TRIGGER_PERIOD : LM_TRIGGER_NONE);
    }
    lm_driven_watch(driven);
}

/* Requires: the lock. */
static inline void look_at(struct lm_kernel *kernel, struct lm_driven *driven, int32_t length)
{
    if (driven->watch != LM_WATCH_PERIOD || !awaits_tick(driven->thread)) {
        if (driven->watch != LM_WATCH_NOTHING) {
            look_closely(kernel, driven, length);
        }
        return;
    }
    int32_t period = driven->period;
    int32_t left = driven->left - length;

    if (period == 0) {
        release(kernel, driven, LM_TRIGGER_NONE);
        return;
    }
    if (left <= 0) {
        driven->left = left + period;
        release(kernel, driven, LM_TRIGGER_PERIOD);
        return;
    }
    driven->left = left;
}

/* Who is next now that some threads are ready? */
static void elect(struct lm_kernel *kernel)
{
    lm_port_take_lock();
    lm_sched_elect(kernel, lm_sched_first(kernel));
    lm_port_unlock(0);
}

/* Look at all threads, the lock open between two of them. Nobody switches meanwhile: the caller is
 * an interrupt, or a thread whose level is 0. So who is next is decided once, at the end. */
static void scan(struct lm_tick *tick)
{
    struct lm_kernel *kernel = lm_kernel();
    int32_t length = tick->length;

    lm_probe_scan_begin();
    tick->scans++;
    for (struct lm_driven *driven = tick->first; driven != NULL; driven = driven->next) {
        lm_port_take_lock();
        look_at(kernel, driven, length);
        lm_port_unlock(0);
    }
    elect(kernel);
    lm_probe_scan_end();
}

static void trace_tick(const struct lm_tick *tick, enum lm_event event, uint32_t value)
{
    if (LM_TRACED) {
        lm_lock_key key = lm_lock();

        lm_trace(event, tick->timer.object.id, 0, value);
        lm_port_unlock(key);
    }
}

static void look(struct lm_tick *tick)
{
    trace_tick(tick, LM_EVENT_TICK_BEGIN, tick->scans);
    scan(tick);
    trace_tick(tick, LM_EVENT_TICK_END, tick->lost);
}

static void ring_in_interrupt(void *argument)
{
    look(argument);
    lm_unlock(lm_kernel(), lm_lock()); /* who is next now */
}

static void ring_deferred(void *argument)
{
    struct lm_tick *tick = argument;
    struct lm_kernel *kernel = lm_kernel();
    lm_lock_key key = lm_lock();

    tick->lost += tick->pending;
    tick->pending = true;
    if (awaits_tick(&tick->thread)) {
        lm_sched_ready(kernel, &tick->thread, LM_OK);
    }
    lm_unlock(kernel, key);
}

static void wait_for_ring(struct lm_tick *tick)
{
    struct lm_kernel *kernel = lm_kernel();
    lm_lock_key key = lm_lock();

    if (tick->pending) {
        lm_thread_give_way(kernel, LM_LEAVE_YIELD);
        lm_unlock(kernel, key);
    } else {
        lm_sched_suspend(kernel, &tick->thread, LM_WAITS_FOR_PERIOD, 0);
        (void)lm_wait_finish(kernel, &tick->thread);
    }
    tick->pending = false;
}

static void look_for_ever(void *argument)
{
    struct lm_tick *tick = argument;

    for (;;) {
        wait_for_ring(tick);
        look(tick);
    }
}

/* Requires: the configuration has been checked. */
static void create_thread(struct lm_tick *tick, const struct lm_tick_config *config)
{
    (void)lm_thread_create(&tick->thread,
                           &(struct lm_thread_config){.name = config->name,
                                                      LM_COOPERATIVE(LM_LEVELS - 1),
                                                      .entry = look_for_ever,
                                                      .argument = tick,
                                                      .stack = config->stack,
                                                      .stack_bytes = config->stack_bytes});
}

static bool config_is_valid(const struct lm_tick_config *config)
{
    return config != NULL && config->length > 0 && config->length <= INT32_MAX &&
           (config->style == LM_TICK_IN_INTERRUPT ||
            (config->style == LM_TICK_DEFERRED && config->stack != NULL &&
             (uintptr_t)config->stack % LM_PORT_STACK_ALIGN == 0 &&
             config->stack_bytes >= LM_PORT_STACK_MIN));
}

enum lm_status lm_tick_create(struct lm_tick *tick, const struct lm_tick_config *config)
{
    LM_CHECK(tick != NULL && config_is_valid(config), LM_BAD_ARGUMENT);

    bool deferred = config->style == LM_TICK_DEFERRED;

    memset(tick, 0, sizeof *tick);
    tick->length = (int32_t)config->length;
    if (deferred) {
        create_thread(tick, config);
    }
    enum lm_status status = lm_timer_create(&tick->timer, config->name,
                                            deferred ? ring_deferred : ring_in_interrupt, tick);

    tick->timer.raw = true;
    return status;
}

enum lm_status lm_tick_start(struct lm_tick *tick)
{
    LM_CHECK(tick != NULL, LM_BAD_OBJECT);

    return lm_timer_start(&tick->timer, (uint32_t)tick->length, (uint32_t)tick->length);
}

enum lm_status lm_tick_get_info(const struct lm_tick *tick, struct lm_tick_info *info)
{
    LM_CHECK(tick != NULL, LM_BAD_OBJECT);
    LM_CHECK_OBJECT(&tick->timer, LM_KIND_TIMER);
    LM_CHECK(info != NULL, LM_BAD_ARGUMENT);

    lm_lock_key key = lm_lock();

    info->scans = tick->scans;
    info->lost = tick->lost;
    lm_port_unlock(key);
    return LM_OK;
}
