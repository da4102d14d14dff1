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

static unsigned lowest_bit(uint64_t word)
{
    return highest_bit(word & (~word + 1));
}

static uint64_t bit(unsigned index)
{
    return (uint64_t)1 << index;
}

static struct lm_timeout_node *first(const struct lm_list *list)
{
    return LM_CONTAINER(list->next, struct lm_timeout_node, node);
}

static void find_earliest(struct lm_timeout_queue *queue)
{
    if (queue->occupied == 0) {
        queue->earliest = LM_NEVER;
        return;
    }
    unsigned index = lowest_bit(queue->occupied);

    if (queue->kind[index] == MIXED) {
        /* The first instant that belongs to the bucket. An alarm at this instant costs less than a
         * search through the bucket now. */
        queue->earliest = ((queue->base >> index) | 1U) << index;
    } else {
        queue->earliest = first(&queue->bucket[index])->expiry;
    }
}

static void insert(struct lm_timeout_queue *queue, struct lm_timeout_node *timeout)
{
    unsigned index = highest_bit(timeout->expiry ^ queue->base);
    struct lm_list *bucket = &queue->bucket[index];

    if (lm_list_is_empty(bucket)) {
        queue->occupied |= bit(index);
        lm_list_insert_before(bucket, &timeout->node);
        return;
    }
    uint64_t earliest = first(bucket)->expiry;
    struct lm_list *position = bucket;

    if (timeout->expiry != earliest && queue->kind[index] != MIXED) {
        queue->kind[index] = SORTED;
        if (timeout->expiry < earliest) {
            position = bucket->next;
        }
    }
    lm_list_insert_before(position, &timeout->node);
}

void lm_timeout_init(struct lm_timeout_queue *queue)
{
    queue->earliest = LM_NEVER;
    lm_list_init(&queue->mixed);
    lm_list_init(&queue->due);
    for (unsigned index = 0; index < LM_TIMEOUT_BUCKETS; index++) {
        lm_list_init(&queue->bucket[index]);
    }
}

void lm_timeout_start(struct lm_timeout_queue *queue, struct lm_timeout_node *timeout,
                      uint64_t expiry)
{
    timeout->expiry = expiry;
    insert(queue, timeout);
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
        queue->occupied &= ~bit((unsigned)index);
        queue->kind[index] = EQUAL;
    } else if (queue->kind[index] != EQUAL) {
        queue->kind[index] = MIXED;
    }
    if (timeout->expiry == queue->earliest || queue->occupied == 0) {
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
    uint64_t reached = queue->occupied & (~queue->occupied + 1); /* the bucket of the earliest */
    unsigned index = highest_bit(reached);
    bool all_due = queue->kind[index] == EQUAL;

    queue->base = queue->earliest;
    queue->occupied &= ~reached;
    queue->kind[index] = EQUAL;
    splice(&queue->bucket[index], all_due ? &queue->due : &queue->mixed);
    find_earliest(queue);
}

struct lm_timeout_node *lm_timeout_step(struct lm_timeout_queue *queue, bool *more)
{
    bool mixed = !lm_list_is_empty(&queue->mixed);

    *more = mixed || !lm_list_is_empty(&queue->due);
    if (!*more) {
        return NULL;
    }
    struct lm_timeout_node *timeout = first(mixed ? &queue->mixed : &queue->due);

    lm_list_remove(&timeout->node);
    if (timeout->expiry > queue->base) {
        lm_timeout_start(queue, timeout, timeout->expiry);
        return NULL;
    }
    if (mixed) {
        lm_list_insert_before(&queue->due, &timeout->node);
        return NULL;
    }
    return timeout;
}

static bool bucket_is_consistent(const struct lm_timeout_queue *queue, unsigned index)
{
    const struct lm_list *bucket = &queue->bucket[index];
    bool sorted = queue->kind[index] != MIXED;
    bool equal = queue->kind[index] == EQUAL;
    bool consistent = lm_list_is_empty(bucket) == ((queue->occupied & bit(index)) == 0);

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
