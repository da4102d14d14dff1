/* SPDX-License-Identifier: Apache-2.0 */
/* Waiting: what all objects that threads wait for have in common.
 *
 * A waiting thread stands in at most one wait list and has at most one timeout. Who satisfies the
 * wait takes it out of both (lm_wait_end); so does the timeout itself.
 *
 * Context: every function needs the kernel lock; lm_wait and lm_wait_finish free it.
 */
#ifndef LIMEN_WAIT_H
#define LIMEN_WAIT_H

#include "core/dispatch.h"
#include "core/kernel.h"

void lm_wait_list_init(struct lm_wait_list *list, const struct lm_object *object,
                       enum lm_order order);

/* The thread to serve first, or NULL. */
static inline struct lm_thread *lm_wait_first(const struct lm_wait_list *list)
{
    return list->first;
}

/* The thread to serve after this one, or NULL. */
static inline struct lm_thread *lm_wait_next(const struct lm_wait_list *list,
                                             const struct lm_thread *thread)
{
    struct lm_thread *next = LM_CONTAINER(thread->node.next, struct lm_thread, node);

    return next != list->first ? next : NULL;
}

/* Take a thread out of the list that it stands in. */
static inline void lm_wait_list_remove(struct lm_wait_list *list, struct lm_thread *thread)
{
    struct lm_list *next = thread->node.next;

    if (__builtin_expect(next == &thread->node, 1)) {
        list->first = NULL;
    } else {
        if (list->first == thread) {
            list->first = LM_CONTAINER(next, struct lm_thread, node);
        }
        thread->node.prev->next = next;
        next->prev = thread->node.prev;
    }
    if (LM_COUNTED) {
        list->count--;
    }
}

/* The running thread waits in the list. */
void lm_wait_begin(struct lm_kernel *kernel, struct lm_wait_list *list, enum lm_waits_for waits_for,
                   lm_timeout timeout);

/* Free the lock and let the others run; returns when the wait that has begun is over, with
 * its status. */
static inline enum lm_status lm_wait_finish(struct lm_kernel *kernel, struct lm_thread *thread)
{
    lm_port_switch_thread(kernel, thread); /* it is not ready, so another one is next */
    return (enum lm_status)thread->wait_status;
}

/* Both together. */
enum lm_status lm_wait(struct lm_wait_list *list, enum lm_waits_for waits_for, lm_timeout timeout);

/* The thread's wait ends with this status: it becomes ready, or suspended if that is pending. */
void lm_wait_end(struct lm_kernel *kernel, struct lm_thread *thread, enum lm_status status);

/* As lm_wait_end(LM_OK), for one in a list that is not a mutex's: on the path of every message. */
void lm_wait_satisfy(struct lm_kernel *kernel, struct lm_thread *thread);

/* Take the thread out of its wait list and cancel its timeout; a mutex's owner is told. */
void lm_wait_leave(struct lm_kernel *kernel, struct lm_thread *thread);

static inline bool lm_wait_is_in_list(const struct lm_thread *thread)
{
    return thread->waits_for >= LM_WAITS_FOR_QUEUE && thread->waits_for <= LM_WAITS_FOR_MUTEX;
}

/* The priority of a thread in a wait list has changed: find its place anew. */
void lm_wait_reorder(struct lm_thread *thread);

/* Move the most urgent thread, of equals the one that has waited longest, to the head. Takes the
 * lock and frees it. O(waiters). */
void lm_wait_prioritize(struct lm_wait_list *list);

/* O(waiters). */
struct lm_waiters_info lm_wait_info(const struct lm_wait_list *list);

/* An instant that a timeout means. Requires: it is not LM_FOREVER. */
static inline uint64_t lm_wait_instant(lm_timeout timeout)
{
    return (timeout & LM_UNTIL_FLAG) != 0 ? timeout & ~LM_UNTIL_FLAG : lm_port_now() + timeout;
}

/* Bracket the deletion of an object by a thread: no other thread runs meanwhile, which could
 * create the object anew, or end this thread, before all that wait for it have been told. */
bool lm_wait_delete_begin(void);
void lm_wait_delete_end(bool begun);

/* All threads of a list get LM_DELETED, the lock open between two of them. Takes the lock and
 * frees it. */
void lm_wait_delete_all(struct lm_kernel *kernel, struct lm_wait_list *list);

#endif
