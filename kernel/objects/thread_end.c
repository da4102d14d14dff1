/* SPDX-License-Identifier: Apache-2.0 */
/* The end of a thread: it releases its mutexes, leaves its wait or the ready queue, and is
 * terminated. */
#include "core/sched.h"
#include "objects/long_call.h"
#include "objects/ownership.h"
#include "objects/thread.h"
#include "time/wait.h"

/* Release one mutex of a thread that ends, or a few resources that a layer holds for it. Returns:
 * whether there were any. */
static bool give_back_some(struct lm_cpu *cpu, struct lm_thread *thread)
{
    bool (*give_back)(struct lm_thread * thread) = lm_kernel()->on_thread_end;
    struct lm_list *owned = thread->owned.next;

    if (give_back != NULL && give_back(thread)) {
        return true;
    }
    if (owned == &thread->owned) {
        return false;
    }
    lm_mutex_release(cpu, LM_CONTAINER(owned, struct lm_mutex, owned));
    return true;
}

/* Stop a thread that owns nothing any more. */
static void stop(struct lm_cpu *cpu, struct lm_thread *thread, enum lm_waits_for how)
{
    thread->preempt_disabled = 0;
    thread->raised = 0;
    thread->in_long_call = false;
    thread->layer[0] = 0;
    thread->layer[1] = 0;
    if (thread->state == LM_STATE_BLOCKED) {
        lm_wait_leave(cpu, thread);
    } else {
        lm_sched_block(cpu, thread, LM_WAITS_FOR_NOTHING);
    }
    thread->end_pending = false;
    thread->suspend_pending = false;
    thread->waits_for = (uint8_t)how;
    thread->state = LM_STATE_TERMINATED;
    lm_observe_leaving(cpu, thread, LM_LEAVE_TERMINATED);
}

/* Is there more to release than one mutex for which no thread waits? */
static bool has_much(const struct lm_thread *thread)
{
    const struct lm_list *owned = thread->owned.next;

    return owned != thread->owned.prev || (thread->layer[0] | thread->layer[1]) != 0 ||
           (owned != &thread->owned &&
            LM_CONTAINER(owned, const struct lm_mutex, owned)->waiters.first != NULL);
}

lm_lock_key lm_thread_end(struct lm_cpu *cpu, struct lm_thread *thread, enum lm_waits_for how,
                          lm_lock_key key)
{
    bool itself = thread == cpu->running;
    bool much = has_much(thread);

    lm_observe_thread(LM_EVENT_THREAD_TERMINATE, thread, 0, 0);
    thread->end_pending = true; /* so that no interrupt in between ends it again */

    bool begun = much && lm_long_call_begin(cpu, key);

    if (much) {
        do {
            key = lm_long_call_pause(key);
        } while (give_back_some(cpu, thread));
    } else if (thread->owned.next != &thread->owned) {
        (void)give_back_some(cpu, thread);
    }
    stop(cpu, thread, how);
    if (begun && !itself) {
        key = lm_long_call_end(cpu, begun, lm_long_call_pause(key));
    }
    return key;
}
