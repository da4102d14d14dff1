/* SPDX-License-Identifier: Apache-2.0 */
/* The ownership of mutexes: common to the calls of mutexes and the end of a thread. Context: the
 * kernel lock.
 */
#ifndef LIMEN_OWNERSHIP_H
#define LIMEN_OWNERSHIP_H

#include "core/priority.h"
#include "time/wait.h"
#include <limen/mutex.h>

static inline void lm_mutex_own(struct lm_mutex *mutex, struct lm_thread *thread)
{
    mutex->held = 1;
    LM_UNLESS_SMALL(mutex->was_wanted = mutex->waiters.first != NULL;)
    lm_priority_own(mutex, thread);
}

static inline void lm_mutex_lose_owner(struct lm_mutex *mutex)
{
    lm_list_unlink(&mutex->owned);
    mutex->owner = NULL;
    mutex->held = 0;
    LM_UNLESS_SMALL(mutex->was_wanted = false;)
    lm_observe_inversion_end_all(mutex);
}

/* lm_mutex_hand_over for a mutex with a ceiling, which raises the new owner. */
void lm_mutex_hand_over_ceiling(struct lm_cpu *cpu, struct lm_mutex *mutex,
                                struct lm_thread *waiter);

/* Make the first waiting thread the owner of a mutex that has lost its owner. Without a ceiling the
 * priority of that thread does not change, because no other waiting thread is more urgent. */
static inline void lm_mutex_hand_over(struct lm_cpu *cpu, struct lm_mutex *mutex)
{
    struct lm_thread *waiter = mutex->waiters.first;

    if (waiter == NULL) {
        return;
    }
    LM_COUNT_OBJECT(&mutex->object, taken);
    if (LM_SMALL || lm_priority_has_ceiling(mutex)) {
        lm_mutex_hand_over_ceiling(cpu, mutex, waiter);
    } else {
        lm_wait_satisfy(cpu, waiter);
        lm_mutex_own(mutex, waiter);
    }
}

/* Take the mutex from its owner, even if it was locked several times. The first waiting thread gets
 * it. */
void lm_mutex_release(struct lm_cpu *cpu, struct lm_mutex *mutex);

#endif
