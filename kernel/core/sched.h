/* SPDX-License-Identifier: Apache-2.0 */
/* The scheduler: who runs next.
 *
 *   A thread waits at its priority. When it is dispatched its level rises to its threshold,
 *   and it keeps that level, preempted or not, until it blocks or yields.
 *   The thread at the head of the most urgent level runs.
 *
 * The running thread stays in the ready queue. kernel->next is always the head of the most urgent
 * level, or idle; the functions here keep it so. When it differs from kernel->running at the end
 * of a locked section, the port switches (lock.h), and only then the level of the new thread
 * rises: one that was next for a moment and never ran keeps none.
 *
 * Most threads with a threshold are not preempted each time they run. So a thread whose level rises
 * stays where it is in the ready queue, at the head of its old level, for as long as it is next;
 * only when another thread becomes next ahead of it, it moves (lm_sched_settle).
 *
 * Invariants (checked by lm_sched_is_consistent, at the end of a locked section):
 *   S1  next is the head of the most urgent level; idle if nobody is ready
 *   S2  a thread is in the ready queue  <=>  its state is WAITING_TURN or DISPATCHED
 *   S3  WAITING_TURN: level = priority; DISPATCHED: level = threshold, or less urgent for one whose
 *       threshold was set while it was preempted
 *   S4  threshold <= priority; more_urgent says what priority does
 *   S5  a ready thread stands in the queue at its level; next may stand at a less urgent one, up to
 *       its priority, as the head of it
 *
 * Context: every function needs the kernel lock; none waits, none switches.
 */
#ifndef LIMEN_SCHED_H
#define LIMEN_SCHED_H

#include "core/kernel.h"
#include "observe/counters.h"
#include "observe/trace.h"

/* Why a level or a priority changed, as the trace writes it. */
enum lm_change {
    LM_CHANGE_THRESHOLD = 1,
    LM_CHANGE_PRIORITY,
    LM_CHANGE_INHERITANCE,
    LM_CHANGE_CEILING,
    LM_CHANGE_PREEMPT_DISABLE,
    LM_CHANGE_PREEMPT_ENABLE,
    LM_CHANGE_SECTION_ENTER,
    LM_CHANGE_SECTION_LEAVE
};

void lm_sched_init(struct lm_kernel *kernel);

/* The running thread gives up its level and goes behind its peers. reason: enum lm_leave. */
void lm_sched_requeue(struct lm_kernel *kernel, struct lm_thread *thread, unsigned reason);

/* The thread's slice has ended. */
void lm_sched_rotate(struct lm_kernel *kernel, struct lm_thread *thread);

/* Priority and threshold in force become these; the thread's place follows. */
void lm_sched_set_urgency(struct lm_kernel *kernel, struct lm_thread *thread, unsigned priority,
                          unsigned threshold, enum lm_change reason);

/* For the port: the running thread's context is saved at stack_pointer; make next the running
 * thread and return its stack pointer. Also when next is running: it is dispatched anew. */
void *lm_sched_dispatch(void *stack_pointer);

/* True if S1 to S4 hold for the ready threads. O(levels + threads): for tests. */
bool lm_sched_is_consistent(const struct lm_kernel *kernel);

/* The priority and threshold in force are these; the place in the queue is as it was. */
static inline void lm_sched_note_urgency(struct lm_thread *thread, unsigned priority,
                                         unsigned threshold)
{
    thread->priority = (uint16_t)priority;
    thread->threshold = (uint16_t)threshold;
    thread->more_urgent = lm_port_bits_below(priority & 31U);
}

/* The threshold that would be in force if the thread kept preemption on and were in no section. */
static inline unsigned lm_sched_own_threshold(const struct lm_thread *thread)
{
    return thread->base_threshold < thread->priority ? thread->base_threshold : thread->priority;
}

/* Has the thread let others in at a preempt point, and not run since? Until it does it stands as
 * if it were in no section. Nothing else preempts one that a section keeps at level 0. */
static inline bool lm_sched_gave_way(const struct lm_kernel *kernel, const struct lm_thread *thread)
{
    return thread->section_raised && thread->state == LM_STATE_DISPATCHED &&
           thread != kernel->running;
}

/* Next moves to the level that it has. */
static inline void lm_sched_settle(struct lm_kernel *kernel)
{
    struct lm_thread *next = kernel->next;

    if (next->level != next->priority) {
        lm_ready_remove(&kernel->ready, next);
        lm_ready_prepend(&kernel->ready, next);
    }
}

/* The head of the most urgent level, or idle. Requires: next has settled, or is not ready. */
static inline struct lm_thread *lm_sched_first(struct lm_kernel *kernel)
{
    struct lm_thread *first = lm_ready_first(&kernel->ready);

    return first != NULL ? first : &kernel->idle;
}

/* Put a thread that waits for its turn behind its peers. */
static inline void lm_sched_arrive(struct lm_kernel *kernel, struct lm_thread *thread)
{
    thread->level = thread->priority;
    lm_ready_append(&kernel->ready, thread);
}

/* The thread becomes ready, and who is next is decided later: where many become ready before
 * anybody can switch, by one lm_sched_elect for all. */
static inline void lm_sched_join(struct lm_kernel *kernel, struct lm_thread *thread,
                                 enum lm_status why)
{
    thread->state = LM_STATE_WAITING_TURN;
    thread->waits_for = LM_WAITS_FOR_NOTHING;
    thread->wait_status = (uint8_t)why;
    thread->suspend_pending = false;
    lm_sched_arrive(kernel, thread);
    LM_COUNT(kernel, thread, resumptions);
    lm_trace(LM_EVENT_READY, thread->object.id, thread->priority, why);
}

/* The thread, which is ready, becomes next if it is the most urgent one. */
static inline void lm_sched_elect(struct lm_kernel *kernel, struct lm_thread *thread)
{
    if (thread->level < kernel->next->level) {
        lm_sched_settle(kernel);
        kernel->next = thread;
    }
}

/* The thread becomes ready. why: LM_OK, or how its wait ended. Inline, as the next one: on the
 * path of every wait. */
static inline void lm_sched_ready(struct lm_kernel *kernel, struct lm_thread *thread,
                                  enum lm_status why)
{
    lm_sched_join(kernel, thread, why);
    lm_sched_elect(kernel, thread);
}

/* The thread stops being ready, for waits_for an object (0: none).
 * Requires: it is next; of any other thread: next has settled. */
static inline void lm_sched_suspend(struct lm_kernel *kernel, struct lm_thread *thread,
                                    enum lm_waits_for waits_for, unsigned object)
{
    lm_ready_remove(&kernel->ready, thread);
    thread->state = LM_STATE_SUSPENDED;
    thread->waits_for = (uint8_t)waits_for;
    kernel->next = lm_sched_first(kernel);
    lm_trace_leaving(kernel, thread, LM_LEAVE_BLOCKED);
    LM_COUNT(kernel, thread, suspensions);
    lm_trace(LM_EVENT_SUSPEND, object, waits_for, thread->object.id);
}

/* The usual way of the running thread to stop being ready: a peer follows it.
 * Returns: false if it is not that simple, and nothing was done. */
static inline bool lm_sched_suspend_quickly(struct lm_kernel *kernel, struct lm_thread *thread,
                                            enum lm_waits_for waits_for)
{
    if (LM_REASONS || lm_ready_any_above(&kernel->ready, thread) ||
        thread->node.next == thread->node.prev) {
        return false;
    }
    struct lm_list *peer = thread->node.next;
    struct lm_list *fifo = thread->node.prev; /* it is the head */

    fifo->next = peer;
    peer->prev = fifo;
    thread->state = LM_STATE_SUSPENDED;
    thread->waits_for = (uint8_t)waits_for;
    kernel->next = LM_CONTAINER(peer, struct lm_thread, node);
    return true;
}

/* The usual yield: the running thread has no level to give up, and a peer follows it.
 * Returns: false if it is not that simple, and nothing was done. */
static inline bool lm_sched_pass_on(struct lm_kernel *kernel, struct lm_thread *thread)
{
    struct lm_list *peer = thread->node.next;
    struct lm_list *fifo = thread->node.prev; /* it is the head */

    if (thread->level != thread->priority || peer == fifo) {
        return false;
    }
    peer->prev = fifo;
    fifo->next = peer;
    lm_list_insert_before(fifo, &thread->node);
    thread->state = LM_STATE_WAITING_TURN;
    kernel->next = LM_CONTAINER(peer, struct lm_thread, node);
    return true;
}

#endif
