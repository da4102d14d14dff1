/* SPDX-License-Identifier: Apache-2.0 */
/* Lists of threads that wait for an object: a circle of threads, FIFO or by priority.
 *
 * Context: every function needs the kernel lock; none changes who runs.
 */
#ifndef LIMEN_WAIT_LIST_H
#define LIMEN_WAIT_LIST_H

#include "state.h"

void lm_wait_list_init(struct lm_wait_list *list, const struct lm_object *object,
                       enum lm_order order);

/* Out of line: of a list that is not empty. */
void lm_wait_list_insert_more(struct lm_wait_list *list, struct lm_thread *thread);

/* The thread goes to its place: ahead of all if it says so (wait_ahead), else by the list's order.
 * O(waiters) by priority, else O(1). */
static inline void lm_wait_list_insert(struct lm_wait_list *list, struct lm_thread *thread)
{
    if (__builtin_expect(list->first == NULL, 1)) {
        lm_list_init(&thread->node);
        list->first = thread;
    } else {
        lm_wait_list_insert_more(list, thread);
    }
    if (LM_COUNTED) {
        list->count++;
    }
}

/* Take a thread out of the list that it is in. */
static inline void lm_wait_list_remove(struct lm_wait_list *list, struct lm_thread *thread)
{
    struct lm_list *next = thread->node.next;

    thread->wait_ahead = false;
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

/* The thread to serve after this one, or NULL. */
static inline struct lm_thread *lm_wait_list_next(const struct lm_wait_list *list,
                                                  const struct lm_thread *thread)
{
    struct lm_thread *next = LM_CONTAINER(thread->node.next, struct lm_thread, node);

    return next != list->first ? next : NULL;
}

/* The priority of a waiting thread has changed: it goes to its new place. */
void lm_wait_list_reorder(struct lm_thread *thread);

/* The most urgent thread, of equals the one that has waited longest, becomes the first.
 * Returns: that thread, or NULL. Cost: O(waiters). */
struct lm_thread *lm_wait_list_prioritize(struct lm_wait_list *list);

/* O(waiters). */
struct lm_waiters_info lm_wait_list_info(const struct lm_wait_list *list);

/* Does the thread wait in a list? */
static inline bool lm_waits_in_list(const struct lm_thread *thread)
{
    return thread->waits_for >= LM_WAITS_FOR_QUEUE && thread->waits_for <= LM_WAITS_FOR_MUTEX;
}

#endif
