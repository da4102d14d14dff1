/* SPDX-License-Identifier: Apache-2.0 */
/* The parts of the ready queue that are not worth inlining; see ready_queue.h. */
#include "core/ready_queue.h"

void lm_ready_init(struct lm_ready_queue *queue)
{
    queue->summary = 0;
    for (unsigned word = 0; word < LM_READY_WORDS; word++) {
        queue->occupied[word] = 0;
    }
    for (unsigned level = 0; level < LM_LEVELS; level++) {
        lm_list_init(&queue->fifo[level]);
    }
}

bool lm_ready_is_consistent(const struct lm_ready_queue *queue)
{
    bool consistent = true;

    for (unsigned level = 0; level < LM_LEVELS; level++) {
        const struct lm_list *fifo = &queue->fifo[level];
        bool marked = (queue->occupied[level / 32] & lm_ready_bit(level)) != 0;

        consistent = consistent && marked == !lm_list_is_empty(fifo);
        for (const struct lm_list *node = fifo->next; node != fifo; node = node->next) {
            const struct lm_thread *thread = LM_CONTAINER(node, struct lm_thread, node);

            bool placed = thread->level == level || (thread->level < level && node == fifo->next);

            consistent = consistent && placed && node->next->prev == node;
        }
    }
    for (unsigned word = 0; LM_READY_WORDS > 1 && word < LM_READY_WORDS; word++) {
        bool marked = (queue->summary & lm_ready_bit(word)) != 0;

        consistent = consistent && marked == (queue->occupied[word] != 0);
    }
    return consistent;
}
