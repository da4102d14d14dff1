/* SPDX-License-Identifier: Apache-2.0 */
/* Priority and threshold in force, from what was set, what is inherited and what is held:
 *
 *   priority  = min(base priority, ceilings of mutexes held, waiters for mutexes held)
 *   threshold = min(base threshold, priority), and 0 while the thread keeps all others off
 *
 * Requires: the lock.
 */
#ifndef LIMEN_PRIORITY_H
#define LIMEN_PRIORITY_H

#include "core/sched.h"
#include <limen/mutex.h>

/* Something that counts for the thread's priority or threshold has changed. Goes on along the
 * chain of owners that the thread waits for, as long as priorities change.
 * Cost: O(chain * mutexes held). */
void lm_priority_update(struct lm_cpu *cpu, struct lm_thread *thread, enum lm_change reason);

/* The thread does not wait any more for the mutex in whose list it was. */
void lm_priority_waiter_left(struct lm_cpu *cpu, struct lm_thread *thread);

/* Why the mutex changes the priority of its owner. */
static inline enum lm_change lm_priority_reason(const struct lm_mutex *mutex)
{
    return mutex->protocol == LM_CEILING ? LM_CHANGE_CEILING : LM_CHANGE_INHERITANCE;
}

/* The owner of the mutex that the thread waits for, or NULL. */
static inline struct lm_thread *lm_priority_blocker(const struct lm_thread *thread)
{
    return thread->waits_for == LM_WAITS_FOR_MUTEX
               ? LM_CONTAINER(thread->wait_list, struct lm_mutex, waiters)->owner
               : NULL;
}

#endif
