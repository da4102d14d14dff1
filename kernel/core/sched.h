/* SPDX-License-Identifier: Apache-2.0 */
/* The scheduler: which thread runs.
 *
 *   A thread becomes ready at the level of its priority. The dispatch raises its level to its
 *   threshold. The thread keeps that level, preempted or not, until it blocks or yields.
 *   The thread at the head of the most urgent level runs.
 *
 * cpu->next is the head of the most urgent level, or idle if no thread is ready. The functions of
 * this file keep it so. The running thread stays in the ready queue. If next is not cpu->running at
 * the end of a locked section, the port switches (door.h). Only then does the level of the new
 * thread rise: a thread that was next, but was displaced before it ran, keeps the level of its
 * priority.
 *
 * Most threads with a threshold are not preempted each time they run. So a thread whose level rises
 * stays at the head of its priority in the queue as long as it is next. It moves to its level when
 * another thread becomes next ahead of it (lm_sched_settle).
 *
 * Invariants (checked by lm_sched_is_consistent, at the end of a locked section):
 *   S1  next is the head of the most urgent level; idle if no thread is ready
 *   S2  a thread is in the ready queue  <=>  its state is READY or DISPATCHED
 *   S3  READY: level = priority; DISPATCHED: level = threshold, or less urgent for one whose
 *       threshold was set while it was preempted
 *   S4  threshold <= priority
 *   S5  a ready thread is in the queue at its level; next may be at a less urgent one, up to its
 *       priority, as the head of it
 *   S6  a ready thread waits neither with a timeout nor ahead of others
 *
 * Context: every function needs the kernel lock; none waits, none switches.
 */
#ifndef LIMEN_SCHED_H
#define LIMEN_SCHED_H

#include "observe/observe.h"
#include "state.h"

void lm_sched_init(struct lm_cpu *cpu);

/* True if S1 to S6 hold for the ready threads. O(levels + threads): for tests. */
bool lm_sched_is_consistent(const struct lm_cpu *cpu);

/* Move next to its level. Out of line, because most threads have the level of their priority. */
void lm_sched_move_next(struct lm_cpu *cpu);

static inline void lm_sched_settle(struct lm_cpu *cpu)
{
    if (__builtin_expect(cpu->next->level != cpu->next->priority, 0)) {
        lm_sched_move_next(cpu);
    }
}

/* Take a thread out of the queue. The caller then determines the next thread. */
void lm_sched_take_out(struct lm_cpu *cpu, struct lm_thread *thread);

/* Put a thread that is not dispatched behind its peers. */
static inline void lm_sched_put_behind(struct lm_cpu *cpu, struct lm_thread *thread)
{
    unsigned priority = thread->priority;

    thread->standing = thread->ready_standing;
    lm_ready_append_at(&cpu->ready, thread, priority);
}

/* Move the head of a more urgent level behind its peers. Out of line, because most threads are at
 * the level of their priority. */
void lm_sched_move_behind(struct lm_cpu *cpu, struct lm_thread *thread);

/* The running thread gives up its level and goes behind its peers. If no other thread is next, it
 * is dispatched again: a call that yields ends in a switch (lm_switch in door.h). Requires: it is
 * next, as in any call that may wait. */
static inline void lm_sched_yield(struct lm_cpu *cpu)
{
    struct lm_thread *thread = cpu->running;
    bool is_settled = thread->level == thread->priority; /* so it has held off no thread */

    if (is_settled || (!LM_PORT_IS_SMALL && thread->place == thread->priority)) {
        lm_ready_rotate(&cpu->ready, thread->priority, thread);
        thread->standing = thread->ready_standing;
    } else {
        lm_sched_move_behind(cpu, thread);
    }
    cpu->next = is_settled ? lm_ready_behind(thread) : lm_ready_first(&cpu->ready);
    lm_observe_leaving(cpu, thread, LM_LEAVE_YIELD);
}

/* The thread becomes ready. Returns: whether it is to be the next one. */
static inline bool lm_sched_preempts(struct lm_cpu *cpu, struct lm_thread *thread, unsigned why)
{
    lm_sched_put_behind(cpu, thread);
    lm_observe_ready(thread, why);
    return thread->priority < cpu->next->level;
}

static inline bool lm_sched_ready_inline(struct lm_cpu *cpu, struct lm_thread *thread, unsigned why)
{
    if (!lm_sched_preempts(cpu, thread, why)) {
        return false;
    }
    lm_sched_settle(cpu);
    cpu->next = thread;
    return true;
}

bool lm_sched_ready_called(struct lm_thread *thread, unsigned why);

/* Make the thread ready. why: LM_OK, or the status with which its wait ended, which is already the
 * result of its call; or LM_IS_IMPLIED.
 * Returns: whether it is the next thread now. */
static inline bool lm_sched_ready(struct lm_cpu *cpu, struct lm_thread *thread, unsigned why)
{
    return LM_PORT_IS_SMALL ? lm_sched_ready_called(thread, why)
                            : lm_sched_ready_inline(cpu, thread, why);
}

/* The common part of the two functions below. */
static inline void lm_sched_set_blocked(struct lm_cpu *cpu, struct lm_thread *thread,
                                        enum lm_waits_for waits_for, unsigned object, unsigned how)
{
    thread->state = LM_STATE_BLOCKED;
    thread->waits_for = (uint8_t)waits_for;
    cpu->next = lm_ready_first(&cpu->ready);
    lm_observe_leaving(cpu, thread, LM_LEAVE_BLOCKED);
    lm_observe_blocked(thread, waits_for, object, how);
}

/* The calling thread waits for waits_for and this object (0: none). how: LM_OK or LM_IS_IMPLIED.
 * Requires: it is next, as in any call that may wait. */
static inline void lm_sched_wait(struct lm_cpu *cpu, struct lm_thread *caller,
                                 enum lm_waits_for waits_for, unsigned object, unsigned how)
{
    lm_ready_remove_lone_head(&cpu->ready, caller);
    lm_sched_set_blocked(cpu, caller, waits_for, object, how);
}

/* lm_sched_wait for a time: many threads may sleep from and to the same instants. */
static inline void lm_sched_sleep(struct lm_cpu *cpu, struct lm_thread *caller, unsigned how)
{
    lm_ready_remove_head(&cpu->ready, caller);
    lm_sched_set_blocked(cpu, caller, LM_WAITS_FOR_TIME, 0, how);
}

/* Block any ready thread. */
static inline void lm_sched_block(struct lm_cpu *cpu, struct lm_thread *thread,
                                  enum lm_waits_for waits_for)
{
    lm_sched_take_out(cpu, thread);
    lm_sched_set_blocked(cpu, thread, waits_for, 0, LM_OK);
}

/* The threshold that a thread has while nothing raises its level. */
static inline unsigned lm_sched_own_threshold(const struct lm_thread *thread)
{
    return thread->base_threshold < thread->priority ? thread->base_threshold : thread->priority;
}

/* Is the level of the thread 0 while it is dispatched, so that no other thread preempts it? */
static inline bool lm_sched_keeps_off(const struct lm_thread *thread)
{
    return thread->preempt_disabled != 0 || lm_thread_raised(thread) == 1;
}

#endif
