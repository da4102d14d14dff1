/* SPDX-License-Identifier: Apache-2.0 */
/* Waiting; see wait.h. */
#include "time/wait.h"
#include "core/door.h"
#include "core/priority.h"

/* See core/link.h. A program without the file of the first function never starts a timeout, and one
 * without that of the second function never waits for a mutex. */
#pragma weak lm_alarm_cancel
#pragma weak lm_priority_waiter_left

/* Make the calling thread wait in the list. */
static inline __attribute__((always_inline)) void
enter(struct lm_cpu *cpu, struct lm_thread *thread, struct lm_wait_list *list, unsigned how)
{
    lm_sched_wait(cpu, thread, (enum lm_waits_for)list->waits_for, lm_wait_list_id(list), how);
    thread->wait_list = list;
    lm_wait_list_insert(list, thread);
}

void lm_wait_enter(struct lm_cpu *cpu, struct lm_wait_list *list)
{
    enter(cpu, cpu->running, list, LM_OK);
}

/* Wait in a list that is not empty. Out of line, so that the usual wait needs no frame. */
static __attribute__((noinline)) enum lm_status wait_with_others(struct lm_wait_list *list)
{
    struct lm_cpu *cpu = lm_cpu();

    if (LM_TRACED) {
        enter(cpu, cpu->running, list, LM_IS_IMPLIED);
    } else {
        lm_wait_enter(cpu, list);
    }
    return lm_switch(cpu, LM_OK);
}

enum lm_status lm_wait_forever(struct lm_wait_list *list)
{
    struct lm_cpu *cpu = lm_cpu_in_register();
    struct lm_thread *thread = cpu->running;

    if (LM_SMALL) {
        lm_wait_enter(cpu, list);
    } else if (LM_PORT_IS_SMALL) {
        enter(cpu, thread, list, LM_IS_IMPLIED);
    } else if (__builtin_expect(list->first != NULL, 0)) {
        return wait_with_others(list);
    } else { /* enter in the other order, in which the list soon needs no register */
        thread->wait_list = list;
        lm_wait_list_insert(list, thread);
        lm_sched_wait(cpu, thread, (enum lm_waits_for)list->waits_for, lm_wait_list_id(list),
                      LM_IS_IMPLIED);
    }
    return lm_port_switch_thread(cpu, thread, LM_OK);
}

void lm_wait_leave_list(struct lm_cpu *cpu, struct lm_thread *thread)
{
    thread->wait_timed = false;
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

void lm_wait_leave(struct lm_cpu *cpu, struct lm_thread *thread)
{
    if (lm_timeout_is_started(&thread->timeout)) {
        lm_alarm_cancel(cpu, &thread->timeout);
    }
    lm_wait_leave_list(cpu, thread);
}

/* Suspend the thread, because its suspension was pending. Its call returns when it is resumed. */
static void suspend_instead(struct lm_thread *thread, enum lm_status status)
{
    thread->suspend_pending = false;
    thread->waits_for = LM_WAITS_FOR_RESUME;
    lm_observe_blocked(thread, LM_WAITS_FOR_RESUME, 0, status);
}

void lm_wait_finish(struct lm_cpu *cpu, struct lm_thread *thread, enum lm_status status)
{
    if (status != LM_OK) {
        lm_port_set_result(thread, status);
    }
    if (thread->suspend_pending) {
        suspend_instead(thread, status);
    } else {
        lm_sched_ready(cpu, thread, status);
    }
}

void lm_wait_end(struct lm_cpu *cpu, struct lm_thread *thread, enum lm_status status)
{
    lm_wait_leave(cpu, thread);
    lm_wait_finish(cpu, thread, status);
}

void lm_wait_satisfy(struct lm_cpu *cpu, struct lm_thread *thread)
{
    if (LM_SMALL || thread->wait_extras != 0) {
        lm_wait_end(cpu, thread, LM_OK);
    } else {
        lm_wait_list_remove(thread->wait_list, thread);
        lm_sched_ready(cpu, thread, LM_OK);
    }
}

/* End a wait with additional work, or with the lock taken before. Out of line, so that the usual
 * wake needs no frame, and no register for the key. */
static __attribute__((noinline)) enum lm_status wake_rarely(struct lm_thread *thread,
                                                            lm_lock_key key)
{
    if (!LM_TRACED || thread->suspend_pending) {
        lm_wait_satisfy(lm_cpu(), thread);
    } else {
        lm_wait_leave(lm_cpu(), thread);
        lm_sched_ready(lm_cpu(), thread, LM_IS_IMPLIED);
    }
    return lm_unlock_rarely(lm_cpu(), key);
}

enum lm_status lm_wake(struct lm_wait_list *list, lm_lock_key key)
{
    struct lm_thread *thread = list->first;

    if (LM_SMALL || __builtin_expect((thread->wait_extras | key) != 0, 0)) {
        return wake_rarely(thread, key);
    }
    lm_wait_list_remove(list, thread);
    return lm_unlock_ready(thread);
}
