/* SPDX-License-Identifier: Apache-2.0 */
/* What happens at instants: timeouts and the ends of time slices; see alarm.h. */
#include "time/alarm.h"
#include "core/lock.h"
#include "core/sched.h"
#include "observe/trace.h"

void lm_alarm_update(struct lm_kernel *kernel)
{
    uint64_t instant = kernel->timeouts.earliest;

    if (kernel->slice_end < instant) {
        instant = kernel->slice_end;
    }
    if (instant != kernel->alarm) {
        kernel->alarm = instant;
        lm_port_set_alarm(instant);
    }
}

void lm_alarm_start(struct lm_kernel *kernel, struct lm_timeout_node *timeout, uint64_t instant)
{
    if (instant <= kernel->timeouts.base) { /* it has passed: at the next alarm */
        instant = kernel->alarm_time + 1;
    }
    lm_timeout_start(&kernel->timeouts, timeout, instant);
    lm_alarm_update(kernel);
}

void lm_alarm_cancel(struct lm_kernel *kernel, struct lm_timeout_node *timeout)
{
    lm_timeout_cancel(&kernel->timeouts, timeout);
    lm_alarm_update(kernel);
}

uint64_t lm_slice_end(const struct lm_kernel *kernel, uint64_t now, uint32_t left)
{
    uint64_t unit = kernel->slice_unit;

    return unit == 1 ? now + left : (now / unit + left) * unit;
}

/* What is left of a slice that ends then. */
static uint32_t slice_left(const struct lm_kernel *kernel, uint64_t now, uint64_t end)
{
    uint64_t unit = kernel->slice_unit;

    return (uint32_t)(unit == 1 ? end - now : end / unit - now / unit);
}

void lm_slice_switch(struct lm_kernel *kernel, struct lm_thread *from, struct lm_thread *to)
{
    uint64_t now = lm_port_now();

    if (from->slice != 0) {
        bool preempted = from->state == LM_STATE_DISPATCHED && kernel->slice_end > now &&
                         kernel->slice_end != LM_NEVER;

        from->slice_left = preempted ? slice_left(kernel, now, kernel->slice_end) : from->slice;
    }
    kernel->slice_end = to->slice != 0 ? lm_slice_end(kernel, now, to->slice_left) : LM_NEVER;
    lm_alarm_update(kernel);
}

static void end_slice(struct lm_kernel *kernel, uint64_t now)
{
    struct lm_thread *thread = kernel->running;

    if (thread->state == LM_STATE_DISPATCHED) {
        lm_sched_rotate(kernel, thread);
    }
    /* Who is about to leave has no slice to end: with one shorter than this interrupt, alarms would
     * follow each other and the switch would never come. */
    kernel->slice_end =
        kernel->next == thread ? lm_slice_end(kernel, now, thread->slice) : LM_NEVER;
}

/* Requires: the lock, which is open between two timeouts, to let other interrupts in. */
static lm_lock_key serve_due(struct lm_kernel *kernel, lm_lock_key key)
{
    bool more = true;

    while (more) {
        struct lm_timeout_node *timeout = lm_timeout_step(&kernel->timeouts, &more);

        if (timeout != NULL) {
            timeout->expire(timeout);
        }
        if (more) {
            lm_unlock(kernel, key);
            key = lm_lock();
        }
    }
    return key;
}

void lm_alarm(void)
{
    struct lm_kernel *kernel = lm_kernel();
    lm_lock_key key = lm_lock();
    uint64_t now = lm_port_now();

    if (LM_TRACED && !LM_PORT_TIME_LEAPS) {
        lm_trace_mark();
    }
    if (kernel->slice_end <= now) {
        end_slice(kernel, now);
        /* If a timeout makes the thread next again, it has to be dispatched anew. */
        lm_unlock(kernel, key);
        key = lm_lock();
    }
    kernel->alarm_time = now;
    while (kernel->timeouts.earliest <= now) { /* one instant after the other, however late */
        lm_timeout_advance(&kernel->timeouts, kernel->timeouts.earliest);
        key = serve_due(kernel, key);
    }
    kernel->alarm = 0; /* it has rung: set it in any case */
    lm_alarm_update(kernel);
    lm_unlock(kernel, key);
}
