/* SPDX-License-Identifier: Apache-2.0 */
/* What can be set and asked of a thread while it lives. */
#include "core/contract.h"
#include "core/lock.h"
#include "core/priority.h"
#include "core/sched.h"
#include "objects/thread.h"
#include "observe/trace.h"
#include "time/alarm.h"
#include "time/wait.h"

/* The urgency in force is as it was: does the thread's place change all the same? */
static bool is_placed_anew(const struct lm_kernel *kernel, const struct lm_thread *thread,
                           unsigned own_threshold, enum lm_change reason)
{
    if (thread->state == LM_STATE_WAITING_TURN) {
        return reason == LM_CHANGE_PRIORITY; /* to the tail */
    }
    return lm_sched_gave_way(kernel, thread) && lm_sched_own_threshold(thread) != own_threshold;
}

/* Requires: the lock. */
static void set_priority(struct lm_kernel *kernel, struct lm_thread *thread, unsigned priority,
                         unsigned threshold, enum lm_change reason)
{
    unsigned own_threshold = lm_sched_own_threshold(thread);
    unsigned before = thread->priority;

    thread->base_priority = (uint16_t)priority;
    thread->base_threshold = (uint16_t)threshold;
    lm_trace(LM_EVENT_THREAD_PRIORITY, thread->object.id, priority,
             threshold | (uint32_t)reason << 16);
    lm_priority_update(kernel, thread, reason);
    if (thread->priority == before && is_placed_anew(kernel, thread, own_threshold, reason)) {
        lm_sched_set_urgency(kernel, thread, before, thread->threshold, reason);
    }
}

enum lm_status lm_thread_set_priority(struct lm_thread *thread, unsigned priority,
                                      unsigned threshold)
{
    LM_CHECK_OBJECT(thread, LM_KIND_THREAD);
    LM_CHECK(priority < LM_LEVELS && threshold <= priority, LM_BAD_ARGUMENT);

    struct lm_kernel *kernel = lm_kernel();
    lm_lock_key key = lm_lock();

    set_priority(kernel, thread, priority, threshold, LM_CHANGE_PRIORITY);
    lm_unlock(kernel, key);
    return LM_OK;
}

enum lm_status lm_thread_set_threshold(struct lm_thread *thread, unsigned threshold,
                                       unsigned *previous)
{
    LM_CHECK_OBJECT(thread, LM_KIND_THREAD);

    struct lm_kernel *kernel = lm_kernel();
    enum lm_status status = LM_BAD_ARGUMENT;
    lm_lock_key key = lm_lock();

    if (threshold <= thread->base_priority) {
        if (previous != NULL) {
            *previous = thread->base_threshold;
        }
        set_priority(kernel, thread, thread->base_priority, threshold, LM_CHANGE_THRESHOLD);
        status = LM_OK;
    }
    lm_unlock(kernel, key);
    return status;
}

enum lm_status lm_thread_set_slice(struct lm_thread *thread, uint32_t ticks)
{
    LM_CHECK_OBJECT(thread, LM_KIND_THREAD);

    struct lm_kernel *kernel = lm_kernel();
    lm_lock_key key = lm_lock();

    lm_trace(LM_EVENT_THREAD_SLICE, thread->object.id, 0, ticks);
    kernel->dispatches_slowly = kernel->dispatches_slowly || ticks != 0;
    thread->slice = ticks;
    thread->slice_left = ticks;
    if (thread == kernel->running) {
        kernel->slice_end = ticks != 0 ? lm_slice_end(kernel, lm_port_now(), ticks) : LM_NEVER;
        lm_alarm_update(kernel);
    }
    lm_unlock(kernel, key);
    return LM_OK;
}

void lm_slices_in(uint32_t ticks)
{
    lm_kernel()->slice_unit = ticks;
}

enum lm_status lm_thread_set_notify(struct lm_thread *thread,
                                    void (*notify)(struct lm_thread *thread,
                                                   enum lm_thread_event event))
{
    LM_CHECK_OBJECT(thread, LM_KIND_THREAD);

    lm_lock_key key = lm_lock();

    thread->notify = notify;
    lm_trace(LM_EVENT_NOTIFY, thread->object.id, notify != NULL, 0);
    lm_port_unlock(key);
    return LM_OK;
}

struct lm_thread *lm_thread_self(void)
{
    struct lm_kernel *kernel = lm_kernel();
    struct lm_thread *thread = kernel->running;

    return thread != &kernel->idle ? thread : NULL;
}

static enum lm_thread_state public_state(const struct lm_kernel *kernel,
                                         const struct lm_thread *thread)
{
    switch (thread->state) {
    case LM_STATE_SUSPENDED:
        return LM_SUSPENDED;
    case LM_STATE_TERMINATED:
        return LM_TERMINATED;
    default:
        return thread == kernel->running ? LM_RUNNING : LM_READY;
    }
}

enum lm_status lm_thread_get_info(const struct lm_thread *thread, struct lm_thread_info *info)
{
    LM_CHECK_OBJECT(thread, LM_KIND_THREAD);
    LM_CHECK(info != NULL, LM_BAD_ARGUMENT);

    struct lm_kernel *kernel = lm_kernel();
    lm_lock_key key = lm_lock();

    lm_trace(LM_EVENT_INFO, thread->object.id, 0, 0);
    info->name = thread->object.name;
    info->state = public_state(kernel, thread);
    info->waits_for = (enum lm_waits_for)thread->waits_for;
    info->suspend_pending = thread->suspend_pending;
    info->slice = thread->slice;
    info->wait_object = lm_wait_is_in_list(thread) ? thread->wait_list->object : NULL;
    info->priority = thread->priority;
    info->threshold = thread->threshold;
    info->base_priority = thread->base_priority;
    info->base_threshold = thread->base_threshold;
    info->level = thread->level;
    info->release = thread->release;
    info->job = thread->job;
    lm_unlock(kernel, key);
    return LM_OK;
}

bool lm_thread_stack_is_spoilt(const struct lm_thread *thread)
{
    enum { LOWEST = 8 };
    const unsigned char *stack = thread->watched;
    bool spoilt = false;

    for (unsigned i = 0; i < LOWEST; i++) {
        spoilt = spoilt || stack[i] != LM_STACK_FILL;
    }
    return spoilt;
}

void lm_stack_check(void (*handler)(struct lm_thread *thread))
{
    struct lm_kernel *kernel = lm_kernel();
    lm_lock_key key = lm_lock();

    kernel->stack_handler = handler;
    kernel->dispatches_slowly = kernel->dispatches_slowly || handler != NULL;
    lm_port_unlock(key);
}

uint32_t lm_thread_stack_unused(const struct lm_thread *thread)
{
    LM_CHECK(thread != NULL, 0);

    const unsigned char *stack = thread->stack;
    uint32_t unused = 0;

    while (unused < thread->stack_bytes && stack[unused] == LM_STACK_FILL) {
        unused++;
    }
    return unused;
}
