/* SPDX-License-Identifier: Apache-2.0 */
/* Priority and threshold in force, computed from the base values and the mutexes of a thread:
 *
 *   priority  = min(base priority, ceilings of owned mutexes, priorities of their waiters)
 *   threshold = min(base threshold, priority, level to which a layer raises the thread), and 0
 *               while no other thread may run
 *
 * The urgency of a mutex is its contribution to the priority of its owner. The owned mutexes of a
 * thread are in the order of their urgencies, so the first one has the priority that the thread
 * inherits.
 *
 * Requires: the lock.
 */
#ifndef LIMEN_PRIORITY_H
#define LIMEN_PRIORITY_H

#include "core/sched.h"
#include <limen/mutex.h>

/* Compute priority and threshold of a thread again, and continue along the chain of owners for
 * which the thread waits, as long as priorities change. Cost: O(chain). */
void lm_priority_update(struct lm_cpu *cpu, struct lm_thread *thread, enum lm_change reason);

/* lm_priority_update for the running thread, which waits for no mutex. With interrupts off the
 * thread may be suspended already. Cost: O(1). */
void lm_priority_update_running(struct lm_cpu *cpu, enum lm_change reason);

/* lm_priority_own for a mutex that contributes to the priority of its owner. */
void lm_priority_own_wanted(struct lm_mutex *mutex, struct lm_thread *owner);

/* lm_priority_own for a mutex without a ceiling for which no thread waits: it contributes
 * nothing. */
static inline void lm_priority_own_unwanted(struct lm_mutex *mutex, struct lm_thread *owner)
{
    struct lm_list *owned = &owner->owned;

    mutex->owner = owner;
    __asm__("" : "+r"(owned)); /* frees the register of the owner: no push, no pop */
    lm_list_insert_before(owned, &mutex->owned);
}

static inline bool lm_priority_has_ceiling(const struct lm_mutex *mutex)
{
    return LM_SMALL_OR(mutex->protocol == LM_CEILING, mutex->has_ceiling);
}

/* Set the owner of a mutex that has none and is in no list. The caller updates the priority of the
 * owner, if the mutex makes that more urgent. */
static inline void lm_priority_own(struct lm_mutex *mutex, struct lm_thread *owner)
{
    if (lm_priority_has_ceiling(mutex) || mutex->waiters.first != NULL) {
        lm_priority_own_wanted(mutex, owner);
    } else {
        mutex->urgency = LM_LEVELS;
        lm_priority_own_unwanted(mutex, owner);
    }
}

/* A thread has joined the wait list of the mutex, has left it, or has a new place in it. */
void lm_priority_waiters_changed(struct lm_cpu *cpu, struct lm_mutex *mutex, enum lm_change reason);

/* The thread does not wait any more for the mutex in whose list it was. */
void lm_priority_waiter_left(struct lm_cpu *cpu, struct lm_thread *thread);

/* Why the mutex changes the priority of its owner. */
static inline enum lm_change lm_priority_reason(const struct lm_mutex *mutex)
{
    return lm_priority_has_ceiling(mutex) ? LM_CHANGE_CEILING : LM_CHANGE_INHERITANCE;
}

/* The mutex for which the thread waits, or NULL. */
static inline struct lm_mutex *lm_priority_wanted(const struct lm_thread *thread)
{
    return thread->waits_for == LM_WAITS_FOR_MUTEX
               ? LM_CONTAINER(thread->wait_list, struct lm_mutex, waiters)
               : NULL;
}

#endif
