/* SPDX-License-Identifier: Apache-2.0 */
/* How threads wait for shared objects, and what ends the wait; see cores.h. */
#include "core/wait_list.h"
#include "cores/cores.h"
#include "time/alarm.h"
#include "time/wait.h"

/* While the thread waits, it has no kind that a call for the threads of this core accepts, because
 * another core may end the wait at any moment. */
static void set_away(struct lm_thread *thread)
{
    thread->object.kind = LM_KIND_THREAD | LM_KIND_SHARED;
}

void lm_shared_end(struct lm_thread *thread, unsigned how)
{
    struct lm_cpu *cpu = lm_cpu();

    thread->object.kind = (uint8_t)(LM_KIND_THREAD | LM_KIND_HERE);
    thread->timeout.expire = NULL;
    lm_wait_leave(cpu, thread);
    if (how == LM_IS_IMPLIED && !thread->suspend_pending) {
        lm_sched_ready(cpu, thread, LM_IS_IMPLIED);
    } else {
        lm_wait_finish(cpu, thread, how == LM_IS_IMPLIED ? LM_OK : (enum lm_status)how);
    }
}

/* The timeout has expired. If another core has ended the wait before, the thread is in the inbox,
 * or on its way there. */
static void expire(struct lm_timeout_node *timeout)
{
    struct lm_thread *thread = LM_CONTAINER(timeout, struct lm_thread, timeout);

    lm_cores_lock();
    bool was_listed = thread->shared_listed;

    if (was_listed) {
        thread->shared_listed = false;
        lm_wait_list_remove(thread->wait_list, thread);
    }
    lm_cores_unlock();
    if (was_listed) {
        lm_observe_timeout(thread);
        lm_shared_end(thread, LM_TIMEOUT);
    }
}

/* As soon as the shared lock is free, another core may send the thread to this one. That is served
 * after the switch, because interrupts are off until then. */
enum lm_status lm_shared_wait(struct lm_wait_list *list, lm_timeout timeout)
{
    struct lm_cpu *cpu = lm_cpu();
    struct lm_thread *thread = cpu->running;

    lm_ready_remove_head(&cpu->ready, thread);
    thread->wait_list = list;
    thread->shared_listed = true;
    lm_wait_list_insert(list, thread);
    lm_cores_unlock();

    set_away(thread);
    lm_sched_set_blocked(cpu, thread, (enum lm_waits_for)LM_WAITS_FOR_SHARED, lm_wait_list_id(list),
                         LM_IS_IMPLIED);
    if (timeout != LM_FOREVER) {
        thread->timeout.expire = expire;
        thread->wait_timed = true;
        lm_alarm_start(cpu, &thread->timeout, lm_wait_instant(timeout));
    }
    return lm_switch(cpu, LM_OK);
}

enum lm_status lm_shared_wake(struct lm_wait_list *list, lm_lock_key key)
{
    struct lm_thread *thread = list->first;

    lm_wait_list_remove(list, thread);
    thread->shared_listed = false;
    if (thread->core != lm_core_self()) {
        lm_cores_send(thread, thread->core);
        return lm_leave(key, LM_OK);
    }
    lm_cores_unlock();
    lm_shared_end(thread, LM_IS_IMPLIED);
    return lm_unlock_rarely(lm_cpu(), key);
}
