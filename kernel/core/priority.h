/* SPDX-License-Identifier: Apache-2.0 */
/* Priority and threshold in force, from what was set, what is inherited and what is held:
 *
 *   priority  = min(base priority, ceilings of mutexes held, waiters for mutexes held)
 *   threshold = min(base threshold, priority), and 0 while the thread keeps all others off
 *
 * A mutex knows what it contributes, its urgency, and the mutexes that a thread holds are in the
 * order of their urgencies. So one look at the first one says what the thread inherits.
 *
 * Requires: the lock.
 */
#ifndef LIMEN_PRIORITY_H
#define LIMEN_PRIORITY_H

#include "core/sched.h"
#include <limen/mutex.h>

/* Something that counts for the thread's priority or threshold has changed. Goes on along the
 * chain of owners that the thread waits for, as long as priorities change.
 * Cost: O(chain). */
void lm_priority_update(struct lm_cpu *cpu, struct lm_thread *thread, enum lm_change reason);

/* The same of the running thread, which waits for no mutex. With interrupts off it may be suspended
 * already. Cost: O(1). */
void lm_priority_update_running(struct lm_cpu *cpu, enum lm_change reason);

/* Out of line: of a mutex that contributes to its owner's priority. */
void lm_priority_own_wanted(struct lm_mutex *mutex, struct lm_thread *owner);

/* The mutex, which has no owner and belongs to no list, gets this one. The caller updates the
 * owner's priority, if the mutex makes that more urgent. */
static inline void lm_priority_own(struct lm_mutex *mutex, struct lm_thread *owner)
{
    if (mutex->protocol == LM_CEILING || mutex->waiters.first != NULL) {
        lm_priority_own_wanted(mutex, owner);
    } else {
        mutex->urgency = LM_LEVELS;
        mutex->owner = owner;
        lm_list_insert_before(&owner->owned, &mutex->owned);
    }
}

/* A thread has come into the mutex's list, has left it, or has changed its place there. */
void lm_priority_waiters_changed(struct lm_cpu *cpu, struct lm_mutex *mutex, enum lm_change reason);

/* The thread does not wait any more for the mutex in whose list it was. */
void lm_priority_waiter_left(struct lm_cpu *cpu, struct lm_thread *thread);

/* Why the mutex changes the priority of its owner. */
static inline enum lm_change lm_priority_reason(const struct lm_mutex *mutex)
{
    return mutex->protocol == LM_CEILING ? LM_CHANGE_CEILING : LM_CHANGE_INHERITANCE;
}

/* The mutex that the thread waits for, or NULL. */
static inline struct lm_mutex *lm_priority_wanted(const struct lm_thread *thread)
{
    return thread->waits_for == LM_WAITS_FOR_MUTEX
               ? LM_CONTAINER(thread->wait_list, struct lm_mutex, waiters)
               : NULL;
}

#endif
