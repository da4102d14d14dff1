/* SPDX-License-Identifier: Apache-2.0 */
/* Rules of FreeRTOS that differ from those of Limen, by the state of the kernel: which task is the
 * first to run, which one runs after a preemption, whether a call has woken a more urgent one, and
 * which priority the owner of several mutexes keeps.
 */
#ifndef FREERTOS_RULES_H
#define FREERTOS_RULES_H

#include "limen_usual.h"

/* The level of the running thread. */
static inline unsigned lm_freertos_own_level(void)
{
    return lm_cpu()->running->level;
}

/* Does another thread run as soon as interrupts are enabled? */
static inline bool lm_freertos_switches(void)
{
    return lm_cpu()->next != lm_cpu()->running;
}

/* Of the most urgent threads, the one that was created last is the first to run. Context: before
 * the start. */
static inline void lm_freertos_begin_with_last(void)
{
    struct lm_cpu *cpu = lm_cpu();
    const struct lm_thread *first = cpu->next;

    if (first != &cpu->idle) {
        cpu->ready.head[first->place] = LM_CONTAINER(first->node.prev, struct lm_thread, node);
        cpu->next = lm_ready_first(&cpu->ready);
    }
}

/* The thread leaves the processor. If it was preempted, so that it is still dispatched, it goes
 * behind its equals, as if its slice had ended. Context: the hooks of a switch. */
static inline void lm_freertos_go_behind(struct lm_cpu *cpu, struct lm_thread *from)
{
    if (from->state == LM_STATE_DISPATCHED && from->level == from->priority &&
        !lm_sched_keeps_off(from) && lm_ready_behind(from) != from) {
        lm_observe_thread(LM_EVENT_SLICE, from, true, 0);
        lm_sched_take_out(cpu, from);
        lm_sched_put_behind(cpu, from);
        cpu->next = lm_ready_first(&cpu->ready);
        lm_observe_leaving(cpu, from, LM_LEAVE_SLICE);
    }
}

/* Mutexes. Context: interrupts are disabled. A mutex that was withdrawn has no unit and no owner:
 * for the kernel the idle thread owns it. */
static inline bool lm_freertos_is_withdrawn(const struct lm_mutex *mutex)
{
    return mutex->owner == &lm_cpu()->idle;
}

/* Another mutex of the owner, or NULL. */
static inline struct lm_mutex *lm_freertos_other_mutex(const struct lm_mutex *mutex)
{
    const struct lm_list *owned = &mutex->owner->owned;
    const struct lm_list *other = owned->next != &mutex->owned ? owned->next : owned->prev;

    return other != &mutex->owned ? LM_CONTAINER(other, struct lm_mutex, owned) : NULL;
}

/* The level that the owner has after it has unlocked the mutex, and lm_freertos_keep_priority. */
static inline unsigned lm_freertos_level_without(const struct lm_mutex *mutex,
                                                 const struct lm_mutex *other)
{
    const struct lm_thread *owner = mutex->owner;
    bool keeps = owner->preempt_disabled != 0 || other != NULL;

    return keeps ? owner->level : owner->base_threshold;
}

/* A free mutex may still have what lm_freertos_keep_priority has given it, whichever way its owner
 * has lost it. The next owner does not inherit that. */
static inline void lm_freertos_forget_priority(struct lm_mutex *mutex)
{
    mutex->urgency = LM_LEVELS;
}

/* Let another mutex of the owner give it the priority that it has inherited. */
static inline void lm_freertos_keep_priority(struct lm_thread *owner, struct lm_mutex *other)
{
    if (other != NULL && other->protocol == LM_INHERIT && owner->priority < owner->base_priority) {
        other->urgency = owner->priority;
        LM_UNLESS_SMALL(other->was_wanted = true;) /* its unlock looks at priorities */
        lm_list_remove(&other->owned);
        lm_list_insert_before(owner->owned.next, &other->owned);
    }
}

#endif
