/* SPDX-License-Identifier: Apache-2.0 */
/* Waiting; see wait.h. */
#include "wait.h"
#include "alarm.h"
#include "lock.h"
#include "mutex.h"
#include "sched.h"
#include "trace.h"

static void insert(struct lm_wait_list *list, struct lm_thread *thread)
{
    struct lm_list *position = &list->threads;

    if (list->order == LM_BY_PRIORITY) {
        while (position->prev != &list->threads &&
               LM_CONTAINER(position->prev, struct lm_thread, node)->priority > thread->priority) {
            position = position->prev;
        }
    }
    lm_list_insert_before(position, &thread->node);
}

void lm_wait_begin(struct lm_kernel *kernel, struct lm_wait_list *list, void *object,
                   unsigned number, enum lm_waits_for waits_for, lm_timeout timeout)
{
    struct lm_thread *thread = kernel->running;

    lm_sched_suspend(kernel, thread, waits_for, number);
    thread->wait_list = list;
    thread->wait_object = object;
    insert(list, thread);
    if (timeout != LM_FOREVER) {
        lm_alarm_start(kernel, &thread->timeout, lm_wait_instant(timeout));
    }
}

enum lm_status lm_wait_and_unlock(struct lm_kernel *kernel, lm_lock_key key)
{
    struct lm_thread *thread = kernel->running;

    lm_unlock(kernel, key);
    return (enum lm_status)thread->wait_status;
}

void lm_wait_leave(struct lm_kernel *kernel, struct lm_thread *thread)
{
    if (thread->wait_list != NULL) {
        struct lm_mutex *mutex = thread->wait_object;

        lm_list_remove(&thread->node);
        thread->wait_list = NULL;
        thread->wait_object = NULL;
        if (thread->waits_for == LM_WAITS_FOR_MUTEX) {
            lm_mutex_waiter_left(kernel, mutex, thread);
        }
    }
    if (lm_timeout_is_started(&thread->timeout)) {
        lm_alarm_cancel(kernel, &thread->timeout);
    }
}

void lm_wait_end(struct lm_kernel *kernel, struct lm_thread *thread, enum lm_status status)
{
    lm_wait_leave(kernel, thread);
    thread->wait_status = (uint8_t)status;
    if (thread->suspend_pending) {
        thread->suspend_pending = false;
        thread->waits_for = LM_WAITS_FOR_RESUME;
    } else {
        thread->waits_for = LM_WAITS_FOR_NOTHING;
        lm_sched_ready(kernel, thread, status);
    }
}

void lm_wait_reorder(struct lm_thread *thread)
{
    if (thread->wait_list != NULL && thread->wait_list->order == LM_BY_PRIORITY) {
        lm_list_remove(&thread->node);
        insert(thread->wait_list, thread);
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
