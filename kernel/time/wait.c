/* SPDX-License-Identifier: Apache-2.0 */
/* Waiting; see wait.h. */
#include "time/wait.h"
#include "core/door.h"
#include "core/priority.h"

/* Out of line, because most waits have no timeout. An instant that has passed ends the wait at the
 * next alarm. */
static __attribute__((noinline)) void start_timeout(lm_timeout timeout)
{
    struct lm_cpu *cpu = lm_cpu();
    struct lm_thread *thread = cpu->running;

    thread->wait_timed = true;
    lm_alarm_start(cpu, &thread->timeout, lm_wait_instant(timeout));
}

/* The calling thread waits in the list, with or without a timeout. */
static inline __attribute__((always_inline)) void wait(struct lm_cpu *cpu,
                                                       struct lm_wait_list *list)
{
    struct lm_thread *thread = cpu->running;

    lm_sched_wait(cpu, thread, (enum lm_waits_for)list->waits_for, list->object->id);
    thread->wait_list = list;
    lm_wait_list_insert(list, thread);
}

void lm_wait(struct lm_cpu *cpu, struct lm_wait_list *list, lm_timeout timeout)
{
    if (timeout != LM_FOREVER) { /* first, so that the argument need not be kept */
        start_timeout(timeout);
    }
    wait(cpu, list);
}

enum lm_status lm_wait_forever(struct lm_wait_list *list)
{
    struct lm_cpu *cpu = lm_cpu();

    wait(cpu, list);
    return lm_switch(cpu, LM_OK);
}

enum lm_status lm_wait_up_to(struct lm_wait_list *list, lm_timeout timeout)
{
    if (timeout != LM_FOREVER) {
        start_timeout(timeout);
    }
    return lm_wait_forever(list);
}

void lm_wait_until(struct lm_cpu *cpu, enum lm_waits_for waits_for, uint64_t instant)
{
    struct lm_thread *thread = cpu->running;

    lm_sched_wait(cpu, thread, waits_for, 0);
    lm_alarm_start(cpu, &thread->timeout, instant);
}

void lm_wait_leave(struct lm_cpu *cpu, struct lm_thread *thread)
{
    thread->wait_timed = false;
    if (lm_timeout_is_started(&thread->timeout)) {
        lm_alarm_cancel(cpu, &thread->timeout);
    }
    if (lm_waits_in_list(thread)) {
        bool for_mutex = thread->waits_for == LM_WAITS_FOR_MUTEX;

        thread->wait_ahead = false;
        lm_wait_list_remove(thread->wait_list, thread);
        thread->waits_for = LM_WAITS_FOR_NOTHING;
        if (for_mutex) {
            lm_priority_waiter_left(cpu, thread);
        }
    }
}

/* Suspend the thread, whose suspension was pending. Its call returns when it is resumed. */
static void suspend_instead(struct lm_thread *thread, enum lm_status status)
{
    thread->suspend_pending = false;
    thread->waits_for = LM_WAITS_FOR_RESUME;
    lm_observe_blocked(thread, LM_WAITS_FOR_RESUME, 0, status);
}

void lm_wait_end(struct lm_cpu *cpu, struct lm_thread *thread, enum lm_status status)
{
    lm_wait_leave(cpu, thread);
    if (status != LM_OK) {
        lm_port_set_result(thread, status);
    }
    if (thread->suspend_pending) {
        suspend_instead(thread, status);
    } else {
        lm_sched_ready(cpu, thread, status);
    }
}

void lm_wait_satisfy(struct lm_cpu *cpu, struct lm_thread *thread)
{
    if (thread->wait_extras != 0) {
        lm_wait_end(cpu, thread, LM_OK);
    } else {
        lm_wait_list_remove(thread->wait_list, thread);
        lm_sched_ready(cpu, thread, LM_OK);
    }
}

static __attribute__((noinline)) enum lm_status wake_with_extras(struct lm_thread *thread,
                                                                 lm_lock_key key)
{
    lm_wait_end(lm_cpu(), thread, LM_OK);
    return lm_unlock(lm_cpu(), key);
}

enum lm_status lm_wake(struct lm_wait_list *list, lm_lock_key key)
{
    struct lm_thread *thread = list->first;

    if (__builtin_expect(thread->wait_extras != 0, 0)) {
        return wake_with_extras(thread, key);
    }
    lm_wait_list_remove_first(list, thread);
    return lm_unlock_ready(thread, key);
}
