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

void lm_shared_end(struct lm_thread *thread, enum lm_status status)
{
    thread->object.kind = (uint8_t)(LM_KIND_THREAD | LM_KIND_HERE);
    thread->timeout.expire = NULL;
    lm_list_init(&thread->node); /* R5 in ready_queue.h */
    lm_shared_own(lm_cpu(), thread);
    lm_wait_end(lm_cpu(), thread, status);
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
        lm_list_unlink(&thread->node);
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
    lm_list_insert_before(&list->mark, &thread->node);
    lm_cores_unlock();

    set_away(thread);
    lm_sched_set_blocked(cpu, thread, (enum lm_waits_for)LM_WAITS_FOR_SHARED, lm_wait_list_id(list),
                         LM_OK);
    if (timeout != LM_FOREVER) {
        thread->timeout.expire = expire;
        thread->wait_timed = true;
        lm_alarm_start(cpu, &thread->timeout, lm_wait_instant(timeout));
    }
    return lm_switch(cpu, LM_OK);
}

enum lm_status lm_shared_wake_here(struct lm_thread *thread, lm_lock_key key)
{
    lm_cores_unlock();
    lm_shared_end(thread, LM_OK);
    return lm_unlock_rarely(lm_cpu(), key);
}

void lm_shared_satisfy(struct lm_thread *thread)
{
    lm_list_unlink(&thread->node);
    thread->shared_listed = false;
    if (thread->core == lm_core_self()) {
        lm_cores_unlock();
        lm_shared_end(thread, LM_OK);
    } else {
        (void)lm_cores_send(thread, thread->core, lm_port_lock());
    }
}
