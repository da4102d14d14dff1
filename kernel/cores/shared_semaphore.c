/* SPDX-License-Identifier: Apache-2.0 */
/* Semaphores for the threads of all cores. */
#include "cores/cores.h"

enum lm_status lm_semaphore_create_shared(struct lm_semaphore *semaphore, const char *name,
                                          uint32_t count)
{
    enum lm_status status = lm_semaphore_create(semaphore, name, count, LM_FIFO);

    if (status == LM_OK) {
        semaphore->object.kind = LM_KIND_SEMAPHORE | LM_KIND_SHARED;
    }
    return status;
}

static inline void observe(const struct lm_semaphore *semaphore, enum lm_call call,
                           enum lm_outcome outcome)
{
    lm_shared_observe(call, &semaphore->waiters, (uint16_t)semaphore->count, outcome);
}

enum lm_status lm_semaphore_post_shared(struct lm_semaphore *semaphore, lm_lock_key key)
{
    LM_CALL_ON(SEMAPHORE_POST, semaphore);

    lm_cores_lock();
    if (semaphore->waiters.first != NULL) {
        lm_shared_observe_wake(LM_CALL_SEMAPHORE_POST, &semaphore->waiters, 0);
        return lm_shared_wake(&semaphore->waiters, key);
    }
    if (semaphore->count == UINT32_MAX) {
        observe(semaphore, LM_CALL_SEMAPHORE_POST, LM_OUTCOME_UNAVAILABLE);
        lm_cores_unlock();
        return LM_REFUSE(key, LM_TOO_MANY);
    }
    semaphore->count++;
    observe(semaphore, LM_CALL_SEMAPHORE_POST, LM_OUTCOME_DONE);
    return lm_shared_leave(key, LM_OK);
}

enum lm_status lm_semaphore_wait_shared(struct lm_semaphore *semaphore, lm_timeout timeout,
                                        lm_lock_key key)
{
    LM_CALL_ON(SEMAPHORE_WAIT, semaphore);

    LM_REQUIRE_WAIT_UP_TO(key, timeout);
    lm_cores_lock();
    if (semaphore->count != 0) {
        semaphore->count--;
        observe(semaphore, LM_CALL_SEMAPHORE_WAIT, LM_OUTCOME_DONE);
        return lm_shared_leave(key, LM_OK);
    }
    if (timeout == LM_NO_WAIT) {
        observe(semaphore, LM_CALL_SEMAPHORE_WAIT, LM_OUTCOME_UNAVAILABLE);
        return lm_shared_leave(key, LM_UNAVAILABLE);
    }
    observe(semaphore, LM_CALL_SEMAPHORE_WAIT, LM_OUTCOME_WAITS);
    return lm_shared_wait(&semaphore->waiters, timeout);
}
