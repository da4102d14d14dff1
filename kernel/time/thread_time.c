/* SPDX-License-Identifier: Apache-2.0 */
/* Threads and time: sleep, and periodic releases at absolute instants. */
#include "core/contract.h"
#include "core/lock.h"
#include "core/sched.h"
#include "cyclic/tick.h"
#include "objects/thread.h"
#include "observe/counters.h"
#include "observe/trace.h"
#include "time/alarm.h"
#include "time/wait.h"

/* Requires: the lock, which it frees. */
static enum lm_status sleep_until(struct lm_kernel *kernel, lm_lock_key key, uint64_t now,
                                  uint64_t instant)
{
    struct lm_thread *thread = kernel->running;

    lm_trace(LM_EVENT_THREAD_SLEEP, thread->object.id, 0,
             instant > now ? (uint32_t)(instant - now) : 0);
    if (instant <= now) {
        lm_port_unlock(key);
        return LM_OK;
    }
    lm_sched_suspend(kernel, thread, LM_WAITS_FOR_TIME, 0);
    lm_alarm_start(kernel, &thread->timeout, instant);
    return lm_wait_finish(kernel, thread);
}

enum lm_status lm_thread_sleep(uint64_t ticks)
{
    LM_CHECK(lm_may_wait(), LM_BAD_CONTEXT);

    lm_lock_key key = lm_lock();
    uint64_t now = lm_port_now();

    return sleep_until(lm_kernel(), key, now, ticks < LM_UNTIL_FLAG ? now + ticks : LM_UNTIL_FLAG);
}

enum lm_status lm_thread_sleep_until(uint64_t instant)
{
    LM_CHECK(lm_may_wait(), LM_BAD_CONTEXT);

    lm_lock_key key = lm_lock();

    return sleep_until(lm_kernel(), key, lm_port_now(), instant);
}

enum lm_status lm_thread_abort_wait(struct lm_thread *thread)
{
    LM_CHECK_OBJECT(thread, LM_KIND_THREAD);

    struct lm_kernel *kernel = lm_kernel();
    enum lm_status status = LM_BAD_STATE;
    lm_lock_key key = lm_lock();

    if (thread->state == LM_STATE_SUSPENDED && thread->waits_for >= LM_WAITS_FOR_TIME &&
        thread->waits_for <= LM_WAITS_FOR_MUTEX) {
        lm_trace(LM_EVENT_THREAD_ABORT_WAIT, thread->object.id, 0, 0);
        LM_COUNT(kernel, thread, aborts);
        lm_wait_end(kernel, thread, LM_ABORTED);
        status = LM_OK;
    }
    lm_unlock(kernel, key);
    return status;
}

void lm_thread_release(struct lm_kernel *kernel, struct lm_thread *thread)
{
    lm_trace(LM_EVENT_RELEASE, thread->object.id, 0, thread->job);
    lm_wait_end(kernel, thread, LM_OK);
}

void lm_thread_complete(struct lm_kernel *kernel, struct lm_thread *thread, uint64_t now)
{
    uint64_t response = now - thread->release;

    lm_trace(LM_EVENT_COMPLETE, thread->object.id, 0, (uint32_t)response);
    if (thread->deadline != 0 && response > thread->deadline) {
        LM_COUNT(kernel, thread, deadline_misses);
        lm_trace(LM_EVENT_DEADLINE_MISS, thread->object.id, 0,
                 (uint32_t)(response - thread->deadline));
    }
    thread->release += thread->period;
    thread->job++;
}

/* Out of line: a driven thread waits quickly. Requires: the lock, which it frees. */
static __attribute__((noinline)) enum lm_status wait_for_release(struct lm_kernel *kernel)
{
    struct lm_thread *thread = kernel->running;

    if (thread->driven != NULL) {
        return lm_driven_wait(kernel, thread->driven);
    }
    uint64_t now = lm_port_now();

    lm_thread_complete(kernel, thread, now);
    if (thread->release > now) {
        lm_sched_suspend(kernel, thread, LM_WAITS_FOR_PERIOD, 0);
        lm_alarm_start(kernel, &thread->timeout, thread->release);
        return lm_wait_finish(kernel, thread);
    }
    LM_COUNT(kernel, thread, overruns);
    lm_trace(LM_EVENT_OVERRUN, thread->object.id, 0, (uint32_t)(now - thread->release));
    lm_trace(LM_EVENT_RELEASE, thread->object.id, 0, thread->job);
    lm_thread_give_way(kernel, LM_LEAVE_YIELD);
    lm_unlock(kernel, 0);
    return LM_OVERRUN;
}

/* Out of line, as the next one is quick. Requires: the lock, which it frees. */
static __attribute__((noinline)) enum lm_status wait_for_tick(struct lm_kernel *kernel,
                                                              struct lm_thread *thread)
{
    lm_sched_suspend(kernel, thread, LM_WAITS_FOR_PERIOD, 0);
    lm_port_switch_thread(kernel, thread);
    return LM_OK;
}

enum lm_status lm_thread_wait_period(void)
{
    LM_CHECK(lm_may_wait(), LM_BAD_CONTEXT);

    struct lm_kernel *kernel = lm_kernel();
    struct lm_thread *thread = kernel->running;
    LM_CHECK(thread->driven != NULL || thread->period != 0, LM_BAD_STATE);

    lm_port_take_lock();
    if (__builtin_expect(LM_REASONS || thread->releases != LM_RELEASES_TICK, 0)) {
        return wait_for_release(kernel);
    }
    if (!lm_sched_suspend_quickly(kernel, thread, LM_WAITS_FOR_PERIOD)) {
        return wait_for_tick(kernel, thread);
    }
    lm_port_switch_thread(kernel, thread);
    return LM_OK;
}
