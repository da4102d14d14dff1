/* SPDX-License-Identifier: Apache-2.0 */
/* Waiting: what all objects that threads wait for have in common.
 *
 * A waiting thread stands in at most one wait list and has at most one timeout. Who satisfies the
 * wait takes it out of both (lm_wait_end); so does the timeout itself.
 *
 * Context: every function needs the kernel lock, but for what lm_wait_and_unlock says.
 */
#ifndef LIMEN_WAIT_H
#define LIMEN_WAIT_H

#include "kernel.h"

static inline void lm_wait_list_init(struct lm_wait_list *list, enum lm_order order)
{
    lm_list_init(&list->threads);
    list->order = (uint16_t)order;
}

/* The thread to serve first, or NULL. */
static inline struct lm_thread *lm_wait_first(const struct lm_wait_list *list)
{
    struct lm_list *first = list->threads.next;

    return first != &list->threads ? LM_CONTAINER(first, struct lm_thread, node) : NULL;
}

/* The running thread waits in a list. object: what it waits for, and its number for the trace. */
void lm_wait_begin(struct lm_kernel *kernel, struct lm_wait_list *list, void *object,
                   unsigned number, enum lm_waits_for waits_for, lm_timeout timeout);

/* Free the lock and let the others run; returns when the wait has ended, with its status. */
enum lm_status lm_wait_and_unlock(struct lm_kernel *kernel, lm_lock_key key);

/* The thread's wait ends with this status: it becomes ready, or suspended if that is pending. */
void lm_wait_end(struct lm_kernel *kernel, struct lm_thread *thread, enum lm_status status);

/* Take the thread out of its wait list and cancel its timeout; what it waited for is told. */
void lm_wait_leave(struct lm_kernel *kernel, struct lm_thread *thread);

/* The thread's priority has changed: find its place anew. */
void lm_wait_reorder(struct lm_thread *thread);

/* An instant that a timeout means. Requires: it is not LM_FOREVER. */
static inline uint64_t lm_wait_instant(lm_timeout timeout)
{
    return (timeout & LM_UNTIL_FLAG) != 0 ? timeout & ~LM_UNTIL_FLAG : lm_port_now() + timeout;
}

/* Has the caller no time to wait? */
static inline bool lm_wait_is_over(lm_timeout timeout)
{
    return timeout == LM_NO_WAIT || ((timeout & LM_UNTIL_FLAG) != 0 && timeout != LM_FOREVER &&
                                     lm_wait_instant(timeout) <= lm_port_now());
}

/* All threads of a list get LM_DELETED, the lock open between two of them. Takes the lock and
 * leaves it free. */
void lm_wait_delete_all(struct lm_kernel *kernel, struct lm_wait_list *list);

#endif
