/* SPDX-License-Identifier: Apache-2.0 */
/* The queue of timeouts; see timeout.h for how it works. */
#include "time/timeout.h"

static struct lm_timeout_node *timeout_of(struct lm_list *node)
{
    return LM_CONTAINER(node, struct lm_timeout_node, node);
}

/* The first instant that belongs to a bucket. It is used where the earliest timeout of the bucket
 * is not known: an alarm that comes too early costs less than a search through the bucket. */
static uint64_t first_instant(const struct lm_timeout_queue *queue, unsigned number)
{
    return (queue->base | ((1U << number) - 1)) + 1;
}

static void find_earliest(struct lm_timeout_queue *queue)
{
    if (queue->occupied == 0) {
        queue->earliest = LM_NEVER;
        return;
    }
    unsigned number = lm_port_first_bit(queue->occupied);

    if ((queue->unsorted & lm_port_bit(number)) != 0) {
        queue->earliest = first_instant(queue, number);
    } else {
        queue->earliest = queue->bucket[number]->expiry;
    }
}

void lm_timeout_init(struct lm_timeout_queue *queue)
{
    queue->earliest = LM_NEVER;
    queue->recent = queue->bucket;
    lm_list_init(&queue->mixed);
    lm_list_init(&queue->due);
}

static inline void start_in_empty(struct lm_timeout_queue *queue, unsigned number,
                                  struct lm_timeout_node *timeout)
{
    uint32_t bit = lm_port_bit(number);

    queue->bucket[number] = timeout;
    queue->occupied |= bit;
    queue->unequal &= ~bit;
    queue->unsorted &= ~bit;
    lm_list_init(&timeout->node);
}

static inline void start_behind(struct lm_timeout_queue *queue, unsigned number,
                                struct lm_timeout_node *timeout, uint64_t expiry)
{
    struct lm_timeout_node *first = queue->bucket[number];
    uint32_t bit = lm_port_bit(number);

    lm_list_insert_before(&first->node, &timeout->node);
    if (expiry != first->expiry) {
        queue->unequal |= bit;
        if (expiry < first->expiry && (queue->unsorted & bit) == 0) {
            queue->bucket[number] = timeout; /* the end of a circle is before its first */
        }
    }
}

void lm_timeout_start(struct lm_timeout_queue *queue, struct lm_timeout_node *timeout,
                      uint64_t expiry)
{
    unsigned number = lm_timeout_bucket(queue, expiry);

    timeout->expiry = expiry;
    queue->recent = &queue->bucket[number];
    if (queue->bucket[number] == NULL) {
        start_in_empty(queue, number, timeout);
    } else {
        start_behind(queue, number, timeout, expiry);
    }
    if (expiry < queue->earliest) {
        queue->earliest = expiry;
    }
}

static inline void set_empty(struct lm_timeout_queue *queue, unsigned number)
{
    queue->bucket[number] = NULL;
    queue->occupied &= ~lm_port_bit(number);
}

/* Cancel the first timeout of a bucket. If it was the earliest of all, the bucket is the lowest one
 * that is not empty. */
static inline void cancel_first(struct lm_timeout_queue *queue, unsigned number, uint64_t expiry,
                                struct lm_timeout_node *next)
{
    uint32_t bit = lm_port_bit(number);

    queue->bucket[number] = next;
    if ((queue->unequal & bit) != 0) {
        queue->unsorted |= bit;
        if (expiry == queue->earliest) {
            queue->earliest = first_instant(queue, number);
        }
    }
}

static inline void cancel_last(struct lm_timeout_queue *queue, unsigned number, uint64_t expiry)
{
    set_empty(queue, number);
    if (queue->occupied == 0 || expiry == queue->earliest) {
        find_earliest(queue);
    }
}

bool lm_timeout_cancel(struct lm_timeout_queue *queue, struct lm_timeout_node *timeout)
{
    uint64_t expiry = timeout->expiry;
    unsigned number = lm_timeout_bucket(queue, expiry);
    struct lm_timeout_node *next = timeout_of(timeout->node.next);

    lm_list_unlink(&timeout->node);
    lm_timeout_set_idle(timeout);
    if (queue->bucket[number] != timeout) {
        return false; /* it was not the first one of a bucket, or it was in none */
    }
    if (next != timeout) {
        cancel_first(queue, number, expiry, next);
    } else {
        cancel_last(queue, number, expiry);
    }
    return true;
}

void lm_timeout_advance(struct lm_timeout_queue *queue)
{
    unsigned number = lm_port_first_bit(queue->occupied);
    struct lm_timeout_node *first = queue->bucket[number];
    bool equal = (queue->unequal & lm_port_bit(number)) == 0;
    /* No timeout is due if those of the earliest instant have been cancelled. */
    bool all_due = equal && first->expiry == queue->earliest;

    queue->base = queue->earliest;
    set_empty(queue, number);
    lm_list_insert_before(&first->node, all_due ? &queue->due : &queue->mixed);
    find_earliest(queue);
}

void lm_timeout_distribute_one(struct lm_timeout_queue *queue)
{
    struct lm_timeout_node *timeout = timeout_of(queue->mixed.next);

    lm_list_unlink(&timeout->node);
    if (timeout->expiry > queue->base) {
        lm_timeout_start(queue, timeout, timeout->expiry);
    } else {
        lm_list_insert_before(&queue->due, &timeout->node);
    }
}

static bool is_in(uint32_t word, unsigned number)
{
    return (word & lm_port_bit(number)) != 0;
}

static bool bucket_is_consistent(const struct lm_timeout_queue *queue, unsigned number)
{
    const struct lm_timeout_node *first = queue->bucket[number];
    const struct lm_timeout_node *timeout = first;
    bool equal = !is_in(queue->unequal, number);
    bool sorted = !is_in(queue->unsorted, number);
    bool consistent = is_in(queue->occupied, number) == (first != NULL);

    if (first == NULL) {
        return consistent;
    }
    do {
        consistent = consistent && timeout->expiry > queue->base &&
                     timeout->expiry >= queue->earliest &&
                     lm_timeout_bucket(queue, timeout->expiry) == number &&
                     (!sorted || first->expiry <= timeout->expiry) &&
                     (!equal || (sorted && first->expiry == timeout->expiry));
        timeout = timeout_of(timeout->node.next);
    } while (timeout != first);
    return consistent;
}

bool lm_timeout_is_consistent(const struct lm_timeout_queue *queue)
{
    bool consistent = true;

    for (unsigned number = 0; number < LM_TIMEOUT_BUCKETS; number++) {
        consistent = bucket_is_consistent(queue, number) && consistent;
    }
    return consistent;
}
