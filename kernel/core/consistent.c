/* SPDX-License-Identifier: Apache-2.0 */
/* The invariants of ready_queue.h and sched.h as functions, for tests. */
#include "core/sched.h"

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

static bool next_is_first(const struct lm_cpu *cpu, const struct lm_thread *first)
{
    const struct lm_thread *next = cpu->next;

    if (first == NULL || first == next) {
        return next == (first == NULL ? &cpu->idle : first);
    }
    return next->state == LM_STATE_DISPATCHED && next->level <= first->level;
}

/* A thread that is in the queue at this level. */
static bool thread_is_consistent(const struct lm_cpu *cpu, const struct lm_thread *thread,
                                 unsigned level)
{
    bool placed = thread->level == level || (thread == cpu->next && level <= thread->priority);
    bool by_the_rule = thread->state == LM_STATE_DISPATCHED
                           ? thread->level >= thread->threshold
                           : thread->state == LM_STATE_READY && thread->level == thread->priority;

    return thread->threshold <= thread->priority && placed && by_the_rule;
}

bool lm_sched_is_consistent(const struct lm_cpu *cpu)
{
    bool consistent =
        lm_ready_is_consistent(&cpu->ready) && next_is_first(cpu, lm_ready_first(&cpu->ready));

    for (unsigned level = 0; level < LM_LEVELS; level++) {
        const struct lm_list *fifo = &cpu->ready.fifo[level];

        for (const struct lm_list *node = fifo->next; node != fifo; node = node->next) {
            const struct lm_thread *thread = LM_CONTAINER(node, struct lm_thread, node);

            consistent = consistent && thread_is_consistent(cpu, thread, level);
        }
    }
    return consistent;
}
