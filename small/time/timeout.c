/* SPDX-License-Identifier: Apache-2.0 */
/* The sorted list of timeouts; see timeout.h. */
#include "time/timeout.h"

static struct lm_timeout_node *timeout_of(struct lm_list *node)
{
    return LM_CONTAINER(node, struct lm_timeout_node, node);
}

static void find_earliest(struct lm_timeout_queue *queue)
{
    struct lm_list *first = queue->timeouts.next;

    queue->earliest = first != &queue->timeouts ? timeout_of(first)->expiry : LM_NEVER;
}

void lm_timeout_init(struct lm_timeout_queue *queue)
{
    lm_list_init(&queue->timeouts);
    queue->earliest = LM_NEVER;
}

void lm_timeout_start(struct lm_timeout_queue *queue, struct lm_timeout_node *timeout,
                      uint64_t expiry)
{
    struct lm_list *position = queue->timeouts.prev;

    timeout->expiry = expiry;
    while (position != &queue->timeouts && timeout_of(position)->expiry > expiry) {
        position = position->prev;
    }
    lm_list_insert_after(position, &timeout->node);
    find_earliest(queue);
}

bool lm_timeout_cancel(struct lm_timeout_queue *queue, struct lm_timeout_node *timeout)
{
    lm_list_unlink(&timeout->node);
    lm_timeout_set_idle(timeout);
    find_earliest(queue);
    return true;
}

struct lm_timeout_node *lm_timeout_take(struct lm_timeout_queue *queue)
{
    struct lm_timeout_node *first = timeout_of(queue->timeouts.next);

    if (queue->earliest > queue->base) {
        return NULL;
    }
    (void)lm_timeout_cancel(queue, first);
    return first;
}

bool lm_timeout_is_consistent(const struct lm_timeout_queue *queue)
{
    const struct lm_list *node = queue->timeouts.next;
    uint64_t before = queue->base;
    bool consistent = queue->earliest == LM_NEVER || node != &queue->timeouts;

    for (; node != &queue->timeouts; node = node->next) {
        uint64_t expiry = LM_CONTAINER(node, const struct lm_timeout_node, node)->expiry;

        consistent = consistent && expiry >= before && queue->earliest <= expiry &&
                     (node->prev != &queue->timeouts || queue->earliest == expiry);
        before = expiry;
    }
    return consistent;
}
