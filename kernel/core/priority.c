/* SPDX-License-Identifier: Apache-2.0 */
/* Priorities in force and their inheritance; see priority.h. */
#include "core/priority.h"
#include "core/wait_list.h"

static inline unsigned more_urgent(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

static struct lm_mutex *mutex_at(const struct lm_list *node)
{
    return LM_CONTAINER(node, struct lm_mutex, owned);
}

/* Insert the mutex behind all mutexes that are as urgent. The loop visits each of these, except
 * those for which no thread waits. */
static void insert(struct lm_list *owned, struct lm_mutex *mutex)
{
    struct lm_list *position = owned;

    if (mutex->urgency < LM_LEVELS) {
        position = owned->next;
        while (position != owned && mutex_at(position)->urgency <= mutex->urgency) {
            position = position->next;
        }
    }
    lm_list_insert_before(position, &mutex->owned);
}

/* The priority that a mutex without a ceiling gives to its owner: that of its most urgent
 * waiter. */
static inline unsigned passed_on(const struct lm_mutex *mutex)
{
    const struct lm_thread *first = mutex->waiters.first;

    return first != NULL ? first->priority : LM_LEVELS;
}

void lm_priority_own_wanted(struct lm_mutex *mutex, struct lm_thread *owner)
{
    if (mutex->protocol == LM_INHERIT) {
        mutex->urgency = (lm_level)passed_on(mutex);
    }
    mutex->owner = owner;
    insert(&owner->owned, mutex);
}

/* Compute the urgency of the mutex from its waiters. Returns: whether it has changed. */
static inline bool follow_waiters(struct lm_mutex *mutex)
{
    unsigned now = passed_on(mutex);

    if (mutex->protocol != LM_INHERIT || now == mutex->urgency || mutex->owner == NULL) {
        return false;
    }
    mutex->urgency = (lm_level)now;
    if (mutex->owned.next != mutex->owned.prev) { /* it is not the only mutex */
        lm_list_remove(&mutex->owned);
        insert(&mutex->owner->owned, mutex);
    }
    return true;
}

static inline unsigned effective_priority(const struct lm_thread *thread)
{
    const struct lm_list *first = thread->owned.next;
    unsigned inherited = first != &thread->owned ? mutex_at(first)->urgency : LM_LEVELS;

    return more_urgent(thread->base_priority, inherited);
}

/* The priority of the thread has changed. Update its place in the wait list, and the priority that
 * it passes on.
 * Returns: the thread to which it passes on another priority, or NULL. */
static inline struct lm_thread *pass_on(struct lm_thread *thread)
{
    if (!lm_waits_in_list(thread)) {
        return NULL;
    }
    lm_wait_list_reorder(thread);

    struct lm_mutex *wanted = lm_priority_wanted(thread);

    return wanted != NULL && follow_waiters(wanted) ? wanted->owner : NULL;
}

static inline unsigned effective_threshold(const struct lm_thread *thread, unsigned priority)
{
    unsigned own = more_urgent(thread->base_threshold, priority);

    if (lm_thread_raised(thread) != 0) {
        own = more_urgent(own, lm_thread_raised(thread) - 1U);
    }
    return thread->preempt_disabled != 0 ? 0 : own;
}

static inline void note_urgency(struct lm_thread *thread, unsigned priority, unsigned threshold)
{
    if (priority != thread->priority) {
        lm_observe_priority(thread, priority, threshold);
    }
    thread->priority = (uint16_t)priority;
    thread->threshold = (uint16_t)threshold;
}

/* The level that the rule gives to a ready thread, unless it is next and dispatched. */
static unsigned due_level(const struct lm_cpu *cpu, const struct lm_thread *thread)
{
    if (thread->state == LM_STATE_READY) {
        return thread->priority;
    }
    /* A thread preempts by its priority only. A preempted thread whose threshold was set goes right
     * behind next, at the level that next has while nothing raises it. */
    const struct lm_thread *next = cpu->next;
    unsigned own = lm_sched_own_threshold(next);
    unsigned bound = own > next->level ? own : next->level;
    bool lets_in = thread->priority >= bound && thread->threshold < bound;

    return lets_in ? bound : thread->threshold;
}

/* Move a ready thread that is not next to a level: to the head if it was dispatched, but behind
 * next. */
static void move(struct lm_cpu *cpu, struct lm_thread *thread, unsigned level)
{
    lm_ready_remove(&cpu->ready, thread);
    thread->level = (uint16_t)level;
    if (thread->state == LM_STATE_READY) {
        lm_ready_append(&cpu->ready, thread);
    } else if (level == cpu->next->level) {
        lm_ready_insert_behind(cpu->next, thread);
    } else {
        lm_ready_prepend(&cpu->ready, thread);
    }
}

static void set_urgency_of_other(struct lm_cpu *cpu, struct lm_thread *thread, unsigned priority,
                                 unsigned threshold)
{
    lm_sched_settle(cpu);
    note_urgency(thread, priority, threshold);

    unsigned level = due_level(cpu, thread);

    if (level != thread->level) {
        move(cpu, thread, level);
        cpu->next = lm_ready_first(&cpu->ready);
    }
}

/* Change the level of next, which is dispatched. Its level is its threshold, and it rises in
 * place. */
static inline void set_urgency_of_next(struct lm_cpu *cpu, struct lm_thread *next,
                                       unsigned priority, unsigned threshold)
{
    bool stays = priority == next->priority && threshold <= next->level;

    note_urgency(next, priority, threshold);
    next->level = (uint16_t)threshold;
    if (!stays) {
        lm_ready_remove_head(&cpu->ready, next);
        lm_ready_prepend(&cpu->ready, next);
        cpu->next = lm_ready_first(&cpu->ready);
    }
}

static __attribute__((noinline)) void set_urgency_of_ready(struct lm_cpu *cpu,
                                                           struct lm_thread *thread,
                                                           unsigned priority, unsigned threshold)
{
    unsigned from = thread->level;

    if (thread == cpu->next && thread->state == LM_STATE_DISPATCHED) {
        set_urgency_of_next(cpu, thread, priority, threshold);
    } else {
        set_urgency_of_other(cpu, thread, priority, threshold);
    }
    if (thread->level != from) {
        lm_observe_level(thread, thread->level, from);
    }
}

/* Set priority and threshold in force, and move a ready thread to its new place. */
static inline void set_urgency(struct lm_cpu *cpu, struct lm_thread *thread, unsigned priority,
                               unsigned threshold)
{
    if (thread->state <= LM_STATE_DISPATCHED) {
        set_urgency_of_ready(cpu, thread, priority, threshold);
    } else {
        note_urgency(thread, priority, threshold);
    }
}

void lm_priority_update(struct lm_cpu *cpu, struct lm_thread *thread, enum lm_change reason)
{
    /* The idle thread owns the mutexes that start-up has locked. */
    while (thread != NULL && thread != &cpu->idle) {
        unsigned priority = effective_priority(thread);
        unsigned threshold = effective_threshold(thread, priority);
        bool changed = priority != thread->priority;

        if (!changed && threshold == thread->threshold) {
            return;
        }
        lm_observe_change(reason);
        set_urgency(cpu, thread, priority, threshold);
        thread = changed ? pass_on(thread) : NULL;
        reason = LM_CHANGE_INHERITANCE;
    }
}

void lm_priority_update_running(struct lm_cpu *cpu, enum lm_change reason)
{
    struct lm_thread *thread = cpu->running;
    unsigned priority = effective_priority(thread);
    unsigned threshold = effective_threshold(thread, priority);

    if (thread != &cpu->idle && (priority != thread->priority || threshold != thread->threshold)) {
        lm_observe_change(reason);
        set_urgency(cpu, thread, priority, threshold);
    }
}

void lm_priority_waiters_changed(struct lm_cpu *cpu, struct lm_mutex *mutex, enum lm_change reason)
{
    if (follow_waiters(mutex)) {
        lm_priority_update(cpu, mutex->owner, reason);
    }
}
