/* SPDX-License-Identifier: Apache-2.0 */
/* Ready queue: one FIFO per level and one bit per FIFO that is not empty.
 *
 *   operation          cost  use
 *   -----------------  ----  ----------------------------------------------------
 *   lm_ready_append    O(1)  a thread becomes ready: it goes behind its peers
 *   lm_ready_prepend   O(1)  a thread keeps its place: it goes ahead of its peers
 *   lm_ready_remove    O(1)  a thread leaves the queue
 *   lm_ready_first     O(1)  the head of the most urgent level, or NULL
 *
 * Invariants (checked by lm_ready_is_consistent):
 *   R1  the bit of level n is set  <=>  fifo[n] is not empty
 *   R2  a thread in fifo[n] has level n, or a more urgent one if it is the head (sched.h)
 *   R3  the bit of a word is set in the summary  <=>  the word is not 0
 *
 * The port determines the order of the bits (lm_port_bit), so that it finds the most urgent level
 * quickly. With up to 32 levels there is one word and no summary.
 *
 * Context: every function needs the kernel lock; none blocks, none switches.
 */
#ifndef LIMEN_READY_QUEUE_H
#define LIMEN_READY_QUEUE_H

#include "port.h"
#include <limen/thread.h>

enum { LM_READY_WORDS = (LM_LEVELS + 31) / 32 };

_Static_assert(LM_LEVELS >= 1 && LM_LEVELS <= 1024, "LM_LEVELS: 1 to 1024");

struct lm_ready_queue {
    uint32_t occupied[LM_READY_WORDS];
    struct lm_list fifo[LM_LEVELS];
    uint32_t summary;
};

static inline void lm_ready_init(struct lm_ready_queue *queue)
{
    queue->summary = 0;
    for (unsigned word = 0; word < LM_READY_WORDS; word++) {
        queue->occupied[word] = 0;
    }
    for (unsigned level = 0; level < LM_LEVELS; level++) {
        lm_list_init(&queue->fifo[level]);
    }
}

static inline uint32_t lm_ready_bit(unsigned index)
{
    return lm_port_bit(LM_LEVELS <= 32 ? index : index & 31U);
}

static inline void lm_ready_mark(struct lm_ready_queue *queue, unsigned level)
{
    unsigned word = LM_READY_WORDS == 1 ? 0 : level / 32;

    queue->occupied[word] |= lm_ready_bit(level);
    if (LM_READY_WORDS > 1) {
        queue->summary |= lm_ready_bit(word);
    }
}

static inline void lm_ready_unmark(struct lm_ready_queue *queue, unsigned level)
{
    unsigned word = LM_READY_WORDS == 1 ? 0 : level / 32;

    queue->occupied[word] &= ~lm_ready_bit(level);
    if (LM_READY_WORDS > 1 && queue->occupied[word] == 0) {
        queue->summary &= ~lm_ready_bit(word);
    }
}

/* Requires: the thread is in no list; its level is set. */
static inline void lm_ready_append(struct lm_ready_queue *queue, struct lm_thread *thread)
{
    lm_list_insert_before(&queue->fifo[thread->level], &thread->node);
    lm_ready_mark(queue, thread->level);
}

static inline void lm_ready_prepend(struct lm_ready_queue *queue, struct lm_thread *thread)
{
    lm_list_insert_after(&queue->fifo[thread->level], &thread->node);
    lm_ready_mark(queue, thread->level);
}

/* Requires: the thread is in this queue. Its node is invalid afterwards: the caller inserts it into
 * another list or initialises it. */
static inline void lm_ready_remove(struct lm_ready_queue *queue, struct lm_thread *thread)
{
    struct lm_list *next = thread->node.next;
    struct lm_list *prev = thread->node.prev;

    prev->next = next;
    next->prev = prev;
    if (next == prev) { /* both are the sentinel */
        lm_ready_unmark(queue, (unsigned)(next - queue->fifo));
    }
}

static inline struct lm_thread *lm_ready_first(const struct lm_ready_queue *queue)
{
    unsigned word = 0;

    if (LM_READY_WORDS > 1) {
        if (queue->summary == 0) {
            return NULL;
        }
        word = lm_port_first_bit(queue->summary);
    } else if (queue->occupied[0] == 0) {
        return NULL;
    }
    unsigned level = word * 32 + lm_port_first_bit(queue->occupied[word]);
    struct lm_list *first = queue->fifo[level].next;

    if (first == NULL) { /* so that callers need no check */
        __builtin_unreachable();
    }
    return LM_CONTAINER(first, struct lm_thread, node);
}

/* True if R1, R2 and R3 hold. O(levels + threads): for tests, not for the target. */
bool lm_ready_is_consistent(const struct lm_ready_queue *queue);

#endif
