/* SPDX-License-Identifier: Apache-2.0 */
/* Driven threads: what they wait for, and how a tick is told. */
#include "core/contract.h"
#include "core/lock.h"
#include "core/sched.h"
#include "cyclic/tick.h"
#include "objects/thread.h"
#include "observe/trace.h"
#include "time/wait.h"
#include <string.h>

static void append(struct lm_tick *tick, struct lm_driven *driven)
{
    if (tick->last != NULL) {
        tick->last->next = driven;
    } else {
        tick->first = driven;
    }
    tick->last = driven;
}

/* Nothing is left of an earlier life but the period and its phase. */
void lm_driven_begin(struct lm_driven *driven)
{
    driven->thread->releases = LM_RELEASES_TICK;
    driven->delay = 0;
    driven->device = NULL;
    lm_driven_watch(driven);
    driven->thread->waits_for = LM_WAITS_FOR_PERIOD;
}

static bool is_attached(const struct lm_driven *driven)
{
    return driven != NULL && driven->thread != NULL;
}

enum lm_status lm_tick_attach(struct lm_tick *tick, struct lm_driven *driven,
                              struct lm_thread *thread)
{
    LM_CHECK(tick != NULL && tick->timer.object.kind == LM_KIND_TIMER, LM_BAD_OBJECT);
    LM_CHECK(driven != NULL, LM_BAD_ARGUMENT);
    LM_CHECK_OBJECT(thread, LM_KIND_THREAD);

    enum lm_status status = LM_BAD_STATE;
    lm_lock_key key = lm_lock();

    if (!thread->begun && thread->state == LM_STATE_SUSPENDED && thread->period == 0 &&
        thread->driven == NULL) {
        memset(driven, 0, sizeof *driven);
        driven->thread = thread;
        driven->shortest = tick->length;
        thread->driven = driven;
        thread->begun = true;
        lm_driven_begin(driven);
        append(tick, driven);
        lm_trace(LM_EVENT_TICK_ATTACH, thread->object.id, 0, tick->timer.object.id);
        status = LM_OK;
    }
    lm_port_unlock(key);
    return status;
}

enum lm_status lm_tick_set_period(struct lm_driven *driven, uint64_t period, uint64_t offset)
{
    LM_CHECK(is_attached(driven) && period <= INT32_MAX && offset <= INT32_MAX, LM_BAD_ARGUMENT);

    lm_lock_key key = lm_lock();

    /* One shorter than a tick ends at each tick, too, but its debt would grow without bounds. */
    driven->period =
        period != 0 && period < (uint64_t)driven->shortest ? driven->shortest : (int32_t)period;
    driven->left = (int32_t)offset;
    driven->thread->releases = LM_RELEASES_TICK; /* late was the end of another period */
    lm_port_unlock(key);
    return LM_OK;
}

enum lm_status lm_tick_enable(struct lm_driven *driven)
{
    LM_CHECK(is_attached(driven), LM_BAD_ARGUMENT);

    lm_lock_key key = lm_lock();

    driven->enabled = true;
    lm_driven_watch(driven);
    lm_port_unlock(key);
    return LM_OK;
}

/* Requires: the lock, which it frees. */
static inline enum lm_status wait(struct lm_kernel *kernel, struct lm_driven *driven)
{
    lm_sched_suspend(kernel, driven->thread, LM_WAITS_FOR_PERIOD, 0);
    return lm_wait_finish(kernel, driven->thread);
}

enum lm_status lm_tick_disable(struct lm_driven *driven)
{
    LM_CHECK(is_attached(driven), LM_BAD_ARGUMENT);

    struct lm_kernel *kernel = lm_kernel();
    bool itself = driven->thread == kernel->running && !lm_port_in_interrupt();
    LM_CHECK(!itself || lm_may_wait(), LM_BAD_CONTEXT);

    lm_lock_key key = lm_lock();

    driven->enabled = false;
    driven->thread->releases = LM_RELEASES_TICK;
    lm_driven_watch(driven);
    if (itself) {
        if (LM_REASONS) {
            lm_thread_complete(kernel, driven->thread, lm_port_now());
        }
        return wait(kernel, driven);
    }
    lm_port_unlock(key);
    return LM_OK;
}

/* A release has come while the thread was at work. Requires: the lock, which it frees. */
static __attribute__((noinline)) enum lm_status go_on_late(struct lm_kernel *kernel,
                                                           struct lm_driven *driven)
{
    struct lm_thread *thread = driven->thread;

    thread->releases = LM_RELEASES_TICK;
    driven->trigger = LM_TRIGGER_PERIOD;
    thread->release = driven->late_since;
    LM_COUNT(kernel, thread, overruns);
    lm_trace(LM_EVENT_OVERRUN, thread->object.id, 0,
             (uint32_t)(lm_port_now() - driven->late_since));
    lm_trace(LM_EVENT_RELEASE, thread->object.id, LM_TRIGGER_PERIOD, thread->job);
    lm_thread_give_way(kernel, LM_LEAVE_YIELD);
    lm_unlock(kernel, 0);
    return LM_OVERRUN;
}

enum lm_status lm_driven_wait(struct lm_kernel *kernel, struct lm_driven *driven)
{
    if (LM_REASONS) {
        lm_thread_complete(kernel, driven->thread, lm_port_now());
    }
    if (driven->thread->releases == LM_RELEASES_TICK_LATE) {
        lm_driven_watch(driven); /* nobody wants to suspend the running thread any more */
        if (driven->watch == LM_WATCH_PERIOD) {
            return go_on_late(kernel, driven);
        }
    }
    driven->thread->releases = LM_RELEASES_TICK; /* it waits for something else now */
    return wait(kernel, driven);
}

/* The calling thread's record, or NULL. */
static inline struct lm_driven *caller(void)
{
    return lm_kernel()->running->driven;
}

static bool may_be_counted(uint64_t ticks)
{
    return ticks <= INT32_MAX;
}

static enum lm_status check(void)
{
    LM_CHECK(lm_may_wait(), LM_BAD_CONTEXT);
    LM_CHECK(caller() != NULL, LM_BAD_STATE);
    return LM_OK;
}

/* What a thread arms is nothing that a tick sees half of. Requires: the lock. */
static void set_delay(struct lm_driven *driven, uint64_t ticks)
{
    driven->delay = (int32_t)ticks;
    lm_driven_watch(driven);
}

static void set_flags(struct lm_driven *driven, const volatile uint32_t *device, uint32_t set,
                      uint32_t clear)
{
    driven->device = device;
    driven->flags_set = set;
    driven->flags_clear = clear;
    lm_driven_watch(driven);
}

enum lm_status lm_tick_delay(uint64_t ticks)
{
    LM_CHECK(check() == LM_OK, check());
    LM_CHECK(may_be_counted(ticks), LM_BAD_ARGUMENT);

    struct lm_driven *driven = caller();

    (void)lm_lock();
    set_delay(driven, ticks);
    return lm_driven_wait(lm_kernel(), driven);
}

enum lm_status lm_tick_await(const volatile uint32_t *device, uint32_t set, uint32_t clear,
                             uint64_t timeout)
{
    LM_CHECK(check() == LM_OK, check());
    LM_CHECK(device != NULL && may_be_counted(timeout), LM_BAD_ARGUMENT);

    struct lm_driven *driven = caller();

    (void)lm_lock();
    set_delay(driven, timeout);
    set_flags(driven, device, set, clear);
    (void)lm_driven_wait(lm_kernel(), driven);
    (void)lm_lock();
    set_delay(driven, 0);
    set_flags(driven, NULL, 0, 0);
    lm_port_unlock(0);
    return driven->trigger == LM_TRIGGER_DEVICE ? LM_OK : LM_TIMEOUT;
}

enum lm_status lm_tick_set_timeout(uint64_t ticks)
{
    LM_CHECK(check() == LM_OK, check());
    LM_CHECK(may_be_counted(ticks), LM_BAD_ARGUMENT);

    lm_lock_key key = lm_lock();

    set_delay(caller(), ticks);
    lm_port_unlock(key);
    return LM_OK;
}

enum lm_status lm_tick_arm(const volatile uint32_t *device, uint32_t set, uint32_t clear)
{
    LM_CHECK(check() == LM_OK, check());
    LM_CHECK(device != NULL, LM_BAD_ARGUMENT);

    lm_lock_key key = lm_lock();

    set_flags(caller(), device, set, clear);
    lm_port_unlock(key);
    return LM_OK;
}

enum lm_status lm_tick_disarm(void)
{
    LM_CHECK(check() == LM_OK, check());

    lm_lock_key key = lm_lock();

    set_flags(caller(), NULL, 0, 0);
    lm_port_unlock(key);
    return LM_OK;
}

enum lm_trigger lm_tick_trigger(void)
{
    const struct lm_driven *driven = caller();

    return driven != NULL ? (enum lm_trigger)driven->trigger : LM_TRIGGER_NONE;
}
