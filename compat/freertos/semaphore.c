/* SPDX-License-Identifier: Apache-2.0 */
/* Semaphores and mutexes. */
#include "limen.h"

#undef lm_semaphore_wait
#undef lm_mutex_lock

QueueHandle_t xQueueCreateCountingSemaphoreStatic(const UBaseType_t ceiling,
                                                  const UBaseType_t count, StaticQueue_t *block)
{
    QueueHandle_t queue = lm_freertos_clear(block, KIND_SEMAPHORE, ceiling);

    (void)lm_semaphore_create(&queue->native.semaphore, NULL, (uint32_t)count, LM_BY_PRIORITY);
    return queue;
}

QueueHandle_t xQueueCreateMutexStatic(const uint8_t type, StaticQueue_t *block)
{
    bool is_recursive = type == queueQUEUE_TYPE_RECURSIVE_MUTEX;
    QueueHandle_t queue = lm_freertos_clear(block, is_recursive ? KIND_RECURSIVE : KIND_MUTEX, 1);

    (void)lm_mutex_create(&queue->native.mutex, NULL, LM_INHERIT, 0, LM_BY_PRIORITY);
    return queue;
}

static enum lm_status lock(QueueHandle_t queue, void *none, lm_timeout timeout)
{
    (void)none;
    return timeout == LM_FOREVER ? lm_mutex_lock_forever(&queue->native.mutex)
                                 : lm_mutex_lock(&queue->native.mutex, timeout);
}

static enum lm_status take_unit(QueueHandle_t queue, void *none, lm_timeout timeout)
{
    (void)none;
    return lm_semaphore_wait(&queue->native.semaphore, timeout);
}

/* The owner of a mutex that is not recursive waits for itself. */
static LM_LAYER_OTHERWISE BaseType_t take_any(QueueHandle_t queue, TickType_t ticks)
{
    const struct lm_thread *owner = queue->native.mutex.owner;

    if (queue->kind == KIND_MUTEX && owner != NULL && owner == lm_thread_self()) {
        if (ticks != 0) {
            lm_freertos_delay(ticks);
        }
        return pdFAIL;
    }
    return lm_freertos_wait_in(queue->kind == KIND_SEMAPHORE ? take_unit : lock, queue, NULL,
                               ticks);
}

/* There is no unit, or the mutex is not free. Context: the lock with this key, which it frees. */
static LM_LAYER_OTHERWISE BaseType_t take(QueueHandle_t queue, TickType_t ticks, lm_lock_key key)
{
    struct lm_layer_thread *self = LM_PORT_IS_SMALL ? NULL : lm_freertos_waiting_self(key);

    if (!LM_LAYER_USUALLY(self != NULL && ticks == portMAX_DELAY &&
                          queue->kind == KIND_SEMAPHORE)) {
        lm_layer_unlock(key);
        return take_any(queue, ticks);
    }
    self->look = MAY_LOOK_AGAIN;

    enum lm_status status = lm_layer_wait(&queue->native.semaphore);

    return lm_freertos_look_end(self) ? take_any(queue, ticks) : status == LM_OK;
}

/* The usual calls: there is a unit, or the mutex is free. */
BaseType_t xQueueSemaphoreTake(QueueHandle_t queue, TickType_t ticks)
{
    lm_lock_key key = lm_layer_lock();

    if (queue->kind == KIND_SEMAPHORE) {
        if (LM_LAYER_USUALLY(queue->native.semaphore.count != 0)) {
            (void)lm_semaphore_take(&queue->native.semaphore, key);
            return pdPASS;
        }
    } else if (LM_LAYER_USUALLY(lm_mutex_is_unowned(&queue->native.mutex))) {
        (void)lm_mutex_lock_unowned(&queue->native.mutex, key);
        return pdPASS;
    }
    return take(queue, ticks, key);
}

BaseType_t xQueueTakeMutexRecursive(QueueHandle_t queue, TickType_t ticks)
{
    return lm_freertos_wait_in(lock, queue, NULL, ticks);
}

TaskHandle_t xQueueGetMutexHolder(QueueHandle_t queue)
{
    return lm_freertos_is_mutex(queue) ? (TaskHandle_t)(void *)lm_mutex_owner(&queue->native.mutex)
                                       : NULL;
}
