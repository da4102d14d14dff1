/* SPDX-License-Identifier: Apache-2.0 */
/* Effective priorities and their inheritance; see priority.h. */
#include "core/priority.h"
#include "objects/mutex.h"
#include "time/wait.h"

static unsigned more_urgent(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

static unsigned effective_priority(const struct lm_thread *thread)
{
    unsigned priority = thread->base_priority;

    for (const struct lm_list *node = thread->owned.next; node != &thread->owned;
         node = node->next) {
        const struct lm_mutex *mutex = LM_CONTAINER(node, struct lm_mutex, owned);

        priority = more_urgent(priority, lm_mutex_urgency(mutex));
    }
    return priority;
}

void lm_priority_update(struct lm_kernel *kernel, struct lm_thread *thread, enum lm_change reason)
{
    while (thread != NULL && thread != &kernel->idle) { /* idle: locked at start-up */
        unsigned priority = effective_priority(thread);
        unsigned threshold = thread->preempt_disabled != 0 || thread->section_raised
                                 ? 0
                                 : more_urgent(thread->base_threshold, priority);
        bool changed = priority != thread->priority;

        if (!changed && threshold == thread->threshold) {
            return;
        }
        lm_sched_set_urgency(kernel, thread, priority, threshold, reason);
        if (!changed || !lm_wait_is_in_list(thread)) {
            return;
        }
        lm_wait_reorder(thread);
        thread = lm_mutex_blocker(thread);
        reason = LM_CHANGE_INHERITANCE;
    }
}
