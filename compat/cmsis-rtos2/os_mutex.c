/* SPDX-License-Identifier: Apache-2.0 */
/* Mutexes. All of them are robust: a mutex goes to the next waiting thread when its owner ends. */
#include "os.h"

#undef lm_mutex_lock

enum { MOST_LOCKS = 255 };

static bool is_mutex(const osRtxMutex_t *mutex)
{
    return OS_IS(mutex, LM_KIND_MUTEX);
}

osMutexId_t os_mutex_new(const osMutexAttr_t *attr, os_limen_take *take)
{
    const struct os_attr *given = os_attr(attr);
    uint8_t owns;
    osRtxMutex_t *mutex = os_block(given, sizeof *mutex, &owns, take);
    bool inherits = (given->attr_bits & osMutexPrioInherit) != 0;

    OS_REQUIRE(mutex != NULL, NULL);
    mutex->owns = owns;
    mutex->attr_bits = (uint8_t)given->attr_bits;
    (void)lm_mutex_create(&mutex->native, given->name, inherits ? LM_INHERIT : LM_PLAIN, 0,
                          LM_BY_PRIORITY);
    return mutex;
}

const char *osMutexGetName(osMutexId_t mutex_id)
{
    osRtxMutex_t *mutex = mutex_id;

    return is_mutex(mutex) ? os_name(&mutex->native.object) : NULL;
}

/* The owner of a mutex that is not recursive waits for it, in vain unless another call ends the
 * wait. */
static osStatus_t wait_for_itself(uint32_t timeout)
{
    OS_REQUIRE(timeout != 0, osErrorResource);
    return osDelay(timeout) == osOK ? osErrorTimeout : osErrorResource;
}

static __attribute__((noinline)) osStatus_t acquire(osRtxMutex_t *mutex, uint32_t timeout)
{
    OS_REQUIRE_NO_ISR(osErrorISR);
    OS_REQUIRE(lm_layer_state >= LM_LAYER_RUNNING, osError);
    OS_REQUIRE(is_mutex(mutex), osErrorParameter);
    if (mutex->native.owner == lm_thread_self()) {
        if ((mutex->attr_bits & osMutexRecursive) == 0) {
            return wait_for_itself(timeout);
        }
        OS_REQUIRE(mutex->native.held < MOST_LOCKS, osErrorResource);
    }
    if (os_waits_for_ever(timeout)) {
        return os_status_forever(lm_mutex_lock_forever(&mutex->native));
    }
    return os_status(lm_mutex_lock(&mutex->native, lm_layer_timeout(timeout)), timeout);
}

osStatus_t osMutexAcquire(osMutexId_t mutex_id, uint32_t timeout)
{
    osRtxMutex_t *mutex = mutex_id;
    lm_lock_key key = lm_layer_lock();

    if (LM_LAYER_USUALLY(is_mutex(mutex) && lm_layer_is_thread(key) &&
                         lm_mutex_is_unowned(&mutex->native))) {
        return (osStatus_t)lm_mutex_lock_unowned(&mutex->native, key); /* LM_OK is osOK */
    }
    lm_layer_unlock(key);
    return acquire(mutex, timeout);
}

static __attribute__((noinline)) osStatus_t release(osRtxMutex_t *mutex)
{
    OS_REQUIRE_NO_ISR(osErrorISR);
    OS_REQUIRE(lm_layer_state >= LM_LAYER_RUNNING, osError);
    OS_REQUIRE(is_mutex(mutex), osErrorParameter);
    OS_REQUIRE(mutex->native.owner == lm_thread_self(), osErrorResource);
    (void)lm_mutex_unlock(&mutex->native);
    return osOK;
}

osStatus_t osMutexRelease(osMutexId_t mutex_id)
{
    osRtxMutex_t *mutex = mutex_id;
    lm_lock_key key = lm_layer_lock();

    if (LM_LAYER_USUALLY(is_mutex(mutex) && lm_layer_is_thread(key) &&
                         lm_layer_may_unlock(&mutex->native))) {
        return (osStatus_t)lm_mutex_unlock_held_once(&mutex->native, key);
    }
    lm_layer_unlock(key);
    return release(mutex);
}

osThreadId_t osMutexGetOwner(osMutexId_t mutex_id)
{
    osRtxMutex_t *mutex = mutex_id;

    OS_REQUIRE_NO_ISR(NULL);
    return is_mutex(mutex) ? lm_mutex_owner(&mutex->native) : NULL;
}

osStatus_t osMutexDelete(osMutexId_t mutex_id)
{
    osRtxMutex_t *mutex = mutex_id;

    OS_REQUIRE_NO_ISR(osErrorISR);
    OS_REQUIRE(is_mutex(mutex), osErrorParameter);
    (void)lm_mutex_delete(&mutex->native);
    os_give(mutex, NULL, mutex->owns);
    return osOK;
}
