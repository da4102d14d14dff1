/* SPDX-License-Identifier: Apache-2.0 */
/* Ready queue: one circle of threads per level, and one bit per circle that is not empty.
 *
 *   operation          cost  use
 *   -----------------  ----  ----------------------------------------------------
 *   lm_ready_append    O(1)  a thread becomes ready: it goes behind its peers
 *   lm_ready_prepend   O(1)  a thread keeps its place: it goes ahead of its peers
 *   lm_ready_rotate    O(1)  the first thread of a circle goes behind its peers
 *   lm_ready_remove    O(1)  a thread leaves the queue
 *   lm_ready_first     O(1)  the head of the most urgent level, or the idle thread
 *
 * Invariants (checked by lm_ready_is_consistent):
 *   R1  the bit of level n is set  <=>  there are threads at level n, and head[n] is the first of
 *       them; otherwise head[n] has no meaning
 *   R2  a thread at level n has this level, or a more urgent one if it is the head (sched.h)
 *   R3  the bit of a word is set in the summary  <=>  the word is not 0
 *   R4  place is the level at which a thread is in the queue
 *   R5  a thread that is in no list is a circle of its own, and most threads enter an empty one
 *
 * The idle thread is head[LM_LEVELS], behind all levels, so that a search needs no test whether a
 * thread is ready. The port determines the order of the bits (lm_port_bit), so that it finds the
 * most urgent level quickly. With up to 32 levels there is one word and no summary.
 *
 * Context: every function needs the kernel lock; none blocks, none switches.
 */
#ifndef LIMEN_READY_QUEUE_H
#define LIMEN_READY_QUEUE_H

#include "port.h"
#include <limen/thread.h>

enum { LM_READY_WORDS = (LM_LEVELS + 31) / 32 };

_Static_assert(LM_LEVELS >= 1 && LM_LEVELS <= LM_SMALL_OR(255, 1024),
               "LM_LEVELS: 1 to 1024, in limen-small to 255");

struct lm_ready_queue {
    uint32_t occupied[LM_READY_WORDS];
    struct lm_thread *head[LM_LEVELS + 1];
    uint32_t summary;
};

/*@ requires index < 32 || LM_LEVELS > 32;
    assigns \nothing;
    ensures LM_LEVELS <= 32 ==> \result == lm_bit(index); */
static inline uint32_t lm_ready_bit(unsigned index)
{
    return lm_port_bit(LM_LEVELS <= 32 ? index : index & 31U);
}

/* The bit behind those of all levels is always set, if the word has room for it.
 * Requires: all bytes of the queue are 0. */
static inline void lm_ready_init(struct lm_ready_queue *queue, struct lm_thread *idle)
{
    if (LM_LEVELS < 32) {
        queue->occupied[0] = lm_ready_bit(LM_LEVELS);
    }
    queue->head[LM_LEVELS] = idle;
}

/*@ requires \valid_read(queue) && level < LM_LEVELS;
    assigns \nothing;
    ensures \result <==> (queue->occupied[0] & lm_bit(level)) != 0; */
static inline bool lm_ready_is_occupied(const struct lm_ready_queue *queue, unsigned level)
{
    return (queue->occupied[LM_READY_WORDS == 1 ? 0 : level / 32] & lm_ready_bit(level)) != 0;
}

/* The thread behind this one in its circle, which may be itself. */
/*@ requires \valid_read(thread);
    assigns \nothing;
    ensures &\result->node == thread->node.next; */
static inline struct lm_thread *lm_ready_behind(const struct lm_thread *thread)
{
    return LM_CONTAINER(thread->node.next, struct lm_thread, node);
}

/*@ requires \valid(queue) && level < LM_LEVELS;
    assigns queue->occupied[0];
    ensures queue->occupied[0] == (\old(queue->occupied[0]) | lm_bit(level)); */
static inline void lm_ready_mark(struct lm_ready_queue *queue, unsigned level)
{
    unsigned word = LM_READY_WORDS == 1 ? 0 : level / 32;

    queue->occupied[word] |= lm_ready_bit(level);
    if (LM_READY_WORDS > 1) {
        queue->summary |= lm_ready_bit(word);
    }
}

/*@ requires \valid(queue) && level < LM_LEVELS;
    assigns queue->occupied[0];
    ensures queue->occupied[0] == (\old(queue->occupied[0]) & (uint32_t)~lm_bit(level)); */
static inline void lm_ready_unmark(struct lm_ready_queue *queue, unsigned level)
{
    unsigned word = LM_READY_WORDS == 1 ? 0 : level / 32;

    queue->occupied[word] &= ~lm_ready_bit(level);
    if (LM_READY_WORDS > 1 && queue->occupied[word] == 0) {
        queue->summary &= ~lm_ready_bit(word);
    }
}

/* Requires: the thread is in no list, and this is its level. The caller has the level in a register
 * where the compiler would take it out of the word that contains it. */
/*@ requires \valid(queue) && \valid(thread) && level < LM_LEVELS && \separated(queue, thread);
    behavior first:
        assumes (queue->occupied[0] & lm_bit(level)) == 0;
        assigns thread->place, queue->occupied[0], queue->head[level];
        ensures thread->place == level && queue->head[level] == thread;
        ensures queue->occupied[0] == (\old(queue->occupied[0]) | lm_bit(level));
    behavior last:
        assumes (queue->occupied[0] & lm_bit(level)) != 0;
        requires \valid(queue->head[level]) && \valid(queue->head[level]->node.prev);
        requires queue->head[level]->node.prev->next == &queue->head[level]->node;
        requires \separated(queue, queue->head[level], thread);
        requires \separated(queue, queue->head[level]->node.prev, thread);
        assigns thread->place, thread->node, queue->head[level]->node.prev,
                queue->head[level]->node.prev->next;
        ensures thread->place == level;
        ensures thread->node.next == &queue->head[level]->node;
        ensures queue->head[level]->node.prev == &thread->node;
        ensures thread->node.prev == \old(queue->head[level]->node.prev);
        ensures thread->node.prev->next == &thread->node;
    complete behaviors;
    disjoint behaviors; */
static inline void lm_ready_append_inline(struct lm_ready_queue *queue, struct lm_thread *thread,
                                          unsigned level)
{
    thread->place = (lm_level)level;
    if (lm_ready_is_occupied(queue, level)) {
        lm_list_insert_before(&queue->head[level]->node, &thread->node);
    } else {
        lm_ready_mark(queue, level);
        queue->head[level] = thread;
    }
}

/* Are the longer functions called, not inline? With several words of bits they are too long. */
enum { LM_READY_IS_CALLED = LM_SMALL || (LM_PORT_IS_SMALL && LM_READY_WORDS > 1) };

/* lm_ready_append_at out of line. */
void lm_ready_append_called(struct lm_ready_queue *queue, struct lm_thread *thread, unsigned level);

static inline void lm_ready_append_at(struct lm_ready_queue *queue, struct lm_thread *thread,
                                      unsigned level)
{
    if (LM_READY_IS_CALLED) {
        lm_ready_append_called(queue, thread, level);
    } else {
        lm_ready_append_inline(queue, thread, level);
    }
}

static inline void lm_ready_append(struct lm_ready_queue *queue, struct lm_thread *thread)
{
    lm_ready_append_at(queue, thread, thread->level);
}

static inline void lm_ready_prepend(struct lm_ready_queue *queue, struct lm_thread *thread)
{
    lm_ready_append(queue, thread);
    queue->head[thread->level] = thread; /* the end of a circle is before its head */
}

/* Insert a thread behind another one, which is in this queue, at the level of that one. */
/*@ requires \valid(other) && \valid(thread) && \valid(other->node.next);
    requires other->node.next->prev == &other->node;
    requires \separated(thread, other) && \separated(thread, other->node.next);
    requires other->node.next == &other->node || \separated(other->node.next, other);
    assigns thread->place, thread->node, other->node.next->prev,
            ((struct lm_thread *)other)->node.next;
    ensures thread->place == other->place;
    ensures thread->node.prev == &other->node && other->node.next == &thread->node;
    ensures thread->node.next == \old(other->node.next);
    ensures thread->node.next->prev == &thread->node; */
static inline void lm_ready_insert_behind(const struct lm_thread *other, struct lm_thread *thread)
{
    thread->place = other->place;
    lm_list_insert_before(other->node.next, &thread->node);
}

/* Move the head of this level behind its peers. */
/*@ requires \valid(queue) && level < LM_LEVELS && \valid_read(head);
    assigns queue->head[level];
    ensures &queue->head[level]->node == \old(head->node.next); */
static inline void lm_ready_rotate(struct lm_ready_queue *queue, unsigned level,
                                   const struct lm_thread *head)
{
    queue->head[level] = lm_ready_behind(head);
}

/* Remove the head of a level. */
/*@ requires \valid(queue) && \valid(head) && head->place < LM_LEVELS && \separated(queue, head);
    requires \valid(head->node.next) && \valid(head->node.prev);
    requires head->node.next->prev == &head->node && head->node.prev->next == &head->node;
    requires \separated(queue, head->node.next) && \separated(queue, head->node.prev);
    requires head->node.next == head->node.prev || \separated(head->node.next, head->node.prev);
    requires head->node.next == &head->node || \separated(head->node.next, head);
    requires head->node.prev == &head->node || \separated(head->node.prev, head);
    behavior alone:
        assumes head->node.next == &head->node;
        assigns queue->occupied[0];
        ensures queue->occupied[0] ==
                (\old(queue->occupied[0]) & (uint32_t)~lm_bit(head->place));
    behavior others:
        assumes head->node.next != &head->node;
        assigns queue->head[head->place], head->node, head->node.next->prev, head->node.prev->next;
        ensures &queue->head[head->place]->node == \old(head->node.next);
        ensures head->node.next == &head->node && head->node.prev == &head->node;
        ensures \old(head->node.prev)->next == \old(head->node.next);
        ensures \old(head->node.next)->prev == \old(head->node.prev);
    complete behaviors;
    disjoint behaviors; */
static inline void lm_ready_remove_head_inline(struct lm_ready_queue *queue, struct lm_thread *head)
{
    if (lm_ready_behind(head) == head) {
        lm_ready_unmark(queue, head->place);
    } else {
        queue->head[head->place] = lm_ready_behind(head);
        lm_list_remove(&head->node);
    }
}

/* lm_ready_remove_head out of line. */
void lm_ready_remove_head_called(struct lm_ready_queue *queue, struct lm_thread *head);

static inline void lm_ready_remove_head(struct lm_ready_queue *queue, struct lm_thread *head)
{
    if (LM_READY_IS_CALLED) {
        lm_ready_remove_head_called(queue, head);
    } else {
        lm_ready_remove_head_inline(queue, head);
    }
}

/* lm_ready_remove_head for a head that is usually the only thread of its level. */
static inline __attribute__((always_inline)) void
lm_ready_remove_lone_head(struct lm_ready_queue *queue, struct lm_thread *head)
{
    if (__builtin_expect(lm_ready_behind(head) == head, 1)) {
        lm_ready_unmark(queue, head->place);
    } else if (LM_PORT_IS_SMALL) {
        lm_ready_remove_head_called(queue, head);
    } else {
        lm_ready_remove_head(queue, head);
    }
}

/* Remove a thread, which may be at any place of the queue. */
static inline void lm_ready_remove(struct lm_ready_queue *queue, struct lm_thread *thread)
{
    if (queue->head[thread->place] == thread) {
        lm_ready_remove_head(queue, thread);
    } else {
        lm_list_remove(&thread->node);
    }
}

static inline struct lm_thread *lm_ready_first(const struct lm_ready_queue *queue)
{
    if (LM_READY_WORDS == 1) {
        uint32_t bits = queue->occupied[0];

        if (LM_LEVELS < 32 && bits == 0) {
            __builtin_unreachable(); /* the bit behind those of the levels is set */
        }
        return queue->head[lm_port_first_bit(bits)];
    }
    if (queue->summary == 0) {
        return queue->head[LM_LEVELS];
    }
    unsigned word = lm_port_first_bit(queue->summary);

    return queue->head[word * 32 + lm_port_first_bit(queue->occupied[word])];
}

/* True if R1 to R4 hold. O(levels + threads): for tests, not for the target. */
bool lm_ready_is_consistent(const struct lm_ready_queue *queue);

#endif
