/* SPDX-License-Identifier: Apache-2.0 */
/* The usual post and wait of a shared semaphore, which the calls contain inline. Its fields for one
 * core say that no unit is left, and that a thread waits: so unchecked calls do not take their
 * usual path for it (shared.h).
 *
 * Its supply is 1 + the number of units if certainly no thread waits, and else 0. */
#ifndef LIMEN_SHARED_SEMAPHORE_H
#define LIMEN_SHARED_SEMAPHORE_H

#include "cores/cores.h"
#include "cores/shared_trace.h"

#define LM_SUPPLY(semaphore) (*LM_CORES_OR(&(semaphore)->supply, &(semaphore)->count))

static inline uint32_t lm_semaphore_count_shared(const struct lm_semaphore *semaphore)
{
    uint32_t supply = LM_SUPPLY(semaphore);

    return supply == 0 ? 0 : supply - 1;
}

/* A record of a call, under both locks. */
static inline void lm_semaphore_observe_shared(const struct lm_semaphore *semaphore,
                                               enum lm_call call, enum lm_outcome outcome)
{
    lm_shared_observe(call, &semaphore->waiters, (uint16_t)lm_semaphore_count_shared(semaphore),
                      outcome);
}

/* Post and wait in any case, from the ticket on. The last function: a post with both locks, while a
 * thread may wait. Each frees both locks. */
enum lm_status lm_semaphore_post_then(struct lm_semaphore *semaphore, lm_lock_key key,
                                      uint32_t ticket);
enum lm_status lm_semaphore_wait_then(struct lm_semaphore *semaphore, lm_timeout timeout,
                                      lm_lock_key key, uint32_t ticket);
enum lm_status lm_semaphore_post_to_waiter(struct lm_semaphore *semaphore, lm_lock_key key);

/* The semaphore in a register of its own, so that the shared path takes none from the other
 * path. */
static inline struct lm_semaphore *lm_semaphore_apart(struct lm_semaphore *semaphore)
{
    __asm__("" : "+r"(semaphore));
    return semaphore;
}

/* Each requires the kernel lock, and frees it. */
static inline __attribute__((always_inline)) enum lm_status
lm_semaphore_post_shared(struct lm_semaphore *of, lm_lock_key key)
{
    struct lm_semaphore *semaphore = lm_semaphore_apart(of);
    struct lm_cores *cores = lm_cores_in_register();
    uint32_t ticket = lm_cores_draw(cores);

    if (!lm_cores_is_turn(cores, ticket) || (LM_CHECKED && LM_SUPPLY(semaphore) == UINT32_MAX)) {
        return lm_semaphore_post_then(semaphore, key, ticket);
    }
    if (LM_SUPPLY(semaphore) == 0) {
        return lm_semaphore_post_to_waiter(semaphore, key);
    }
    LM_SUPPLY(semaphore)++;
    lm_semaphore_observe_shared(semaphore, LM_CALL_SEMAPHORE_POST, LM_OUTCOME_DONE);
    lm_cores_pass_on(cores, ticket);
    return lm_leave(key, LM_OK);
}

static inline __attribute__((always_inline)) enum lm_status
lm_semaphore_wait_shared(struct lm_semaphore *of, lm_timeout timeout, lm_lock_key key)
{
    struct lm_semaphore *semaphore = lm_semaphore_apart(of);
    LM_CALL_ON(SEMAPHORE_WAIT, semaphore);

    LM_REQUIRE_WAIT_UP_TO(key, timeout);
    struct lm_cores *cores = lm_cores_in_register();
    uint32_t ticket = lm_cores_draw(cores);

    if (!lm_cores_is_turn(cores, ticket) || (int32_t)(LM_SUPPLY(semaphore) - 1) <= 0) {
        return lm_semaphore_wait_then(semaphore, timeout, key, ticket);
    }
    LM_SUPPLY(semaphore)--;
    lm_semaphore_observe_shared(semaphore, LM_CALL_SEMAPHORE_WAIT, LM_OUTCOME_DONE);
    lm_cores_pass_on(cores, ticket);
    return lm_leave(key, LM_OK);
}

#endif
