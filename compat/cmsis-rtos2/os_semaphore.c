/* SPDX-License-Identifier: Apache-2.0 */
/* Semaphores. */
#include "os.h"

#undef lm_semaphore_wait
#undef OS_OBJECT
#undef OS_WAITERS
#define OS_OBJECT(id) (&(id)->native.semaphore.object)
#define OS_WAITERS(id) ((id)->native.semaphore.waiters)

enum { MOST_TOKENS = 65535 };

osSemaphoreId_t os_semaphore_new(uint32_t max_count, uint32_t initial_count,
                                 const osSemaphoreAttr_t *attr, os_limen_take *take)
{
    const struct os_attr *given = os_attr(attr);
    struct lm_layer_parts parts;

    OS_REQUIRE_NO_ISR(NULL);
    OS_REQUIRE(max_count != 0 && max_count <= MOST_TOKENS && initial_count <= max_count, NULL);
    osSemaphoreId_t semaphore = os_block(&parts, given, sizeof *semaphore, 0, take);

    OS_REQUIRE(semaphore != NULL, NULL);
    os_set_kind(semaphore, KIND_SEMAPHORE, parts.owns);
    semaphore->ceiling = max_count;
    OS_CREATE(given,
              lm_semaphore_create_shared(&semaphore->native.semaphore, given->name, initial_count),
              lm_semaphore_create(&semaphore->native.semaphore, given->name, initial_count,
                                  LM_BY_PRIORITY));
    return semaphore;
}

OS_GET_NAME(osSemaphoreGetName, osSemaphoreId_t, LM_KIND_SEMAPHORE)

/* Context of this and the next functions: the lock with this key, which they free. */
static LM_LAYER_OTHERWISE osStatus_t acquire(osRtxSemaphore_t *semaphore, uint32_t timeout,
                                             lm_lock_key key)
{
    lm_layer_unlock(key);
    OS_REQUIRE_OK(os_check_timeout(timeout));
    OS_REQUIRE(OS_IS(semaphore, LM_KIND_SEMAPHORE), osErrorParameter);
    return os_status(lm_semaphore_wait(&semaphore->native.semaphore, os_timeout(timeout)), timeout);
}

/* There is no token. A caller with a timeout is a thread. */
static LM_LAYER_OTHERWISE osStatus_t wait_for_token(osRtxSemaphore_t *semaphore, uint32_t timeout,
                                                    lm_lock_key key)
{
    if (LM_LAYER_USUALLY(timeout == osWaitForever && lm_cpu()->running->preempt_disabled == 0)) {
        return os_status_forever(lm_layer_wait(&semaphore->native.semaphore));
    }
    return acquire(semaphore, timeout, key);
}

osStatus_t osSemaphoreAcquire(osSemaphoreId_t semaphore, uint32_t timeout)
{
    lm_lock_key key = lm_layer_lock();

    if (LM_LAYER_USUALLY(OS_IS_USUAL(semaphore) && os_may_wait(timeout, key))) {
        if (LM_LAYER_USUALLY(semaphore->native.semaphore.count != 0)) {
            (void)lm_semaphore_take(&semaphore->native.semaphore, key);
            return osOK;
        }
        return wait_for_token(semaphore, timeout, key);
    }
    return acquire(semaphore, timeout, key);
}

static LM_LAYER_OTHERWISE osStatus_t release(osRtxSemaphore_t *semaphore, lm_lock_key key)
{
    lm_layer_unlock(key);
    OS_REQUIRE(OS_IS(semaphore, LM_KIND_SEMAPHORE), osErrorParameter);
    return lm_semaphore_post_below(&semaphore->native.semaphore, semaphore->ceiling) == LM_OK
               ? osOK
               : osErrorResource;
}

/* A thread waits, so that there is no token, or the semaphore is full. */
static LM_LAYER_OTHERWISE osStatus_t hand_over(osRtxSemaphore_t *semaphore, lm_lock_key key)
{
    if (LM_LAYER_USUALLY(semaphore->native.semaphore.waiters.first != NULL)) {
        (void)lm_semaphore_hand_over(&semaphore->native.semaphore, key,
                                     LM_EVENT_SEMAPHORE_POST_BELOW);
        return osOK;
    }
    return release(semaphore, key);
}

osStatus_t osSemaphoreRelease(osSemaphoreId_t semaphore)
{
    lm_lock_key key = lm_layer_lock();

    if (LM_LAYER_USUALLY(OS_IS_USUAL(semaphore))) {
        if (LM_LAYER_USUALLY(semaphore->native.semaphore.waiters.first == NULL &&
                             semaphore->native.semaphore.count < semaphore->ceiling)) {
            (void)lm_semaphore_add(&semaphore->native.semaphore, key,
                                   LM_EVENT_SEMAPHORE_POST_BELOW);
            return osOK;
        }
        return hand_over(semaphore, key);
    }
    return release(semaphore, key);
}

OS_GET(uint32_t, osSemaphoreGetCount, osSemaphoreId_t, LM_KIND_SEMAPHORE,
       lm_semaphore_count(&object->native.semaphore), 0)

osStatus_t osSemaphoreDelete(osSemaphoreId_t semaphore)
{
    OS_REQUIRE_OK(os_check(OS_IS(semaphore, LM_KIND_SEMAPHORE)));
    OS_REQUIRE(!semaphore->is_static, osErrorResource); /* FreeRTOS deletes it */
    OS_REQUIRE_ONE_CORE(semaphore);
    os_begin_deletion();
    (void)lm_semaphore_delete(&semaphore->native.semaphore);
    os_forget(&semaphore->native.semaphore.waiters);
    os_give(semaphore, NULL, semaphore->owns);
    os_end_deletion();
    return osOK;
}
