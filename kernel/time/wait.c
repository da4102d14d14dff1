/* SPDX-License-Identifier: Apache-2.0 */
/* Waiting; see wait.h. */
#include "time/wait.h"
#include "core/door.h"
#include "core/priority.h"
#include "time/alarm.h"

/* Out of line, because most waits have no timeout. An instant that has passed ends the wait at the
 * next alarm. */
static __attribute__((noinline)) void start_timeout(struct lm_cpu *cpu, struct lm_thread *thread,
                                                    lm_timeout timeout)
{
    lm_alarm_start(cpu, &thread->timeout, lm_wait_instant(timeout));
}

void lm_wait(struct lm_cpu *cpu, struct lm_wait_list *list, lm_timeout timeout)
{
    struct lm_thread *thread = cpu->running;

    if (timeout != LM_FOREVER) { /* first, so that the argument need not be kept */
        start_timeout(cpu, thread, timeout);
    }
    lm_sched_wait(cpu, thread, (enum lm_waits_for)list->waits_for, list->object->id);
    thread->wait_list = list;
    lm_wait_list_insert(list, thread);
}

void lm_wait_until(struct lm_cpu *cpu, enum lm_waits_for waits_for, uint64_t instant)
{
    struct lm_thread *thread = cpu->running;

    lm_sched_wait(cpu, thread, waits_for, 0);
    lm_alarm_start(cpu, &thread->timeout, instant);
}

void lm_wait_leave(struct lm_cpu *cpu, struct lm_thread *thread)
{
    if (lm_timeout_is_started(&thread->timeout)) {
        lm_alarm_cancel(cpu, &thread->timeout);
    }
    if (lm_waits_in_list(thread)) {
        bool for_mutex = thread->waits_for == LM_WAITS_FOR_MUTEX;

        lm_wait_list_remove(thread->wait_list, thread);
        thread->waits_for = LM_WAITS_FOR_NOTHING;
        if (for_mutex) {
            lm_priority_waiter_left(cpu, thread);
        }
    }
}

/* Suspend the thread, whose suspension was pending. It gets the status of its wait when it is
 * resumed. */
static void suspend_instead(struct lm_thread *thread, enum lm_status status)
{
    thread->suspend_pending = false;
    thread->wait_status = (uint8_t)status;
    thread->waits_for = LM_WAITS_FOR_RESUME;
    lm_observe_blocked(thread, LM_WAITS_FOR_RESUME, 0, status);
}

void lm_wait_end(struct lm_cpu *cpu, struct lm_thread *thread, enum lm_status status)
{
    lm_wait_leave(cpu, thread);
    if (thread->suspend_pending) {
        suspend_instead(thread, status);
    } else {
        lm_sched_ready(cpu, thread, status);
    }
}

void lm_wait_satisfy(struct lm_cpu *cpu, struct lm_thread *thread)
{
    if (lm_timeout_is_started(&thread->timeout) || thread->suspend_pending) {
        lm_wait_end(cpu, thread, LM_OK);
        return;
    }
    lm_wait_list_remove(thread->wait_list, thread);
    lm_sched_ready(cpu, thread, LM_OK);
}
