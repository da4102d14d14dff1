/* SPDX-License-Identifier: Apache-2.0 */
/* The life of threads: create, start, suspend, resume, yield, terminate, restart, delete. */
#include "objects/thread.h"
#include "core/contract.h"
#include "core/dispatch.h"
#include "core/lock.h"
#include "core/priority.h"
#include "core/sched.h"
#include "cyclic/tick.h"
#include "objects/mutex.h"
#include "observe/counters.h"
#include "observe/trace.h"
#include "preemption/misuse.h"
#include "time/alarm.h"
#include "time/wait.h"
#include <string.h>

static bool config_is_valid(const struct lm_thread_config *config)
{
    return config != NULL && config->entry != NULL && config->stack != NULL &&
           ((uintptr_t)config->stack % LM_PORT_STACK_ALIGN) == 0 &&
           config->stack_bytes >= LM_PORT_STACK_MIN && config->priority < LM_LEVELS &&
           config->threshold <= config->priority && config->period < LM_UNTIL_FLAG &&
           config->offset < LM_UNTIL_FLAG;
}

/* The timeout of a thread's wait. */
static void expire(struct lm_timeout_node *timeout)
{
    struct lm_kernel *kernel = lm_kernel();
    struct lm_thread *thread = LM_CONTAINER(timeout, struct lm_thread, timeout);

    switch (thread->waits_for) {
    case LM_WAITS_FOR_TIME:
        lm_wait_end(kernel, thread, LM_OK);
        break;
    case LM_WAITS_FOR_PERIOD:
        lm_thread_release(kernel, thread);
        break;
    default:
        LM_COUNT(kernel, thread, timeouts);
        LM_COUNT_OBJECT(kernel, thread->wait_list->object, timeouts);
        lm_wait_end(kernel, thread, LM_TIMEOUT);
        break;
    }
}

/* Word by word: small C libraries have a memset that goes byte by byte. */
static void fill_stack(const struct lm_thread *thread)
{
    const uint32_t word = LM_STACK_FILL * 0x01010101U;
    unsigned char *end = thread->stack_pointer;

    for (unsigned char *place = thread->stack; place < end; place += sizeof word) {
        memcpy(__builtin_assume_aligned(place, sizeof word), &word, sizeof word);
    }
}

static void fill(struct lm_thread *thread, const struct lm_thread_config *config)
{
    memset(thread, 0, sizeof *thread);
    lm_list_init(&thread->node);
    lm_list_init(&thread->timeout.node);
    lm_list_init(&thread->owned);
    thread->timeout.expire = expire;
    thread->state = LM_STATE_SUSPENDED;
    thread->waits_for = LM_WAITS_FOR_RESUME;
    thread->base_priority = config->priority;
    thread->base_threshold = config->threshold;
    lm_sched_note_urgency(thread, config->priority, config->threshold);
    thread->slice = config->slice;
    thread->slice_left = config->slice;
    thread->entry = config->entry;
    thread->argument = config->argument;
    thread->stack = config->stack;
    thread->stack_bytes = config->stack_bytes;
    thread->watched = config->stack;
    thread->period = config->period;
    thread->deadline = config->deadline;
    thread->offset = config->offset;
    thread->counters = config->counters;
}

/* The life of a thread begins: ready, or waiting for its first release. */
static void begin(struct lm_kernel *kernel, struct lm_thread *thread)
{
    thread->begun = true;
    if (thread->driven != NULL) {
        lm_driven_begin(thread->driven);
        return;
    }
    if (thread->period == 0) {
        lm_sched_ready(kernel, thread, LM_OK);
        return;
    }
    uint64_t now = lm_port_now();

    thread->release = (kernel->started ? now : 0) + thread->offset;
    thread->waits_for = LM_WAITS_FOR_PERIOD;
    if (thread->release > now) {
        lm_alarm_start(kernel, &thread->timeout, thread->release);
    } else {
        lm_thread_release(kernel, thread);
    }
}

enum lm_status lm_thread_create(struct lm_thread *thread, const struct lm_thread_config *config)
{
    LM_CHECK(thread != NULL && config_is_valid(config), LM_BAD_ARGUMENT);

    fill(thread, config);
    lm_port_prepare(thread);
    fill_stack(thread);

    struct lm_kernel *kernel = lm_kernel();
    lm_lock_key key = lm_lock();

    lm_trace_object(kernel, &thread->object, LM_KIND_THREAD, config->name, config->priority,
                    config->threshold, config->stack_bytes);
    lm_trace(LM_EVENT_THREAD_CREATE, thread->object.id, config->priority, config->threshold);
    kernel->dispatches_slowly = kernel->dispatches_slowly || config->slice != 0;
    if (!config->suspended) {
        begin(kernel, thread);
    }
    lm_unlock(kernel, key);
    return LM_OK;
}

enum lm_status lm_thread_start(struct lm_thread *thread)
{
    LM_CHECK_OBJECT(thread, LM_KIND_THREAD);

    struct lm_kernel *kernel = lm_kernel();
    enum lm_status status = LM_BAD_STATE;
    lm_lock_key key = lm_lock();

    if (thread->state == LM_STATE_SUSPENDED && !thread->begun) {
        lm_trace(LM_EVENT_THREAD_START, thread->object.id, 0, 0);
        begin(kernel, thread);
        status = LM_OK;
    }
    lm_unlock(kernel, key);
    return status;
}

void lm_thread_suspend_running(struct lm_kernel *kernel)
{
    kernel->running->suspend_pending = false;
    lm_sched_suspend(kernel, kernel->running, LM_WAITS_FOR_RESUME, 0);
}

/* Requires: the lock. */
static enum lm_status suspend(struct lm_kernel *kernel, struct lm_thread *thread)
{
    if (thread->state == LM_STATE_TERMINATED) {
        return LM_BAD_STATE;
    }
    lm_trace(LM_EVENT_THREAD_SUSPEND, thread->object.id, 0, 0);
    if (thread->state == LM_STATE_SUSPENDED) {
        thread->suspend_pending = thread->waits_for != LM_WAITS_FOR_RESUME;
        if (thread->driven != NULL) {
            lm_driven_watch(thread->driven);
        }
    } else if (thread->preempt_disabled != 0) {
        thread->suspend_pending = true; /* until lm_preempt_enable */
    } else {
        lm_sched_settle(kernel);
        lm_sched_suspend(kernel, thread, LM_WAITS_FOR_RESUME, 0);
    }
    return LM_OK;
}

enum lm_status lm_thread_suspend(struct lm_thread *thread)
{
    LM_CHECK_OBJECT(thread, LM_KIND_THREAD);

    struct lm_kernel *kernel = lm_kernel();
    LM_CHECK(thread != kernel->running || lm_port_in_interrupt() || lm_may_wait() ||
                 kernel->handles_stack,
             LM_BAD_CONTEXT);

    lm_lock_key key = lm_lock();
    enum lm_status status = suspend(kernel, thread);

    lm_unlock(kernel, key);
    return status;
}

/* Requires: the lock. */
static enum lm_status resume(struct lm_kernel *kernel, struct lm_thread *thread)
{
    bool waits = thread->state == LM_STATE_SUSPENDED && thread->waits_for == LM_WAITS_FOR_RESUME;

    if (!waits && !thread->suspend_pending) {
        return LM_BAD_STATE;
    }
    lm_trace(LM_EVENT_THREAD_RESUME, thread->object.id, 0, 0);
    thread->suspend_pending = false;
    if (waits && !thread->begun) {
        begin(kernel, thread);
    } else if (waits) {
        uint8_t status = thread->wait_status; /* it may not have been told yet */

        lm_sched_ready(kernel, thread, LM_OK);
        thread->wait_status = status;
    }
    return LM_OK;
}

enum lm_status lm_thread_resume(struct lm_thread *thread)
{
    LM_CHECK_OBJECT(thread, LM_KIND_THREAD);

    struct lm_kernel *kernel = lm_kernel();
    lm_lock_key key = lm_lock();
    enum lm_status status = resume(kernel, thread);

    lm_unlock(kernel, key);
    return status;
}

void lm_thread_give_way(struct lm_kernel *kernel, unsigned reason)
{
    struct lm_thread *thread = kernel->running;

    lm_sched_requeue(kernel, thread, reason);
    if (kernel->next == thread) { /* nobody there to give way to */
        lm_dispatch(kernel, thread, thread);
    }
}

/* Out of line: mostly there is a peer. Requires: the lock, which it frees. */
static __attribute__((noinline)) enum lm_status yield_level(struct lm_kernel *kernel)
{
    lm_thread_give_way(kernel, LM_LEAVE_YIELD);
    lm_unlock(kernel, 0);
    return LM_OK;
}

enum lm_status lm_thread_yield(void)
{
    LM_CHECK(lm_may_wait(), LM_BAD_CONTEXT);

    struct lm_kernel *kernel = lm_kernel();
    struct lm_thread *thread = kernel->running;

    lm_port_take_lock();
    LM_COUNT(kernel, thread, yields);
    lm_trace(LM_EVENT_YIELD, 0, 0, 0);
    if (!lm_sched_pass_on(kernel, thread)) {
        return yield_level(kernel);
    }
    lm_trace_leaving(kernel, thread, LM_LEAVE_YIELD);
    lm_port_switch_thread(kernel, thread);
    return LM_OK;
}

static void tell(struct lm_thread *thread, enum lm_thread_event event)
{
    if (thread->notify != NULL) {
        thread->notify(thread, event);
    }
}

/* Of a thread that has been terminated by another one: by now it may be deleted. */
static void tell_end(struct lm_thread *thread,
                     void (*notify)(struct lm_thread *thread, enum lm_thread_event event))
{
    if (notify != NULL) {
        notify(thread, LM_THREAD_EXITED);
    }
}

/* Requires: the lock. */
static enum lm_status terminate(struct lm_kernel *kernel, struct lm_thread *thread,
                                enum lm_waits_for how)
{
    if (thread->state == LM_STATE_TERMINATED) {
        return LM_BAD_STATE;
    }
    lm_trace(LM_EVENT_THREAD_TERMINATE, thread->object.id, 0, 0);
    thread->preempt_disabled = 0;
    thread->sections = 0;
    thread->section_raised = false;
    lm_spin_free_all(thread);
    while (!lm_list_is_empty(&thread->owned)) {
        lm_mutex_release(kernel, LM_CONTAINER(thread->owned.next, struct lm_mutex, owned));
    }
    if (thread->state == LM_STATE_SUSPENDED) {
        lm_wait_leave(kernel, thread);
    } else {
        lm_sched_settle(kernel);
        lm_sched_suspend(kernel, thread, LM_WAITS_FOR_NOTHING, 0);
    }
    thread->suspend_pending = false;
    thread->waits_for = (uint8_t)how;
    thread->state = LM_STATE_TERMINATED;
    lm_trace_leaving(kernel, thread, LM_LEAVE_TERMINATED);
    return LM_OK;
}

enum lm_status lm_thread_terminate(struct lm_thread *thread)
{
    LM_CHECK_OBJECT(thread, LM_KIND_THREAD);

    struct lm_kernel *kernel = lm_kernel();
    LM_CHECK(thread != kernel->running || lm_port_in_interrupt() || !lm_port_is_locked() ||
                 kernel->handles_stack,
             LM_BAD_CONTEXT);

    bool itself = thread == kernel->running && !lm_port_in_interrupt();

    if (itself) {
        tell(thread, LM_THREAD_EXITED);
    }
    lm_lock_key key = lm_lock();
    void (*notify)(struct lm_thread * thread, enum lm_thread_event event) = thread->notify;
    enum lm_status status = terminate(kernel, thread, LM_WAS_TERMINATED);

    lm_unlock(kernel, key);
    if (status == LM_OK && !itself) {
        tell_end(thread, notify);
    }
    return status;
}

void lm_thread_main(void *argument)
{
    struct lm_thread *thread = argument;
    struct lm_kernel *kernel = lm_kernel();

    tell(thread, LM_THREAD_ENTERED);
    thread->entry(thread->argument);
    lm_unlock(kernel, 0); /* in case the entry function has left interrupts off */
    tell(thread, LM_THREAD_EXITED);
    for (;;) { /* once */
        (void)lm_lock();
        (void)terminate(kernel, thread, LM_HAS_RETURNED);
        lm_unlock(kernel, 0);
    }
}

/* Terminated, and off its stack: the interrupt that terminates the running thread still uses it. */
static bool has_left(const struct lm_kernel *kernel, const struct lm_thread *thread)
{
    return thread->state == LM_STATE_TERMINATED && thread != kernel->running;
}

/* Requires: the lock. */
static void reset(struct lm_thread *thread)
{
    lm_port_prepare(thread);
    thread->state = LM_STATE_SUSPENDED;
    thread->waits_for = LM_WAITS_FOR_RESUME;
    thread->begun = false;
    thread->wait_ahead = false;
    thread->slice_left = thread->slice;
    thread->job = 0;
    lm_sched_note_urgency(thread, thread->base_priority, thread->base_threshold);
}

enum lm_status lm_thread_reset(struct lm_thread *thread)
{
    LM_CHECK_OBJECT(thread, LM_KIND_THREAD);

    enum lm_status status = LM_BAD_STATE;
    lm_lock_key key = lm_lock();

    if (has_left(lm_kernel(), thread)) {
        reset(thread);
        lm_trace(LM_EVENT_THREAD_RESET, thread->object.id, 0, 0);
        status = LM_OK;
    }
    lm_port_unlock(key);
    return status;
}

enum lm_status lm_thread_restart(struct lm_thread *thread)
{
    LM_CHECK_OBJECT(thread, LM_KIND_THREAD);

    struct lm_kernel *kernel = lm_kernel();
    enum lm_status status = LM_BAD_STATE;
    lm_lock_key key = lm_lock();

    if (has_left(kernel, thread)) {
        reset(thread);
        lm_trace(LM_EVENT_THREAD_RESTART, thread->object.id, 0, 0);
        begin(kernel, thread);
        status = LM_OK;
    }
    lm_unlock(kernel, key);
    return status;
}

enum lm_status lm_thread_delete(struct lm_thread *thread)
{
    LM_CHECK_OBJECT(thread, LM_KIND_THREAD);

    struct lm_kernel *kernel = lm_kernel();
    enum lm_status status = LM_BAD_STATE;
    lm_lock_key key = lm_lock();

    if (has_left(kernel, thread) && thread->driven == NULL) {
        lm_trace(LM_EVENT_THREAD_DELETE, thread->object.id, 0, 0);
        thread->object.kind = LM_KIND_NONE;
        status = LM_OK;
    }
    lm_unlock(kernel, key);
    return status;
}
