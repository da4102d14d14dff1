/* SPDX-License-Identifier: Apache-2.0 */
/* Waiting; see wait.h. */
#include "wait.h"
#include "alarm.h"
#include "lock.h"
#include "mutex.h"
#include "sched.h"
#include "trace.h"

void lm_wait_list_init(struct lm_wait_list *list, const struct lm_object *object,
                       enum lm_waits_for waits_for, enum lm_order order)
{
    lm_list_init(&list->threads);
    list->object = object;
    list->order = (uint8_t)order;
    list->waits_for = (uint8_t)waits_for;
}

static struct lm_list *position_by_priority(struct lm_wait_list *list,
                                            const struct lm_thread *thread)
{
    struct lm_list *position = &list->threads;

    while (position->prev != &list->threads &&
           LM_CONTAINER(position->prev, struct lm_thread, node)->priority > thread->priority) {
        position = position->prev;
    }
    return position;
}

static inline void insert(struct lm_wait_list *list, struct lm_thread *thread)
{
    struct lm_list *position = &list->threads;

    if (list->order == LM_BY_PRIORITY) {
        position = position_by_priority(list, thread);
    }
    lm_list_insert_before(position, &thread->node);
}

/* Out of line: most waits are for ever. An instant that has passed ends the wait at the next
 * tick. */
static __attribute__((noinline)) void start_timeout(struct lm_thread *thread, lm_timeout timeout)
{
    lm_alarm_start(lm_kernel(), &thread->timeout, lm_wait_instant(timeout));
}

static inline void begin(struct lm_kernel *kernel, struct lm_wait_list *list, lm_timeout timeout)
{
    struct lm_thread *thread = kernel->running;

    lm_sched_suspend(kernel, thread, (enum lm_waits_for)list->waits_for, list->object->id);
    thread->wait_list = list;
    insert(list, thread);
    if (timeout != LM_FOREVER) {
        start_timeout(thread, timeout);
    }
}

void lm_wait_begin(struct lm_kernel *kernel, struct lm_wait_list *list, lm_timeout timeout)
{
    begin(kernel, list, timeout);
}

enum lm_status lm_wait(struct lm_wait_list *list, lm_timeout timeout)
{
    struct lm_kernel *kernel = lm_kernel();

    begin(kernel, list, timeout);
    return lm_wait_finish(kernel);
}

void lm_wait_leave(struct lm_kernel *kernel, struct lm_thread *thread)
{
    if (lm_timeout_is_started(&thread->timeout)) {
        lm_alarm_cancel(kernel, &thread->timeout);
    }
    if (lm_wait_is_in_list(thread)) {
        bool for_mutex = thread->waits_for == LM_WAITS_FOR_MUTEX;

        lm_list_remove(&thread->node);
        thread->waits_for = LM_WAITS_FOR_NOTHING;
        if (for_mutex) {
            lm_mutex_waiter_left(kernel, thread);
        }
    }
}

static void end_suspended(struct lm_kernel *kernel, struct lm_thread *thread, enum lm_status status)
{
    thread->suspend_pending = false;
    thread->wait_status = (uint8_t)status;
    thread->waits_for = LM_WAITS_FOR_RESUME;
    LM_COUNT(kernel, thread, suspensions);
    lm_trace(LM_EVENT_SUSPEND, 0, LM_WAITS_FOR_RESUME, thread->object.id);
}

void lm_wait_end(struct lm_kernel *kernel, struct lm_thread *thread, enum lm_status status)
{
    lm_wait_leave(kernel, thread);
    if (thread->suspend_pending) {
        end_suspended(kernel, thread, status);
    } else {
        lm_sched_ready(kernel, thread, status);
    }
}

void lm_wait_satisfy(struct lm_kernel *kernel, struct lm_thread *thread)
{
    if (lm_timeout_is_started(&thread->timeout) || thread->suspend_pending) {
        lm_wait_end(kernel, thread, LM_OK);
        return;
    }
    thread->node.next->prev = thread->node.prev;
    thread->node.prev->next = thread->node.next;
    lm_sched_ready(kernel, thread, LM_OK);
}

void lm_wait_reorder(struct lm_thread *thread)
{
    if (thread->wait_list->order == LM_BY_PRIORITY) {
        lm_list_remove(&thread->node);
        insert(thread->wait_list, thread);
    }
}

bool lm_wait_delete_begin(void)
{
    return !lm_port_in_interrupt() && !lm_port_is_locked() && lm_kernel()->started &&
           lm_preempt_disable() == LM_OK;
}

void lm_wait_delete_end(bool begun)
{
    if (begun) {
        (void)lm_preempt_enable();
    }
}

void lm_wait_delete_all(struct lm_kernel *kernel, struct lm_wait_list *list)
{
    struct lm_thread *thread;

    do {
        lm_lock_key key = lm_lock();

        thread = lm_wait_first(list);
        if (thread != NULL) {
            lm_wait_end(kernel, thread, LM_DELETED);
        }
        lm_unlock(kernel, key);
    } while (thread != NULL);
}
