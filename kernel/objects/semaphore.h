/* SPDX-License-Identifier: Apache-2.0 */
/* The usual parts of a wait and of a post, common to the calls with and without a timeout, and to
 * those of compat/. Context: the kernel lock. */
#ifndef LIMEN_SEMAPHORE_INTERNAL_H
#define LIMEN_SEMAPHORE_INTERNAL_H

#include "core/door.h"
#include "time/wait.h"
#include <limen/semaphore.h>

/* Record an event of this semaphore. */
static inline void lm_semaphore_observe(enum lm_event event, const struct lm_semaphore *semaphore,
                                        enum lm_outcome outcome, const struct lm_thread *other)
{
    uint32_t id = other != NULL ? lm_object_id(&other->object) : 0U;

    lm_observe(event, semaphore, (uint16_t)semaphore->count, outcome | id << 16);
}

/* Record the beginning of a wait. The semaphore may be one in which threads of middleware wait. */
static inline void lm_semaphore_observe_wait(const struct lm_semaphore *semaphore)
{
    lm_observe(LM_EVENT_SEMAPHORE_WAIT, semaphore, (uint16_t)semaphore->count,
               LM_OUTCOME_WAITS | (uint32_t)semaphore->waiters.waits_for << 16);
}

/* Take a unit, and free the lock. Requires: there is one. Returns: LM_OK. */
static inline enum lm_status lm_semaphore_take(struct lm_semaphore *semaphore, lm_lock_key key)
{
    semaphore->count--;
    lm_semaphore_observe(LM_EVENT_SEMAPHORE_WAIT, semaphore, LM_OUTCOME_DONE, NULL);
    return lm_leave(key, LM_OK);
}

/* Give a unit to the first waiting thread, free the lock and switch. Requires: a thread waits.
 * Returns: LM_OK. */
static inline __attribute__((always_inline)) enum lm_status
lm_semaphore_hand_over(struct lm_semaphore *semaphore, lm_lock_key key, enum lm_event event)
{
    lm_semaphore_observe(event, semaphore, LM_OUTCOME_DONE, semaphore->waiters.first);
    return lm_wake(&semaphore->waiters, key);
}

/* Add a unit, and free the lock. Requires: no thread waits, and the count is below its maximum.
 * Returns: LM_OK. */
static inline __attribute__((always_inline)) enum lm_status
lm_semaphore_add(struct lm_semaphore *semaphore, lm_lock_key key, enum lm_event event)
{
    semaphore->count++;
    lm_semaphore_observe(event, semaphore, LM_OUTCOME_DONE, NULL);
    return lm_leave(key, LM_OK);
}

#endif
