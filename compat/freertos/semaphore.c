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

/* The owner of a mutex that is not recursive waits for itself. */
static enum lm_status wait_for_itself(lm_timeout timeout)
{
    if (timeout == LM_NO_WAIT) {
        return LM_UNAVAILABLE;
    }
    (void)lm_thread_sleep_until(timeout == LM_FOREVER ? UINT64_MAX / 4 : timeout & ~LM_UNTIL_FLAG);
    return LM_TIMEOUT;
}

static enum lm_status lock(QueueHandle_t queue, void *none, lm_timeout timeout)
{
    const struct lm_thread *owner = queue->native.mutex.owner;

    (void)none;
    if (queue->kind == KIND_MUTEX && owner != NULL && owner == lm_thread_self()) {
        return wait_for_itself(timeout);
    }
    if (owner == NULL) {
        lm_freertos_forget_priority(&queue->native.mutex);
    }
    return !LM_PORT_IS_SMALL && timeout == LM_FOREVER
               ? lm_mutex_lock_forever(&queue->native.mutex)
               : lm_mutex_lock(&queue->native.mutex, timeout);
}

static enum lm_status take_unit(QueueHandle_t queue, void *none, lm_timeout timeout)
{
    (void)none;
    return lm_semaphore_wait(&queue->native.semaphore, timeout);
}

static LM_LAYER_OTHERWISE BaseType_t take_any(QueueHandle_t queue, TickType_t ticks)
{
    return lm_freertos_wait_in(queue->kind == KIND_SEMAPHORE ? take_unit : lock, queue, NULL,
                               ticks);
}

/* There is no unit. Context: the lock with this key, which it frees. */
static LM_LAYER_OTHERWISE BaseType_t wait_for_unit(QueueHandle_t queue, TickType_t ticks,
                                                   lm_lock_key key)
{
    struct lm_layer_thread *self = lm_freertos_waiting_self(key);

    if (!LM_LAYER_USUALLY(self != NULL && ticks == portMAX_DELAY)) {
        lm_layer_unlock(key);
        return take_any(queue, ticks);
    }
    self->look = MAY_LOOK_AGAIN;

    enum lm_status status = lm_layer_wait(&queue->native.semaphore);

    if (LM_LAYER_USUALLY(status == LM_OK)) {
        self->look = LOOKS_ONCE;
        return pdPASS;
    }
    bool again = lm_freertos_look_end(self);

    return status == LM_ABORTED ? take_any(queue, again ? ticks : 0) : pdFAIL;
}

/* Context: the lock with this key, which it frees. */
static LM_LAYER_OTHERWISE BaseType_t take_mutex(QueueHandle_t queue, TickType_t ticks,
                                                lm_lock_key key)
{
    if (LM_LAYER_USUALLY(lm_mutex_is_unowned(&queue->native.mutex))) {
        lm_freertos_forget_priority(&queue->native.mutex);
        (void)lm_mutex_lock_unowned(&queue->native.mutex, key);
        return pdPASS;
    }
    lm_layer_unlock(key);
    return take_any(queue, ticks);
}

/* The usual calls: there is a unit, or the mutex is free. */
BaseType_t xQueueSemaphoreTake(QueueHandle_t queue, TickType_t ticks)
{
    lm_lock_key key = lm_layer_lock();

    if (LM_LAYER_USUALLY(queue->kind == KIND_SEMAPHORE)) {
        if (LM_LAYER_USUALLY(queue->native.semaphore.count != 0)) {
            (void)lm_semaphore_take(&queue->native.semaphore, key);
            return pdPASS;
        }
        return wait_for_unit(queue, ticks, key);
    }
    return take_mutex(queue, ticks, key);
}

/* A task waits for the semaphore, which then has no unit, or it is full. Context of this and the
 * next function: the lock with this key, which they free. */
static LM_LAYER_OTHERWISE BaseType_t give_unit(QueueHandle_t queue, lm_lock_key key)
{
    struct lm_semaphore *semaphore = &queue->native.semaphore;
    const struct lm_thread *first = semaphore->waiters.first;

    if (LM_LAYER_USUALLY(first != NULL &&
                         lm_freertos_runs_at_once(first, lm_freertos_own_level(), key))) {
        (void)lm_semaphore_hand_over(semaphore, key, LM_EVENT_SEMAPHORE_POST_BELOW);
        return pdPASS;
    }
    lm_layer_unlock(key);
    return lm_freertos_send(queue, NULL, 0);
}

static LM_LAYER_OTHERWISE BaseType_t give_mutex(QueueHandle_t queue, lm_lock_key key)
{
    if (LM_LAYER_USUALLY((queue->sends_to == KIND_MUTEX || queue->sends_to == KIND_RECURSIVE) &&
                         lm_layer_may_unlock(&queue->native.mutex))) {
        (void)lm_mutex_unlock_held_once(&queue->native.mutex, key);
        return pdPASS;
    }
    lm_layer_unlock(key);
    return lm_freertos_send(queue, NULL, 0);
}

/* The usual give: no task waits for a unit. */
BaseType_t lm_freertos_give(QueueHandle_t queue)
{
    lm_lock_key key = lm_layer_lock();
    struct lm_semaphore *semaphore = &queue->native.semaphore;

    if (LM_LAYER_USUALLY(queue->sends_to == KIND_SEMAPHORE)) {
        if (LM_LAYER_USUALLY(semaphore->waiters.first == NULL &&
                             semaphore->count < queue->ceiling)) {
            (void)lm_semaphore_add(semaphore, key, LM_EVENT_SEMAPHORE_POST_BELOW);
            return pdPASS;
        }
        return give_unit(queue, key);
    }
    return give_mutex(queue, key);
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
