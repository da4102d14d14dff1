/* SPDX-License-Identifier: Apache-2.0 */
/* The scheduler; see sched.h for its one rule. */
#include "core/sched.h"
#include "observe/counters.h"
#include "observe/trace.h"
#include "time/alarm.h"

void lm_sched_init(struct lm_kernel *kernel)
{
    lm_ready_init(&kernel->ready);
    kernel->idle.level = LM_LEVELS;
    kernel->idle.priority = LM_LEVELS;
    kernel->idle.threshold = LM_LEVELS;
    kernel->idle.state = LM_STATE_DISPATCHED;
    kernel->running = &kernel->idle;
    kernel->next = &kernel->idle;
    kernel->slice_end = LM_NEVER;
    kernel->alarm = LM_NEVER;
    kernel->slice_unit = 1;
}

void lm_sched_requeue(struct lm_kernel *kernel, struct lm_thread *thread, unsigned reason)
{
    if (thread != kernel->next) {
        lm_sched_settle(kernel);
    }
    lm_ready_remove(&kernel->ready, thread);
    thread->state = LM_STATE_WAITING_TURN;
    lm_sched_arrive(kernel, thread);
    kernel->next = lm_sched_first(kernel);
    lm_trace_leaving(kernel, thread, (enum lm_leave)reason);
}

void lm_sched_rotate(struct lm_kernel *kernel, struct lm_thread *thread)
{
    bool rotates = thread->level == thread->priority && thread->preempt_disabled == 0 &&
                   !thread->section_raised && thread->node.next != thread->node.prev;

    LM_COUNT(kernel, thread, slices);
    lm_trace(LM_EVENT_SLICE, thread->object.id, rotates, 0);
    if (rotates) {
        lm_sched_requeue(kernel, thread, LM_LEAVE_SLICE);
    }
}

/* The level of who is next; while it or its section keeps preemption off, that which it has
 * afterwards. */
static unsigned level_to_respect(const struct lm_thread *next)
{
    bool keeps_off = next->preempt_disabled != 0 || next->section_raised;

    return keeps_off && next->state == LM_STATE_DISPATCHED ? lm_sched_own_threshold(next)
                                                           : next->level;
}

/* The level that a ready thread has by the rule. */
static unsigned due_level(const struct lm_kernel *kernel, const struct lm_thread *thread)
{
    if (thread->state == LM_STATE_WAITING_TURN) {
        return thread->priority;
    }
    /* Only its priority lets a thread in. One that was preempted does not come back because its
     * threshold was set, it comes next. */
    unsigned bound = level_to_respect(kernel->next);
    unsigned threshold =
        lm_sched_gave_way(kernel, thread) ? lm_sched_own_threshold(thread) : thread->threshold;

    if (thread != kernel->next && thread->priority >= bound && threshold < bound) {
        return bound;
    }
    return threshold;
}

void lm_sched_set_urgency(struct lm_kernel *kernel, struct lm_thread *thread, unsigned priority,
                          unsigned threshold, enum lm_change reason)
{
    lm_sched_settle(kernel);
    if (priority != thread->priority) {
        lm_trace(LM_EVENT_PRIORITY, thread->object.id, priority,
                 threshold | (uint32_t)reason << 16);
    }
    lm_sched_note_urgency(thread, priority, threshold);
    if (thread->state > LM_STATE_DISPATCHED) {
        return;
    }
    unsigned from = thread->level;
    unsigned to = due_level(kernel, thread);

    if (from == to && (thread->state == LM_STATE_DISPATCHED || reason != LM_CHANGE_PRIORITY)) {
        return; /* it keeps its place */
    }
    lm_ready_remove(&kernel->ready, thread);
    thread->level = (uint16_t)to;
    if (thread->state == LM_STATE_WAITING_TURN) {
        lm_ready_append(&kernel->ready, thread);
    } else if (thread != kernel->next && to == kernel->next->level) {
        lm_list_insert_after(&kernel->next->node, &thread->node);
    } else {
        lm_ready_prepend(&kernel->ready, thread);
    }
    kernel->next = lm_sched_first(kernel);
    if (from != to) {
        lm_trace(LM_EVENT_LEVEL, thread->object.id, to, from | (uint32_t)reason << 16);
    }
}

static bool next_is_first(const struct lm_kernel *kernel, const struct lm_thread *first)
{
    const struct lm_thread *next = kernel->next;

    if (first == NULL || first == next) {
        return next == (first == NULL ? &kernel->idle : first);
    }
    return next->state == LM_STATE_DISPATCHED && next->level <= first->level;
}

bool lm_sched_is_consistent(const struct lm_kernel *kernel)
{
    const struct lm_thread *first = lm_ready_first(&kernel->ready);
    bool consistent = lm_ready_is_consistent(&kernel->ready) && next_is_first(kernel, first);

    for (unsigned level = 0; level < LM_LEVELS; level++) {
        const struct lm_list *fifo = &kernel->ready.fifo[level];

        for (const struct lm_list *node = fifo->next; node != fifo; node = node->next) {
            const struct lm_thread *thread = LM_CONTAINER(node, struct lm_thread, node);

            consistent =
                consistent && thread->threshold <= thread->priority &&
                thread->more_urgent == lm_port_bits_below(thread->priority & 31U) &&
                (thread->level == level || (thread == kernel->next && level <= thread->priority)) &&
                (thread->state == LM_STATE_DISPATCHED
                     ? thread->level >= thread->threshold
                     : thread->state == LM_STATE_WAITING_TURN && thread->level == thread->priority);
        }
    }
    return consistent;
}
