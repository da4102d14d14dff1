/* SPDX-License-Identifier: Apache-2.0 */
/* The end of a thread: it leaves its wait or the ready queue, and is terminated. give_back.c
 * releases its mutexes and resources before. */
#include "core/link.h"
#include "core/sched.h"
#include "objects/thread.h"

/* See core/link.h. In a program without the file of the first function, only the running thread
 * ends; in one without that of the second function, no thread owns anything. */
#pragma weak lm_thread_unblock
#pragma weak lm_thread_give_back

lm_lock_key lm_thread_stop(struct lm_cpu *cpu, struct lm_thread *thread, enum lm_waits_for how,
                           lm_lock_key key)
{
    thread->preempt_disabled = 0;
    if (thread->state != LM_STATE_BLOCKED) {
        lm_sched_block(cpu, thread, LM_WAITS_FOR_NOTHING);
    } else if (LM_IS_LINKED(lm_thread_unblock)) {
        lm_thread_unblock(cpu, thread);
    }
    thread->end_pending = false;
    thread->suspend_pending = false;
    thread->waits_for = (uint8_t)how;
    thread->state = LM_STATE_TERMINATED;
    lm_observe_leaving(cpu, thread, LM_LEAVE_TERMINATED);
    return key;
}

lm_lock_key lm_thread_end(struct lm_cpu *cpu, struct lm_thread *thread, enum lm_waits_for how,
                          lm_lock_key key)
{
    lm_observe_thread(LM_EVENT_THREAD_TERMINATE, thread, 0, 0);
    if (LM_IS_LINKED(lm_thread_give_back)) {
        return lm_thread_give_back(cpu, thread, how, key);
    }
    return lm_thread_stop(cpu, thread, how, key);
}
