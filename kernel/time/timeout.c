/* SPDX-License-Identifier: Apache-2.0 */
/* The queue of timeouts; see timeout.h for how it works. */
#include "time/timeout.h"
#include "port.h"

/* What is known of the timeouts of a bucket. An empty one has the first kind. */
enum { EQUAL, SORTED, MIXED };

static unsigned highest_bit(uint64_t word)
{
    uint32_t high = (uint32_t)(word >> 32);

    return high != 0 ? 63U - lm_port_leading_zeros(high)
                     : 31U - lm_port_leading_zeros((uint32_t)word);
}

static uint32_t bit(unsigned index)
{
    return lm_port_bit(index % 32);
}

static bool is_empty(const struct lm_timeout_queue *queue)
{
    return (queue->occupied[0] | queue->occupied[1]) == 0;
}

/* The lowest bucket that is not empty. Requires: there is one. */
static unsigned lowest(const struct lm_timeout_queue *queue)
{
    return queue->occupied[0] != 0 ? lm_port_first_bit(queue->occupied[0])
                                   : 32 + lm_port_first_bit(queue->occupied[1]);
}

static struct lm_timeout_node *first(const struct lm_list *list)
{
    return LM_CONTAINER(list->next, struct lm_timeout_node, node);
}

static void find_earliest(struct lm_timeout_queue *queue)
{
    if (is_empty(queue)) {
        queue->earliest = LM_NEVER;
        return;
    }
    unsigned index = lowest(queue);

    if (queue->kind[index] == MIXED) {
        /* The first instant that belongs to the bucket. An alarm at this instant costs less than a
         * search through the bucket now. */
        queue->earliest = ((queue->base >> index) | 1U) << index;
    } else {
        queue->earliest = first(&queue->bucket[index])->expiry;
    }
}

void lm_timeout_init(struct lm_timeout_queue *queue)
{
    queue->earliest = LM_NEVER;
    queue->recent = queue->bucket;
    lm_list_init(&queue->mixed);
    lm_list_init(&queue->due);
    for (unsigned index = 0; index < LM_TIMEOUT_BUCKETS; index++) {
        lm_list_init(&queue->bucket[index]);
    }
}

void lm_timeout_start(struct lm_timeout_queue *queue, struct lm_timeout_node *timeout,
                      uint64_t expiry)
{
    unsigned index = highest_bit(expiry ^ queue->base);
    struct lm_list *bucket = &queue->bucket[index];
    struct lm_list *position = bucket; /* the end */

    timeout->expiry = expiry;
    queue->recent = bucket;
    if (lm_list_is_empty(bucket)) {
        queue->occupied[index / 32] |= bit(index);
    } else if (expiry != first(bucket)->expiry && queue->kind[index] != MIXED) {
        queue->kind[index] = SORTED;
        if (expiry < first(bucket)->expiry) {
            position = bucket->next;
        }
    }
    lm_list_insert_before(position, &timeout->node);
    if (expiry < queue->earliest) {
        queue->earliest = expiry;
    }
}

void lm_timeout_cancel(struct lm_timeout_queue *queue, struct lm_timeout_node *timeout)
{
    struct lm_list *next = timeout->node.next;
    struct lm_list *prev = timeout->node.prev;

    uintptr_t index = ((uintptr_t)prev - (uintptr_t)queue->bucket) / sizeof *queue->bucket;

    lm_list_remove(&timeout->node);
    if (index >= LM_TIMEOUT_BUCKETS) {
        return; /* it was not the first one of a bucket */
    }
    if (next == prev) { /* the bucket is empty now */
        queue->occupied[index / 32] &= ~bit((unsigned)index);
        queue->kind[index] = EQUAL;
    } else if (queue->kind[index] != EQUAL) {
        queue->kind[index] = MIXED;
    }
    if (timeout->expiry == queue->earliest || is_empty(queue)) {
        find_earliest(queue);
    }
}

/* Move all of a list to the end of another. */
static void splice(struct lm_list *from, struct lm_list *to)
{
    from->next->prev = to->prev;
    to->prev->next = from->next;
    from->prev->next = to;
    to->prev = from->prev;
    lm_list_init(from);
}

void lm_timeout_advance(struct lm_timeout_queue *queue)
{
    unsigned index = lowest(queue);
    struct lm_list *bucket = &queue->bucket[index];
    /* None is, if those of the earliest instant have been cancelled. */
    bool all_due = queue->kind[index] == EQUAL && first(bucket)->expiry == queue->earliest;

    queue->base = queue->earliest;
    queue->occupied[index / 32] &= ~bit(index);
    queue->kind[index] = EQUAL;
    splice(bucket, all_due ? &queue->due : &queue->mixed);
    find_earliest(queue);
}

void lm_timeout_distribute_one(struct lm_timeout_queue *queue)
{
    struct lm_timeout_node *timeout = first(&queue->mixed);

    lm_list_unlink(&timeout->node);
    if (timeout->expiry > queue->base) {
        lm_timeout_start(queue, timeout, timeout->expiry);
    } else {
        lm_list_insert_before(&queue->due, &timeout->node);
    }
}

static bool bucket_is_consistent(const struct lm_timeout_queue *queue, unsigned index)
{
    const struct lm_list *bucket = &queue->bucket[index];
    bool sorted = queue->kind[index] != MIXED;
    bool equal = queue->kind[index] == EQUAL;
    bool consistent = lm_list_is_empty(bucket) == ((queue->occupied[index / 32] & bit(index)) == 0);

    for (const struct lm_list *node = bucket->next; node != bucket; node = node->next) {
        uint64_t expiry = LM_CONTAINER(node, struct lm_timeout_node, node)->expiry;

        consistent = consistent && expiry > queue->base && expiry >= queue->earliest &&
                     highest_bit(expiry ^ queue->base) == index &&
                     (!sorted || first(bucket)->expiry <= expiry) &&
                     (!equal || first(bucket)->expiry == expiry);
    }
    return consistent;
}

bool lm_timeout_is_consistent(const struct lm_timeout_queue *queue)
{
    bool consistent = true;

    for (unsigned index = 0; index < LM_TIMEOUT_BUCKETS; index++) {
        consistent = bucket_is_consistent(queue, index) && consistent;
    }
    return consistent;
}
