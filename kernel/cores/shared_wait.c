/* SPDX-License-Identifier: Apache-2.0 */
/* Waits for shared objects, and their ends; see cores.h. */
#include "core/wait_list.h"
#include "cores/cores.h"
#include "cores/shared_trace.h"
#include "time/alarm.h"
#include "time/wait.h"

/* End a wait. In a library with trace the result is set here, because the record has no status. */
static void end_implied(struct lm_cpu *cpu, struct lm_thread *thread, enum lm_status status)
{
    lm_wait_leave(cpu, thread);
    if (status != LM_OK) {
        lm_port_set_result(thread, status);
    }
    lm_sched_ready(cpu, thread, LM_IS_IMPLIED);
}

void lm_shared_end(struct lm_thread *thread, enum lm_status status, bool is_implied)
{
    struct lm_cpu *cpu = lm_cpu();

    lm_list_init(&thread->node); /* R5 in ready_queue.h */
    lm_shared_own(cpu, thread);
    if (status == LM_OK && thread->wait_extras == 0) {
        lm_sched_ready(cpu, thread, LM_TRACED && is_implied ? LM_IS_IMPLIED : LM_OK);
        return;
    }
    thread->timeout.expire = NULL;
    if (LM_TRACED && is_implied && !thread->suspend_pending) {
        end_implied(cpu, thread, status);
    } else {
        lm_wait_end(cpu, thread, status);
    }
}

/* Take the thread out of the list of a shared object. Returns: was it there? If not, another core
 * has ended the wait: the thread is in the inbox. */
static inline __attribute__((always_inline)) bool leave_list(struct lm_thread *thread)
{
    lm_cores_lock();
    bool was_listed = thread->shared_listed;

    if (was_listed) {
        thread->shared_listed = false;
        lm_list_remove(&thread->node);
    }
    lm_cores_unlock();
    return was_listed;
}

/* Count a timeout under the shared lock, because other cores count for the object, too. */
static void count_timeout(struct lm_thread *thread)
{
    (void)thread;
    if (LM_COUNTED) {
        lm_cores_lock();
        lm_observe_timeout(thread);
        lm_cores_unlock();
    }
}

static void expire(struct lm_timeout_node *timeout)
{
    struct lm_thread *thread = LM_CONTAINER(timeout, struct lm_thread, timeout);

    if (leave_list(thread)) {
        count_timeout(thread);
        lm_shared_end(thread, LM_TIMEOUT, false);
    }
}

bool lm_shared_abort(struct lm_thread *thread, bool suspends)
{
    bool aborts = thread->waits_for == LM_WAITS_FOR_SHARED && leave_list(thread);

    if (aborts && suspends) {
        lm_observe_thread(LM_EVENT_THREAD_SUSPEND, thread, 0, 0);
        thread->suspend_pending = true;
    }
    if (aborts) {
        lm_shared_end(thread, LM_ABORTED, false);
    }
    return aborts;
}

/* End the wait of the thread for the answer of another core. Returns: whether it waited for one. */
static bool leave_request(struct lm_thread *thread)
{
    lm_cores_lock();
    bool had_asked = thread->asks.caller != NULL;

    thread->asks.caller = NULL;
    lm_cores_unlock();
    return had_asked;
}

/* If another core has just handed something to the thread, the thread owns it, and gives it back
 * with everything else that it owns. */
void lm_shared_abandon(struct lm_cpu *cpu, struct lm_thread *thread)
{
    if (thread->waits_for == LM_WAITS_FOR_SHARED) {
        thread->in_transit = !leave_list(thread) && !leave_request(thread);
        thread->moves_to = 0;
        thread->timeout.expire = NULL;
        lm_shared_own(cpu, thread);
        lm_wait_leave(cpu, thread);
        thread->waits_for = LM_WAITS_FOR_NOTHING;
    }
}

/* Another core may send the thread to this one as soon as the shared lock is free. This core reads
 * its inbox after the switch, because interrupts are off until then. */
static inline __attribute__((always_inline)) void
enter(struct lm_cpu *cpu, struct lm_wait_list *list, lm_timeout timeout)
{
    struct lm_thread *thread = cpu->running;

    lm_ready_remove_head(&cpu->ready, thread);
    thread->wait_list = list;
    thread->shared_listed = true;
    thread->shared_status = LM_OK;
    lm_list_insert_before(&list->mark, &thread->node);
    lm_cores_unlock();

    lm_sched_set_blocked(cpu, thread, LM_WAITS_FOR_SHARED, lm_wait_list_id(list), LM_IS_IMPLIED);
    lm_shared_observe_blocked(list, thread);
    if (timeout != LM_FOREVER) {
        thread->timeout.expire = expire;
        thread->wait_timed = true;
        lm_alarm_start(cpu, &thread->timeout, lm_wait_instant(timeout));
    }
}

enum lm_status lm_shared_wait(struct lm_wait_list *list, lm_timeout timeout)
{
    struct lm_cpu *cpu = lm_cpu();

    enter(cpu, list, timeout);
    return lm_switch(cpu, LM_OK);
}

void lm_shared_enter(struct lm_wait_list *list, lm_timeout timeout)
{
    enter(lm_cpu(), list, timeout);
}

enum lm_status lm_shared_wake_here(struct lm_thread *thread, lm_lock_key key)
{
    lm_cores_unlock();
    lm_shared_end(thread, LM_OK, true);
    return lm_unlock_rarely(lm_cpu(), key);
}

/* Requires: both locks. Frees the shared one. */
static void wake(struct lm_thread *thread)
{
    if (thread->core == lm_core_self()) {
        lm_cores_unlock();
        lm_shared_end(thread, (enum lm_status)thread->shared_status, false);
    } else {
        (void)lm_cores_send(thread, thread->core, lm_port_lock());
    }
}

void lm_shared_satisfy(struct lm_thread *thread)
{
    lm_list_unlink(&thread->node);
    thread->shared_listed = false;
    wake(thread);
}

void lm_shared_choose(struct lm_inbox *chosen, struct lm_thread *thread)
{
    lm_list_unlink(&thread->node);
    thread->shared_listed = false;
    thread->node.next = NULL;
    if (chosen->first == NULL) {
        chosen->first = thread;
    } else {
        chosen->last->node.next = &thread->node;
    }
    chosen->last = thread;
}

void lm_shared_wake_chosen(const struct lm_inbox *chosen)
{
    for (struct lm_thread *thread = chosen->first, *next; thread != NULL; thread = next) {
        next = (struct lm_thread *)(void *)thread->node.next;
        lm_cores_lock();
        wake(thread);
    }
}
