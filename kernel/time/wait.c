/* SPDX-License-Identifier: Apache-2.0 */
/* Waiting; see wait.h. */
#include "time/wait.h"
#include "core/lock.h"
#include "core/sched.h"
#include "objects/mutex.h"
#include "observe/trace.h"
#include "time/alarm.h"

void lm_wait_list_init(struct lm_wait_list *list, const struct lm_object *object,
                       enum lm_order order)
{
    list->first = NULL;
    list->count = 0;
    list->object = object;
    list->order = (uint8_t)order;
}

static bool goes_before(const struct lm_thread *thread, const struct lm_thread *other)
{
    return thread->priority < other->priority && !other->wait_ahead;
}

/* Behind all that are as urgent. Requires, as the next one: the list is not empty. */
static void insert_by_priority(struct lm_wait_list *list, struct lm_thread *thread)
{
    struct lm_list *first = &list->first->node;
    struct lm_list *position = first; /* before it: at the end of the circle */

    while (goes_before(thread, LM_CONTAINER(position->prev, struct lm_thread, node))) {
        position = position->prev;
        if (position == first) {
            list->first = thread;
            break;
        }
    }
    lm_list_insert_before(position, &thread->node);
}

static void insert_first(struct lm_wait_list *list, struct lm_thread *thread)
{
    lm_list_insert_before(&list->first->node, &thread->node);
    list->first = thread;
}

static void insert_by_rule(struct lm_wait_list *list, struct lm_thread *thread)
{
    if (thread->wait_ahead) {
        insert_first(list, thread);
    } else {
        insert_by_priority(list, thread);
    }
}

static inline void insert(struct lm_wait_list *list, struct lm_thread *thread)
{
    if (__builtin_expect(list->first == NULL, 1)) {
        lm_list_init(&thread->node);
        list->first = thread;
    } else if ((list->order | thread->wait_ahead) != LM_FIFO) {
        insert_by_rule(list, thread);
    } else {
        lm_list_insert_before(&list->first->node, &thread->node);
    }
    if (LM_COUNTED) {
        list->count++;
    }
}

/* Out of line: most waits are for ever. An instant that has passed ends the wait at the next
 * tick. */
static __attribute__((noinline)) void start_timeout(struct lm_thread *thread, lm_timeout timeout)
{
    lm_alarm_start(lm_kernel(), &thread->timeout, lm_wait_instant(timeout));
}

static inline void begin(struct lm_kernel *kernel, struct lm_thread *thread,
                         struct lm_wait_list *list, enum lm_waits_for waits_for, lm_timeout timeout)
{
    if (timeout != LM_FOREVER) { /* first: it need not be kept meanwhile */
        start_timeout(thread, timeout);
    }
    lm_sched_suspend(kernel, thread, waits_for, list->object->id);
    thread->wait_list = list;
    insert(list, thread);
    LM_COUNT_OBJECT(kernel, list->object, waits);
}

void lm_wait_begin(struct lm_kernel *kernel, struct lm_wait_list *list, enum lm_waits_for waits_for,
                   lm_timeout timeout)
{
    begin(kernel, kernel->running, list, waits_for, timeout);
}

enum lm_status lm_wait(struct lm_wait_list *list, enum lm_waits_for waits_for, lm_timeout timeout)
{
    struct lm_kernel *kernel = lm_kernel();

    struct lm_thread *thread = kernel->running;

    begin(kernel, thread, list, waits_for, timeout);
    return lm_wait_finish(kernel, thread);
}

void lm_wait_leave(struct lm_kernel *kernel, struct lm_thread *thread)
{
    if (lm_timeout_is_started(&thread->timeout)) {
        lm_alarm_cancel(kernel, &thread->timeout);
    }
    if (lm_wait_is_in_list(thread)) {
        bool for_mutex = thread->waits_for == LM_WAITS_FOR_MUTEX;

        lm_wait_list_remove(thread->wait_list, thread);
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
    lm_trace(LM_EVENT_SUSPEND, 0, LM_WAITS_FOR_RESUME, thread->object.id | (uint32_t)status << 16);
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
    lm_wait_list_remove(thread->wait_list, thread);
    lm_sched_ready(kernel, thread, LM_OK);
}

void lm_wait_reorder(struct lm_thread *thread)
{
    if (thread->wait_list->order == LM_BY_PRIORITY && !thread->wait_ahead) {
        lm_wait_list_remove(thread->wait_list, thread);
        insert(thread->wait_list, thread);
    }
}

void lm_wait_prioritize(struct lm_wait_list *list)
{
    lm_lock_key key = lm_lock();
    struct lm_thread *best = list->first;

    if (best != NULL) {
        for (struct lm_thread *other = lm_wait_next(list, best); other != NULL;
             other = lm_wait_next(list, other)) {
            best = other->priority < best->priority ? other : best;
        }
    }
    if (best != list->first) {
        lm_list_remove(&best->node);
        insert_first(list, best);
    }
    lm_trace(LM_EVENT_PRIORITIZE, list->object->id, 0, best != NULL ? best->object.id : 0U);
    lm_port_unlock(key);
}

struct lm_waiters_info lm_wait_info(const struct lm_wait_list *list)
{
    struct lm_waiters_info info = {.first = list->first};

    for (const struct lm_thread *thread = list->first; thread != NULL;
         thread = lm_wait_next(list, thread)) {
        info.count++;
    }
    return info;
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
