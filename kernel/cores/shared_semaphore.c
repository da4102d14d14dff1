/* SPDX-License-Identifier: Apache-2.0 */
/* Semaphores for the threads of all cores. The usual post and wait are in shared_semaphore.h. */
#include "cores/shared_semaphore.h"

enum lm_status lm_semaphore_create_shared(struct lm_semaphore *semaphore, const char *name,
                                          uint32_t count)
{
    if (count == UINT32_MAX) {
        return LM_BAD_ARGUMENT;
    }
    enum lm_status status = lm_semaphore_create(semaphore, name, count, LM_FIFO);

    if (status == LM_OK) {
        lm_shared_list_init(&semaphore->waiters);
        semaphore->supply = count + 1;
        semaphore->count = 0;
        semaphore->object.kind = LM_KIND_SEMAPHORE | LM_KIND_SHARED;
    }
    return status;
}

enum lm_status lm_semaphore_post_to_waiter(struct lm_semaphore *semaphore, lm_lock_key key)
{
    if (!lm_shared_is_empty(&semaphore->waiters)) {
        lm_shared_observe_wake(LM_CALL_SEMAPHORE_POST, &semaphore->waiters, 0);
        return lm_shared_wake(lm_shared_first(&semaphore->waiters), key);
    }
    semaphore->supply = 2;
    lm_semaphore_observe_shared(semaphore, LM_CALL_SEMAPHORE_POST, LM_OUTCOME_DONE);
    return lm_shared_leave(key, LM_OK);
}

enum lm_status lm_semaphore_post_then(struct lm_semaphore *semaphore, lm_lock_key key,
                                      uint32_t ticket)
{
    LM_CALL_ON(SEMAPHORE_POST, semaphore);

    lm_cores_await(ticket);
    if (semaphore->supply == 0) {
        return lm_semaphore_post_to_waiter(semaphore, key);
    }
    if (LM_CHECKED && semaphore->supply == UINT32_MAX) {
        lm_semaphore_observe_shared(semaphore, LM_CALL_SEMAPHORE_POST, LM_OUTCOME_UNAVAILABLE);
        lm_cores_unlock();
        return LM_REFUSE(key, LM_TOO_MANY);
    }
    semaphore->supply++;
    lm_semaphore_observe_shared(semaphore, LM_CALL_SEMAPHORE_POST, LM_OUTCOME_DONE);
    return lm_shared_leave(key, LM_OK);
}

enum lm_status lm_semaphore_post_below_shared(struct lm_semaphore *semaphore, uint32_t ceiling,
                                              lm_lock_key key)
{
    LM_CALL_ON(SEMAPHORE_POST_BELOW, semaphore);

    LM_REQUIRE(key, ceiling > 0, LM_BAD_ARGUMENT);
    lm_cores_lock();
    if (semaphore->supply == 0) {
        return lm_semaphore_post_to_waiter(semaphore, key);
    }
    if (semaphore->supply > ceiling) {
        lm_semaphore_observe_shared(semaphore, LM_CALL_SEMAPHORE_POST_BELOW,
                                    LM_OUTCOME_UNAVAILABLE);
        return lm_shared_leave(key, LM_TOO_MANY);
    }
    semaphore->supply++;
    lm_semaphore_observe_shared(semaphore, LM_CALL_SEMAPHORE_POST_BELOW, LM_OUTCOME_DONE);
    return lm_shared_leave(key, LM_OK);
}

enum lm_status lm_semaphore_wait_then(struct lm_semaphore *semaphore, lm_timeout timeout,
                                      lm_lock_key key, uint32_t ticket)
{
    lm_cores_await(ticket);
    if (semaphore->supply > 1) {
        semaphore->supply--;
        lm_semaphore_observe_shared(semaphore, LM_CALL_SEMAPHORE_WAIT, LM_OUTCOME_DONE);
        return lm_shared_leave(key, LM_OK);
    }
    if (timeout == LM_NO_WAIT) {
        lm_semaphore_observe_shared(semaphore, LM_CALL_SEMAPHORE_WAIT, LM_OUTCOME_UNAVAILABLE);
        return lm_shared_leave(key, LM_UNAVAILABLE);
    }
    semaphore->supply = 0;
    lm_semaphore_observe_shared(semaphore, LM_CALL_SEMAPHORE_WAIT, LM_OUTCOME_WAITS);
    return lm_shared_wait(&semaphore->waiters, timeout);
}
