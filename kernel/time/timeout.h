/* SPDX-License-Identifier: Apache-2.0 */
/* Timeouts: instants at which something happens, any number of them. Each operation is O(1).
 *
 *   operation              cost
 *   ---------------------  --------------------------------------------------
 *   lm_timeout_start       O(1)
 *   lm_timeout_join        O(1)
 *   lm_timeout_cancel      O(1)
 *   lm_timeout_advance     O(1)
 *   lm_timeout_distribute  O(1): one timeout; the lock is open between two of them
 *   lm_timeout_take        O(1): the same
 *
 * The queue is a radix heap. base is the time up to which all timeouts have been served. A timeout
 * is in the bucket whose number is the highest bit in which its expiry differs from base. When base
 * advances to the earliest instant, only the lowest bucket that is not empty changes: its timeouts
 * are all due, or they are distributed again. So a timeout moves only to lower buckets, and most
 * timeouts expire from the bucket in which they were started.
 *
 * The last bucket has all bits from its number on. A timeout may return to it, but at most once in
 * each period of the lower bits of the time. So a timeout moves at most once for each bucket and
 * for each such period until its expiry.
 *
 * A bucket is a circle of timeouts without a head, as a level of the ready queue is.
 *
 * Many threads that wait for one instant start their timeouts one after the other. All but the
 * first join the end of the bucket to which the first was added, without a search for it.
 *
 * Invariants (checked by lm_timeout_is_consistent):
 *   T1  expiry > base, and the bucket is the highest bit of expiry ^ base, but at most the last one
 *   T2  the bit of bucket n is set in occupied  <=>  bucket[n] is the first of its timeouts;
 *       otherwise bucket[n] is NULL
 *   T3  unless its bit is set in unsorted, a bucket begins with its earliest timeout
 *   T4  earliest <= every expiry
 *   T5  unless its bit is set in unequal, all timeouts of a bucket have the same expiry, and its
 *       bit is not set in unsorted
 *
 * Equal instants expire in the order in which they were started.
 * Context: every function needs the kernel lock.
 */
#ifndef LIMEN_TIMEOUT_H
#define LIMEN_TIMEOUT_H

#include "port.h"
#include <limen/timeout_node.h>
#include <stdbool.h>

enum { LM_TIMEOUT_BUCKETS = 32 };

#define LM_NEVER UINT64_MAX

struct lm_timeout_queue {
    struct lm_timeout_node *bucket[LM_TIMEOUT_BUCKETS]; /* at offset 0: no code adds an offset */
    uint64_t base;
    uint64_t earliest; /* LM_NEVER if there is none */
    uint32_t occupied; /* a bit for each bucket, as in the following two */
    uint32_t unequal;  /* no meaning for an empty bucket */
    uint32_t unsorted; /* unequal, and the first was cancelled; no meaning for an empty bucket */
    struct lm_timeout_node **recent; /* the bucket in which a timeout was started last */
    struct lm_list mixed;            /* due or to be distributed again, before those in due */
    struct lm_list due;              /* taken out of their buckets by lm_timeout_advance */
};

/* The bucket of an expiry; that of base, which belongs to none, is the same as that of base + 1. */
static inline unsigned lm_timeout_bucket(const struct lm_timeout_queue *queue, uint64_t expiry)
{
    enum { LAST = LM_TIMEOUT_BUCKETS - 1 };
    uint64_t difference = expiry ^ queue->base;

    return difference >> 32 != 0 ? LAST : LAST - lm_port_leading_zeros((uint32_t)difference | 1U);
}

/* Requires: all bytes of the queue are 0. */
void lm_timeout_init(struct lm_timeout_queue *queue);

/* Requires: not started; expiry > base. */
void lm_timeout_start(struct lm_timeout_queue *queue, struct lm_timeout_node *timeout,
                      uint64_t expiry);

/* Start a timeout if the last one of the recent bucket has the same expiry. The earliest instant
 * does not change. Returns: whether it was started. Requires: not started. */
/*@ requires \valid(queue) && \valid(queue->recent) && \valid(timeout);
    requires \separated(queue, timeout) && \separated(queue->recent, timeout);
    behavior empty:
        assumes *queue->recent == \null;
        assigns \nothing;
        ensures !\result;
    behavior others:
        assumes *queue->recent != \null;
        requires \valid(*queue->recent);
        requires \valid((struct lm_timeout_node *)(*queue->recent)->node.prev);
        requires (*queue->recent)->node.prev->next == &(*queue->recent)->node;
        requires \separated(queue, *queue->recent, timeout);
        requires \separated(queue, (struct lm_timeout_node *)(*queue->recent)->node.prev, timeout);
        requires \separated(queue->recent, *queue->recent) &&
                 \separated(queue->recent, (*queue->recent)->node.prev);
        assigns timeout->expiry, timeout->node, (*queue->recent)->node.prev,
                (*queue->recent)->node.prev->next;
        ensures \result <==>
                \old(((struct lm_timeout_node *)(*queue->recent)->node.prev)->expiry) == expiry;
        ensures \result ==> timeout->expiry == expiry;
        ensures \result ==> timeout->node.next == &(*queue->recent)->node;
        ensures \result ==> (*queue->recent)->node.prev == &timeout->node;
        ensures !\result ==> (*queue->recent)->node.prev == \old((*queue->recent)->node.prev);
    complete behaviors;
    disjoint behaviors; */
static inline bool lm_timeout_join(struct lm_timeout_queue *queue, struct lm_timeout_node *timeout,
                                   uint64_t expiry)
{
    struct lm_timeout_node *first = *queue->recent;

    if (first == NULL ||
        LM_CONTAINER(first->node.prev, struct lm_timeout_node, node)->expiry != expiry) {
        return false;
    }
    timeout->expiry = expiry;
    lm_list_insert_before(&first->node, &timeout->node);
    return true;
}

/* Returns: whether the earliest instant may have changed. Requires: started. */
bool lm_timeout_cancel(struct lm_timeout_queue *queue, struct lm_timeout_node *timeout);

/* Advance base to the earliest instant. The caller then calls lm_timeout_distribute until it
 * returns false, and lm_timeout_take until it returns NULL. Requires: there is a timeout. */
void lm_timeout_advance(struct lm_timeout_queue *queue);

/* Distribute one timeout. */
void lm_timeout_distribute_one(struct lm_timeout_queue *queue);

/* Move a timeout from the bucket of the instant to a lower bucket, or to the list of due timeouts.
 * Returns: false if there is none. */
static inline bool lm_timeout_distribute(struct lm_timeout_queue *queue)
{
    if (lm_list_is_empty(&queue->mixed)) {
        return false;
    }
    lm_timeout_distribute_one(queue);
    return true;
}

/* Take the next due timeout out of the queue. Returns: the timeout, or NULL. Inline, because many
 * may be due at once. */
/*@ requires \valid(queue) && \valid(queue->due.next) && \valid(queue->due.next->next);
    requires queue->due.next->prev == &queue->due;
    requires queue->due.next->next->prev == queue->due.next;
    requires queue->due.next == &queue->due ||
             (\valid((struct lm_timeout_node *)queue->due.next) &&
              \separated((struct lm_timeout_node *)queue->due.next, queue) &&
              \separated((struct lm_timeout_node *)queue->due.next, queue->due.next->next));
    requires queue->due.next->next == &queue->due ||
             \separated(queue->due.next->next, &queue->due);
    assigns queue->due.next, queue->due.next->next->prev, queue->due.next->next;
    behavior none:
        assumes queue->due.next == &queue->due;
        ensures \result == \null;
    behavior first:
        assumes queue->due.next != &queue->due;
        ensures &\result->node == \old(queue->due.next) && \result->node.next == \null;
        ensures queue->due.next == \old(queue->due.next->next);
        ensures queue->due.next->prev == &queue->due; */
static inline struct lm_timeout_node *lm_timeout_take(struct lm_timeout_queue *queue)
{
    struct lm_list *node = queue->due.next;
    struct lm_timeout_node *timeout = LM_CONTAINER(node, struct lm_timeout_node, node);

    if (node == &queue->due) {
        return NULL;
    }
    queue->due.next = node->next;
    node->next->prev = &queue->due;
    lm_timeout_set_idle(timeout);
    return timeout;
}

/* True if T1 to T5 hold. O(timeouts): for tests. */
bool lm_timeout_is_consistent(const struct lm_timeout_queue *queue);

#endif
