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

enum lm_status lm_semaphore_post_shared(struct lm_semaphore *semaphore, lm_lock_key key)
{
    LM_CALL_ON(SEMAPHORE_POST, semaphore);

    lm_cores_lock();
    if (semaphore->waiters.first != NULL) {
        return lm_shared_wake(&semaphore->waiters, key);
    }
    if (semaphore->count == UINT32_MAX) {
        lm_cores_unlock();
        return LM_REFUSE(key, LM_TOO_MANY);
    }
    semaphore->count++;
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
        return lm_shared_leave(key, LM_OK);
    }
    return timeout == LM_NO_WAIT ? lm_shared_leave(key, LM_UNAVAILABLE)
                                 : lm_shared_wait(&semaphore->waiters, timeout);
}
