/* SPDX-License-Identifier: Apache-2.0 */
/* Lists of threads that wait for an object: a circle of threads, FIFO or by priority.
 *
 * Context: every function needs the kernel lock; none changes which thread runs.
 */
#ifndef LIMEN_WAIT_LIST_H
#define LIMEN_WAIT_LIST_H

#include "state.h"

/* Replaces LM_BY_PRIORITY once a thread was put ahead of that order. */
enum { LM_MIXED = LM_BY_PRIORITY + 1 };

void lm_wait_list_init(struct lm_wait_list *list, const struct lm_object *object,
                       enum lm_waits_for waits_for, enum lm_order order);

/* The object for which the threads of the list wait, or NULL in limen-small; and its number. */
static inline const struct lm_object *lm_wait_list_object(const struct lm_wait_list *list)
{
    (void)list;
    return LM_SMALL_OR(NULL, list->object);
}

static inline unsigned lm_wait_list_id(const struct lm_wait_list *list)
{
    (void)list;
    return LM_SMALL_OR(0, list->object->id);
}

/*@ requires \valid(list);
    assigns list->order;
    ensures list->order == (\old(list->order) == LM_BY_PRIORITY ? LM_MIXED : \old(list->order)); */
static inline void lm_wait_list_mix(struct lm_wait_list *list)
{
    if (list->order == LM_BY_PRIORITY) {
        list->order = LM_MIXED;
    }
}

/* Note whether the thread, which is about to join the list, goes ahead of all others. */
/*@ requires \valid(list) && \valid(thread) && \separated(list, thread);
    assigns thread->wait_ahead, list->order;
    ensures thread->wait_ahead == ahead;
    ensures ahead ==> list->order != LM_BY_PRIORITY;
    ensures !ahead ==> list->order == \old(list->order); */
static inline void lm_wait_list_set_ahead(struct lm_wait_list *list, struct lm_thread *thread,
                                          bool ahead)
{
    thread->wait_ahead = ahead;
    if (ahead) {
        lm_wait_list_mix(list);
    }
}

/* The part of lm_wait_list_insert for a list that is not empty. */
void lm_wait_list_insert_more(struct lm_wait_list *list, struct lm_thread *thread);

/* Insert the thread: ahead of all others if wait_ahead is set, else by the order of the list.
 * O(waiters) by priority, else O(1). */
/*@ requires \valid(list) && \valid(thread) && \separated(list, thread);
    behavior empty:
        assumes list->first == \null;
        assigns list->first, list->count;
        ensures list->first == thread && list->count == 1; */
static inline void lm_wait_list_insert(struct lm_wait_list *list, struct lm_thread *thread)
{
    if (__builtin_expect(list->first == NULL, 1)) {
        list->first = thread; /* R5 in ready_queue.h */
        list->count = 1;
    } else {
        lm_wait_list_insert_more(list, thread);
    }
}

/* Take a thread out of the list that it is in. */
/*@ requires \valid(list) && \valid(thread) && \separated(list, thread) && list->count > 0;
    requires \valid(thread->node.next) && \valid(thread->node.prev);
    requires thread->node.next->prev == &thread->node && thread->node.prev->next == &thread->node;
    requires \separated(list, thread->node.next) && \separated(list, thread->node.prev);
    requires thread->node.next == thread->node.prev ||
             \separated(thread->node.next, thread->node.prev);
    requires thread->node.next == &thread->node || \separated(thread->node.next, thread);
    requires thread->node.prev == &thread->node || \separated(thread->node.prev, thread);
    assigns list->first, list->count, thread->node, thread->node.next->prev,
            thread->node.prev->next;
    ensures thread->node.next == &thread->node && thread->node.prev == &thread->node;
    behavior alone:
        assumes thread->node.next == &thread->node;
        ensures list->first == \null && list->count == 0;
    behavior others:
        assumes thread->node.next != &thread->node;
        ensures list->count == \old(list->count) - 1;
        ensures \old(list->first) != thread ==> list->first == \old(list->first);
        ensures \old(list->first) == thread ==> &list->first->node == \old(thread->node.next);
        ensures \old(thread->node.prev)->next == \old(thread->node.next);
        ensures \old(thread->node.next)->prev == \old(thread->node.prev);
    complete behaviors;
    disjoint behaviors; */
static inline void lm_wait_list_remove(struct lm_wait_list *list, struct lm_thread *thread)
{
    struct lm_list *next = thread->node.next;

    if (__builtin_expect(next == &thread->node, 1)) {
        list->first = NULL;
        list->count = 0;
    } else {
        if (list->first == thread) {
            list->first = LM_CONTAINER(next, struct lm_thread, node);
        }
        lm_list_remove(&thread->node);
        list->count--;
    }
}

/* The thread to serve after this one, or NULL. */
/*@ requires \valid_read(list) && \valid_read(thread);
    assigns \nothing;
    ensures &list->first->node == thread->node.next ==> \result == \null;
    ensures &list->first->node != thread->node.next ==> &\result->node == thread->node.next; */
static inline struct lm_thread *lm_wait_list_next(const struct lm_wait_list *list,
                                                  const struct lm_thread *thread)
{
    struct lm_thread *next = LM_CONTAINER(thread->node.next, struct lm_thread, node);

    return next != list->first ? next : NULL;
}

/* The part of lm_wait_list_reorder for a thread that is not the only one. */
void lm_wait_list_reorder_more(struct lm_thread *thread);

/* The priority of a waiting thread has changed: move it to its new place. */
static inline void lm_wait_list_reorder(struct lm_thread *thread)
{
    if (thread->node.next != &thread->node) {
        lm_wait_list_reorder_more(thread);
    }
}

/* Make the thread the first. Requires: it is in the list. */
void lm_wait_list_put_first(struct lm_wait_list *list, struct lm_thread *thread);

static inline struct lm_waiters_info lm_wait_list_info(const struct lm_wait_list *list)
{
    return (struct lm_waiters_info){.first = list->first, .count = list->count};
}

/* Does the thread wait in a list? */
/*@ requires \valid_read(thread);
    assigns \nothing; */
static inline bool lm_waits_in_list(const struct lm_thread *thread)
{
    return thread->waits_for >= LM_WAITS_FOR_QUEUE && thread->waits_for <= LM_WAITS_FOR_MUTEX;
}

#endif
