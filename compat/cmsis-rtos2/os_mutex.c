/* SPDX-License-Identifier: Apache-2.0 */
/* Mutexes. All of them are robust: a mutex goes to the next waiting thread when its owner ends. */
#include "os.h"

#undef lm_mutex_lock
#undef OS_OBJECT
#undef OS_WAITERS
#define OS_OBJECT(id) (&(id)->native.mutex.object)
#define OS_WAITERS(id) ((id)->native.mutex.waiters)

enum { MOST_LOCKS = 255 };

osMutexId_t os_mutex_new(const osMutexAttr_t *attr, os_limen_take *take)
{
    const struct os_attr *given = os_attr(attr);
    struct lm_layer_parts parts;
    osMutexId_t mutex = os_block(&parts, given, sizeof *mutex, 0, take);
    bool inherits = (given->attr_bits & osMutexPrioInherit) != 0 || os_has_freertos();
    bool recurs = (given->attr_bits & osMutexRecursive) != 0;

    OS_REQUIRE(mutex != NULL, NULL);
    os_set_kind(mutex, recurs ? KIND_RECURSIVE : KIND_MUTEX, parts.owns);
    mutex->ceiling = 1;
    OS_CREATE(given, lm_mutex_create_shared(&mutex->native.mutex, given->name, 0),
              lm_mutex_create(&mutex->native.mutex, given->name, inherits ? LM_INHERIT : LM_PLAIN,
                              0, LM_BY_PRIORITY));
    return mutex;
}

OS_GET_NAME(osMutexGetName, osMutexId_t, LM_KIND_MUTEX)

/* The owner of a mutex that is not recursive waits for it, in vain unless another call ends the
 * wait. */
static osStatus_t wait_for_itself(uint32_t timeout)
{
    OS_REQUIRE(timeout != 0, osErrorResource);
    (void)osDelay(timeout); /* not possible while the kernel is locked */
    return osErrorTimeout;
}

static LM_LAYER_OTHERWISE osStatus_t acquire(osRtxMutex_t *mutex, uint32_t timeout)
{
    OS_REQUIRE_NO_ISR(osErrorISR);
    OS_REQUIRE(LM_LAYER_STATE >= LM_LAYER_RUNNING, osError);
    OS_REQUIRE(OS_IS(mutex, LM_KIND_MUTEX), osErrorParameter);
    if (mutex->native.mutex.owner == lm_thread_self()) {
        if (mutex->kind != KIND_RECURSIVE) {
            return wait_for_itself(timeout);
        }
        OS_REQUIRE(mutex->native.mutex.held < MOST_LOCKS, osErrorResource);
    }
    if (os_waits_for_ever(timeout)) {
        return os_status_forever(lm_mutex_lock_forever(&mutex->native.mutex));
    }
    return os_status(lm_mutex_lock(&mutex->native.mutex, lm_layer_timeout(timeout)), timeout);
}

osStatus_t osMutexAcquire(osMutexId_t mutex, uint32_t timeout)
{
    lm_lock_key key = lm_layer_lock();

    if (LM_LAYER_USUALLY(OS_IS_USUAL(mutex) && lm_layer_is_thread(key) &&
                         lm_mutex_is_unowned(&mutex->native.mutex))) {
        return (osStatus_t)lm_mutex_lock_unowned(&mutex->native.mutex, key); /* LM_OK is osOK */
    }
    lm_layer_unlock(key);
    return acquire(mutex, timeout);
}

static LM_LAYER_OTHERWISE osStatus_t release(osRtxMutex_t *mutex)
{
    OS_REQUIRE_NO_ISR(osErrorISR);
    OS_REQUIRE(LM_LAYER_STATE >= LM_LAYER_RUNNING, osError);
    OS_REQUIRE(OS_IS(mutex, LM_KIND_MUTEX), osErrorParameter);
    OS_REQUIRE(mutex->native.mutex.owner == lm_thread_self(), osErrorResource);
    (void)lm_mutex_unlock(&mutex->native.mutex);
    return osOK;
}

osStatus_t osMutexRelease(osMutexId_t mutex)
{
    lm_lock_key key = lm_layer_lock();

    if (LM_LAYER_USUALLY(OS_IS_USUAL(mutex) && lm_layer_is_thread(key) &&
                         lm_layer_may_unlock(&mutex->native.mutex))) {
        return (osStatus_t)lm_mutex_unlock_held_once(&mutex->native.mutex, key);
    }
    lm_layer_unlock(key);
    return release(mutex);
}

osThreadId_t osMutexGetOwner(osMutexId_t mutex)
{
    OS_REQUIRE_NO_ISR(NULL);
    return OS_IS(mutex, LM_KIND_MUTEX) ? (osThreadId_t)(void *)lm_mutex_owner(&mutex->native.mutex)
                                       : NULL;
}

osStatus_t osMutexDelete(osMutexId_t mutex)
{
    OS_REQUIRE_OK(os_check(OS_IS(mutex, LM_KIND_MUTEX)));
    OS_REQUIRE(!mutex->is_static, osErrorResource); /* FreeRTOS deletes it */
    OS_REQUIRE_ONE_CORE(mutex);
    os_begin_deletion();
    (void)lm_mutex_delete(&mutex->native.mutex);
    os_forget(&mutex->native.mutex.waiters);
    os_give(mutex, NULL, mutex->owns);
    os_end_deletion();
    return osOK;
}
