/* SPDX-License-Identifier: Apache-2.0 */
/* Software timers. */
#include "core/contract.h"
#include "core/lock.h"
#include "observe/counters.h"
#include "observe/trace.h"
#include "preemption/timer_thread.h"
#include "time/alarm.h"
#include "time/wait.h"
#include <limen/timer.h>

static void expire(struct lm_timeout_node *timeout)
{
    struct lm_kernel *kernel = lm_kernel();
    struct lm_timer *timer = LM_CONTAINER(timeout, struct lm_timer, timeout);

    lm_trace(LM_EVENT_TIMER_EXPIRE, timer->object.id, 0, 0);
    LM_COUNT_OBJECT(kernel, &timer->object, expirations);
    if (timer->period != 0) {
        LM_COUNT_OBJECT(kernel, &timer->object, restarts);
        timer->due += timer->period;
        lm_alarm_start(kernel, timeout, timer->due);
    }
    void (*function)(void *argument) = timer->function;
    void *argument = timer->argument;

    if (lm_timer_runs_in_thread(kernel, timer)) {
        function = kernel->timer_thread->hand_over;
        argument = timer;
    }
    /* The function is the program's: it runs without the lock, which the alarm's interrupt found
     * free. */
    lm_unlock(kernel, 0);
    function(argument);
    (void)lm_lock();
}

enum lm_status lm_timer_create(struct lm_timer *timer, const char *name,
                               void (*function)(void *argument), void *argument)
{
    LM_CHECK(timer != NULL && function != NULL, LM_BAD_ARGUMENT);

    struct lm_kernel *kernel = lm_kernel();
    lm_lock_key key = lm_lock();

    lm_list_init(&timer->timeout.node);
    lm_list_init(&timer->waiting);
    timer->calls = 0;
    timer->raw = false;
    timer->timeout.expire = expire;
    timer->period = 0;
    timer->function = function;
    timer->argument = argument;
    lm_trace_object(kernel, &timer->object, LM_KIND_TIMER, name, 0, 0, 0);
    lm_trace(LM_EVENT_TIMER_CREATE, timer->object.id, 0, 0);
    lm_unlock(kernel, key);
    return LM_OK;
}

enum lm_status lm_timer_start(struct lm_timer *timer, lm_timeout delay, uint64_t period)
{
    LM_CHECK_OBJECT(timer, LM_KIND_TIMER);
    LM_CHECK(delay != LM_FOREVER && period < LM_UNTIL_FLAG, LM_BAD_ARGUMENT);

    struct lm_kernel *kernel = lm_kernel();
    lm_lock_key key = lm_lock();
    uint64_t instant = lm_wait_instant(delay);

    uint64_t now = lm_port_now();

    lm_trace(LM_EVENT_TIMER_START, timer->object.id, 0,
             instant > now ? (uint32_t)(instant - now) : 0);
    LM_COUNT_OBJECT(kernel, &timer->object, given);
    lm_timeout_cancel(&kernel->timeouts, &timer->timeout);
    timer->period = period;
    timer->due = instant;
    lm_alarm_start(kernel, &timer->timeout, instant);
    lm_unlock(kernel, key);
    return LM_OK;
}

/* Requires: the lock. */
static void stop(struct lm_kernel *kernel, struct lm_timer *timer)
{
    timer->period = 0; /* also if its function is just running */
    lm_alarm_cancel(kernel, &timer->timeout);
    lm_list_remove(&timer->waiting);
    timer->calls = 0;
}

enum lm_status lm_timer_stop(struct lm_timer *timer)
{
    LM_CHECK_OBJECT(timer, LM_KIND_TIMER);

    struct lm_kernel *kernel = lm_kernel();
    lm_lock_key key = lm_lock();

    lm_trace(LM_EVENT_TIMER_STOP, timer->object.id, 0, 0);
    LM_COUNT_OBJECT(kernel, &timer->object, stops);
    stop(kernel, timer);
    lm_unlock(kernel, key);
    return LM_OK;
}

enum lm_status lm_timer_get_info(const struct lm_timer *timer, struct lm_timer_info *info)
{
    LM_CHECK_OBJECT(timer, LM_KIND_TIMER);
    LM_CHECK(info != NULL, LM_BAD_ARGUMENT);

    lm_lock_key key = lm_lock();
    uint64_t now = lm_port_now();

    lm_trace(LM_EVENT_INFO, timer->object.id, 0, 0);
    info->name = timer->object.name;
    info->active = lm_timeout_is_started(&timer->timeout);
    info->remaining = info->active && timer->due > now ? timer->due - now : 0;
    info->period = timer->period;
    lm_port_unlock(key);
    return LM_OK;
}

enum lm_status lm_timer_delete(struct lm_timer *timer)
{
    LM_CHECK_OBJECT(timer, LM_KIND_TIMER);

    struct lm_kernel *kernel = lm_kernel();
    lm_lock_key key = lm_lock();

    lm_trace(LM_EVENT_TIMER_DELETE, timer->object.id, 0, 0);
    stop(kernel, timer);
    timer->object.kind = LM_KIND_NONE;
    lm_unlock(kernel, key);
    return LM_OK;
}
