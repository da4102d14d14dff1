/* SPDX-License-Identifier: Apache-2.0 */
/* The lock of a mutex with a timeout. Programs that only lock without a timeout contain neither
 * this file nor the code of timeouts. */
#include "objects/mutex.h"

/* Out of line, so that the usual lock needs no frame. */
static __attribute__((noinline)) enum lm_status lock_or_wait(struct lm_mutex *mutex,
                                                             lm_lock_key key, lm_timeout timeout)
{
    return lm_mutex_lock_or_wait(mutex, key, timeout);
}

#undef lm_mutex_lock
enum lm_status lm_mutex_lock(struct lm_mutex *mutex, lm_timeout timeout)
{
    LM_CALL_ON(MUTEX_LOCK, mutex);
    lm_lock_key key = lm_lock();

    LM_REQUIRE_LOCK(key, mutex, timeout);
    return lm_mutex_is_unowned(mutex) ? lm_mutex_lock_unowned(mutex, key)
                                      : lock_or_wait(mutex, key, timeout);
}
