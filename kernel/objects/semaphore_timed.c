/* SPDX-License-Identifier: Apache-2.0 */
/* The wait for a semaphore with a timeout. Programs that only wait without a timeout contain
 * neither this file nor the code of timeouts. */
#include "cores/shared.h"
#include "cores/shared_semaphore.h"
#include "objects/semaphore.h"
#include "time/wait.h"

#undef lm_semaphore_wait
enum lm_status lm_semaphore_wait(struct lm_semaphore *semaphore, lm_timeout timeout)
{
    LM_CALL_ON(SEMAPHORE_WAIT, semaphore);
    lm_lock_key key = lm_lock();

    LM_REQUIRE_OWN(key, semaphore, LM_KIND_SEMAPHORE,
                   lm_semaphore_wait_shared(semaphore, timeout, key));
    LM_REQUIRE_WAIT_UP_TO(key, timeout);
    if (semaphore->count != 0) {
        return lm_semaphore_take(semaphore, key);
    }
    LM_UNLESS_OWN(semaphore, lm_semaphore_wait_shared(semaphore, timeout, key));
    if (timeout == LM_NO_WAIT) {
        lm_semaphore_observe(LM_EVENT_SEMAPHORE_WAIT, semaphore, LM_OUTCOME_UNAVAILABLE, NULL);
        return lm_leave(key, LM_UNAVAILABLE);
    }
    lm_semaphore_observe_wait(semaphore);
    return lm_wait_in(&semaphore->waiters, timeout);
}
