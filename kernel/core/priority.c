/* SPDX-License-Identifier: Apache-2.0 */
/* Priorities in force and their inheritance; see priority.h. */
#include "core/priority.h"
#include "core/wait_list.h"

static unsigned more_urgent(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

/* The priority that the mutex gives to its owner; LM_LEVELS if none. */
static unsigned urgency(const struct lm_mutex *mutex)
{
    switch (mutex->protocol) {
    case LM_CEILING:
        return mutex->ceiling;
    case LM_INHERIT:
        return mutex->waiters.first != NULL ? mutex->waiters.first->priority : LM_LEVELS;
    default:
        return LM_LEVELS;
    }
}

static unsigned effective_priority(const struct lm_thread *thread)
{
    unsigned priority = thread->base_priority;

    for (const struct lm_list *node = thread->owned.next; node != &thread->owned;
         node = node->next) {
        priority = more_urgent(priority, urgency(LM_CONTAINER(node, const struct lm_mutex, owned)));
    }
    return priority;
}

void lm_priority_update(struct lm_cpu *cpu, struct lm_thread *thread, enum lm_change reason)
{
    while (thread != NULL && thread != &cpu->idle) { /* idle owns what is locked at start-up */
        unsigned priority = effective_priority(thread);
        unsigned threshold =
            lm_sched_keeps_off(thread) ? 0 : more_urgent(thread->base_threshold, priority);
        bool changed = priority != thread->priority;

        if (!changed && threshold == thread->threshold) {
            return;
        }
        lm_sched_set_urgency(cpu, thread, priority, threshold, reason);
        if (!changed || !lm_waits_in_list(thread)) {
            return;
        }
        lm_wait_list_reorder(thread);
        thread = lm_priority_blocker(thread);
        reason = LM_CHANGE_INHERITANCE;
    }
}

void lm_priority_waiter_left(struct lm_cpu *cpu, struct lm_thread *thread)
{
    struct lm_mutex *mutex = LM_CONTAINER(thread->wait_list, struct lm_mutex, waiters);

    lm_observe_inversion_end(mutex, thread);
    if (mutex->owner != NULL) {
        lm_priority_update(cpu, mutex->owner, lm_priority_reason(mutex));
    }
}
