/* SPDX-License-Identifier: Apache-2.0 */
/* The invariants of ready_queue.h and sched.h as functions, for tests. */
#include "core/sched.h"

/* The thread behind this one at a level, or NULL at the end of the circle. */
static const struct lm_thread *behind(const struct lm_ready_queue *queue,
                                      const struct lm_thread *thread, unsigned level)
{
    const struct lm_thread *next = lm_ready_behind(thread);

    return next != queue->head[level] ? next : NULL;
}

static const struct lm_thread *head_at(const struct lm_ready_queue *queue, unsigned level)
{
    return lm_ready_is_occupied(queue, level) ? queue->head[level] : NULL;
}

static bool level_is_consistent(const struct lm_ready_queue *queue, unsigned level)
{
    const struct lm_thread *head = head_at(queue, level);
    bool consistent = head != NULL || !lm_ready_is_occupied(queue, level);

    for (const struct lm_thread *thread = head; consistent && thread != NULL;
         thread = behind(queue, thread, level)) {
        bool placed = thread == head ? thread->level <= level : thread->level == level;

        consistent = placed && thread->place == level && thread->node.next->prev == &thread->node;
    }
    return consistent;
}

bool lm_ready_is_consistent(const struct lm_ready_queue *queue)
{
    bool consistent = true;

    for (unsigned level = 0; level < LM_LEVELS; level++) {
        consistent = consistent && level_is_consistent(queue, level);
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

    if (first == &cpu->idle || first == next) {
        return first == next;
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

    return thread->threshold <= thread->priority && placed && by_the_rule && !thread->wait_timed &&
           !thread->wait_ahead;
}

bool lm_sched_is_consistent(const struct lm_cpu *cpu)
{
    bool consistent =
        lm_ready_is_consistent(&cpu->ready) && next_is_first(cpu, lm_ready_first(&cpu->ready));

    for (unsigned level = 0; level < LM_LEVELS; level++) {
        for (const struct lm_thread *thread = head_at(&cpu->ready, level);
             consistent && thread != NULL; thread = behind(&cpu->ready, thread, level)) {
            consistent = thread_is_consistent(cpu, thread, level);
        }
    }
    return consistent;
}
