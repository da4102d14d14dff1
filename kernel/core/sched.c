/* SPDX-License-Identifier: Apache-2.0 */
/* The scheduler; see sched.h for its one rule. */
#include "core/sched.h"

void lm_sched_init(struct lm_cpu *cpu)
{
    lm_ready_init(&cpu->ready);
    cpu->idle.level = LM_LEVELS;
    cpu->idle.priority = LM_LEVELS;
    cpu->idle.threshold = LM_LEVELS;
    cpu->idle.state = LM_STATE_DISPATCHED;
    cpu->running = &cpu->idle;
    cpu->next = &cpu->idle;
}

void lm_sched_move_next(struct lm_cpu *cpu)
{
    lm_ready_remove(&cpu->ready, cpu->next);
    lm_ready_prepend(&cpu->ready, cpu->next);
}

void lm_sched_end_slice(struct lm_cpu *cpu)
{
    struct lm_thread *thread = cpu->running;
    bool rotates = thread->level == thread->priority && !lm_sched_keeps_off(thread) &&
                   thread->node.next != thread->node.prev;

    lm_observe_thread(LM_EVENT_SLICE, thread, rotates, 0);
    if (rotates) {
        lm_sched_yield(cpu, LM_LEAVE_SLICE);
    }
}

unsigned lm_sched_level_behind_next(struct lm_cpu *cpu)
{
    lm_ready_remove(&cpu->ready, cpu->next);

    unsigned level = lm_sched_first(cpu)->level;

    lm_ready_prepend(&cpu->ready, cpu->next); /* at the level that it has */
    return level;
}

/* The level that the rule gives to a ready thread. */
static unsigned due_level(const struct lm_cpu *cpu, const struct lm_thread *thread)
{
    if (thread->state == LM_STATE_READY) {
        return thread->priority;
    }
    const struct lm_thread *next = cpu->next;

    if (thread == next) {
        return thread->threshold;
    }
    /* A thread preempts by its priority only. A preempted thread whose threshold was set goes right
     * behind next, at the level that next has while nothing keeps it at level 0. */
    unsigned own = lm_sched_own_threshold(next);
    unsigned bound = own > next->level ? own : next->level;
    bool lets_in = thread->priority >= bound && thread->threshold < bound;

    return lets_in ? bound : thread->threshold;
}

/* Put a ready thread at a level: at the head if it was dispatched, but behind next. */
static void place(struct lm_cpu *cpu, struct lm_thread *thread, unsigned level)
{
    lm_ready_remove(&cpu->ready, thread);
    thread->level = (uint16_t)level;
    if (thread->state == LM_STATE_READY) {
        lm_ready_append(&cpu->ready, thread);
    } else if (thread != cpu->next && level == cpu->next->level) {
        lm_list_insert_after(&cpu->next->node, &thread->node);
    } else {
        lm_ready_prepend(&cpu->ready, thread);
    }
    cpu->next = lm_sched_first(cpu);
}

/* Set the level of a ready thread whose priority or threshold has changed. moved: the priority has
 * changed, or was set to the same value. */
static void set_level(struct lm_cpu *cpu, struct lm_thread *thread, bool moved,
                      enum lm_change reason)
{
    unsigned from = thread->level;
    unsigned to = due_level(cpu, thread);
    bool rises_in_place = thread == cpu->next && !moved && to < from;

    if (from == to && (thread->state == LM_STATE_DISPATCHED || reason != LM_CHANGE_PRIORITY)) {
        return; /* the thread keeps its place */
    }
    if (rises_in_place && thread->state == LM_STATE_DISPATCHED) {
        thread->level = (uint16_t)to;
    } else {
        place(cpu, thread, to);
    }
    if (from != to) {
        lm_observe_thread(LM_EVENT_LEVEL, thread, to, from | (uint32_t)reason << 16);
    }
}

void lm_sched_set_urgency_ready(struct lm_cpu *cpu, struct lm_thread *thread, unsigned priority,
                                unsigned threshold, enum lm_change reason)
{
    bool moved = priority != thread->priority;

    if (thread != cpu->next || moved) {
        lm_sched_settle(cpu);
    }
    lm_sched_note_urgency(thread, priority, threshold, reason);
    set_level(cpu, thread, moved, reason);
}
