/* SPDX-License-Identifier: Apache-2.0 */
/* Queues, and the calls that queues and semaphores share. */
#include "limen.h"

#undef lm_queue_send
#undef lm_queue_receive

QueueHandle_t lm_freertos_clear(StaticQueue_t *block, uint8_t kind, UBaseType_t ceiling)
{
    lm_freertos_begin();
    memset(block, 0, sizeof *block);
    block->queue.kind = block->queue.sends_to = kind;
    block->queue.ceiling = (uint32_t)ceiling;
    block->queue.is_static = true;
    return &block->queue;
}

QueueHandle_t xQueueCreateStatic(UBaseType_t length, UBaseType_t item_bytes, uint8_t *storage,
                                 StaticQueue_t *block)
{
    if (item_bytes == 0) {
        return xQueueCreateCountingSemaphoreStatic(length, 0, block);
    }
    QueueHandle_t queue = lm_freertos_clear(block, KIND_QUEUE, 0);

    return lm_queue_create(&queue->native.queue, NULL, storage, (uint32_t)length,
                           (uint32_t)item_bytes, LM_BY_PRIORITY) == LM_OK
               ? queue
               : NULL;
}

/* In programs with sets, with xQueueReset, with a heap, and with message queues of CMSIS-RTOS2
 * only. */
#pragma weak lm_freertos_set_tell
#pragma weak lm_freertos_set_forget
#pragma weak lm_freertos_restore
#pragma weak vPortFree
#pragma weak lm_layer_parts_give
#pragma weak lm_priority_queue_send
#pragma weak lm_priority_queue_receive

void vQueueDelete(QueueHandle_t queue)
{
    StaticQueue_t *block = lm_freertos_static(queue);

    if (block != NULL && block->set != NULL) {
        lm_freertos_set_forget(block);
    }
    if (lm_freertos_is_queue(queue)) {
        (void)lm_queue_delete(lm_layer_queue_of(queue));
    } else if (queue->kind == KIND_SEMAPHORE) {
        (void)lm_semaphore_delete(&queue->native.semaphore);
        queue->native.semaphore.waiters.object = NULL; /* CMSIS-RTOS2 looks for it */
    } else {
        (void)lm_mutex_delete(&queue->native.mutex);
        queue->native.mutex.waiters.object = NULL;
    }
    void *data = lm_layer_queue_of(queue)->storage;

    queue->kind = KIND_DELETED;
    if (queue->owns != 0 && block != NULL) {
        vPortFree(queue);
    } else if (queue->owns != 0) {
        lm_layer_parts_give(queue, data, queue->owns);
    }
}

/* A mutex that xQueueReset has withdrawn may be given by anyone. In FreeRTOS the owner of several
 * mutexes keeps its priority until it gives the last one. Context: interrupts are disabled; key is
 * from before. */
static enum lm_status give_mutex(QueueHandle_t queue, uint32_t key)
{
    struct lm_mutex *mutex = &queue->native.mutex;
    enum lm_status status = LM_NOT_OWNER;

    if (lm_freertos_is_withdrawn(mutex)) {
        status = lm_freertos_restore(mutex);
    } else if (mutex->owner == lm_thread_self() && !lm_in_interrupt()) {
        if (mutex->held == 1) {
            struct lm_mutex *other = lm_freertos_other_mutex(mutex);
            unsigned level = lm_freertos_level_without(mutex, other);

            lm_freertos_keep_priority(mutex->owner, other);
            lm_freertos_let_compete(&mutex->waiters, level, false, key);
        }
        status = lm_mutex_unlock(mutex);
    }
    if (status == LM_OK && queue->sends_to == KIND_WATCHED) {
        lm_freertos_set_tell(lm_freertos_static(queue)); /* a mutex has no observer */
    }
    lm_freertos_require(status == LM_OK || queue->kind != KIND_MUTEX || mutex->owner == NULL ||
                        lm_in_interrupt());
    return status;
}

/* May threads that wait for the queue wait to receive? For a semaphore they do. */
static bool has_receivers(QueueHandle_t queue)
{
    const struct lm_queue *messages = lm_layer_queue_of(queue);

    return queue->kind == KIND_SEMAPHORE ||
           (lm_freertos_is_queue(queue) && messages->used != messages->capacity);
}

/* To a queue of CMSIS-RTOS2 a message is sent as the last one, or with the highest priority. */
static LM_LAYER_OTHERWISE enum lm_status send_by_priority(QueueHandle_t queue, const void *item,
                                                          lm_timeout timeout, bool is_last)
{
    return lm_priority_queue_send(&queue->native.by_priority, item, is_last ? 0 : UINT32_MAX,
                                  timeout);
}

/* The call that waits is the last one, so that it takes the place of this one on the stack. */
static inline enum lm_status send_message(QueueHandle_t queue, const void *item, lm_timeout timeout,
                                          lm_freertos_native_send *native)
{
    return queue->kind == KIND_QUEUE
               ? native(&queue->native.queue, item, timeout)
               : send_by_priority(queue, item, timeout, native == lm_queue_send);
}

/* Send without a wait. Tasks that wait for it may have to compete for it. */
static enum lm_status compete_and_send(QueueHandle_t queue, const void *item,
                                       lm_freertos_native_send *native)
{
    uint32_t key = lm_interrupts_disable();
    enum lm_status status;

    if (has_receivers(queue)) {
        lm_freertos_let_compete(lm_freertos_waiters(queue), lm_freertos_own_level(),
                                queue->sends_to == KIND_WATCHED, key);
    }
    if (queue->kind == KIND_SEMAPHORE) {
        status = lm_semaphore_post_below(&queue->native.semaphore, queue->ceiling);
    } else if (lm_freertos_is_mutex(queue)) {
        status = give_mutex(queue, key);
    } else {
        status = send_message(queue, item, LM_NO_WAIT, native);
    }
    lm_interrupts_enable(key);
    return status;
}

enum lm_status lm_freertos_send_at_once(QueueHandle_t queue, const void *item,
                                        lm_freertos_native_send *native)
{
    return LM_LAYER_USUALLY(queue->sends_to == KIND_QUEUE &&
                            lm_freertos_hands_over(&queue->native.queue.waiters))
               ? native(&queue->native.queue, item, LM_NO_WAIT)
               : compete_and_send(queue, item, native);
}

/* Only queues wait for space; a mutex and a semaphore do not. */
static enum lm_status send(QueueHandle_t queue, void *item, lm_timeout timeout)
{
    enum lm_status status = lm_freertos_send_at_once(queue, item, lm_queue_send);

    if (status != LM_UNAVAILABLE || timeout == LM_NO_WAIT || !lm_freertos_is_queue(queue)) {
        return status;
    }
    return send_message(queue, item, timeout, lm_queue_send);
}

/* The usual sends: no task waits, and the queue is neither full nor watched. */
BaseType_t lm_freertos_send(QueueHandle_t queue, const void *item, TickType_t ticks)
{
    lm_lock_key key = lm_layer_lock();

    if (LM_LAYER_USUALLY(queue->sends_to == KIND_QUEUE &&
                         lm_queue_put_is_plain(&queue->native.queue, item))) {
        (void)lm_queue_append(&queue->native.queue, item, key);
        return pdPASS;
    }
    lm_layer_unlock(key);
    return lm_freertos_wait_in(send, queue, (void *)(uintptr_t)item, ticks);
}

void lm_freertos_note_receiver(QueueHandle_t queue, BaseType_t *woken)
{
    const StaticQueue_t *block = lm_freertos_static(queue);

    if (uxQueueSpacesAvailable(queue) != 0) {
        queue = block != NULL && block->set != NULL ? block->set : queue;
        lm_freertos_note_woken(lm_freertos_waiters(queue)->first, woken);
    }
}

BaseType_t lm_freertos_send_from_isr(QueueHandle_t queue, const void *item, BaseType_t *woken)
{
    lm_freertos_note_receiver(queue, woken);
    return lm_freertos_is_queue(queue) ? lm_freertos_send(queue, item, 0) : lm_freertos_give(queue);
}

static enum lm_status receive_message(QueueHandle_t queue, void *item, lm_timeout timeout)
{
    return queue->kind == KIND_QUEUE
               ? lm_queue_receive(&queue->native.queue, item, timeout)
               : lm_priority_queue_receive(&queue->native.by_priority, item, NULL, timeout);
}

/* Senders that wait may have to compete for the space. */
static enum lm_status receive_at_once(QueueHandle_t queue, void *item)
{
    if (LM_LAYER_USUALLY(queue->sends_to == KIND_QUEUE &&
                         lm_freertos_hands_over(&queue->native.queue.waiters))) {
        return lm_queue_receive(&queue->native.queue, item, LM_NO_WAIT);
    }
    uint32_t key = lm_interrupts_disable();

    if (lm_queue_used(lm_layer_queue_of(queue)) != 0) {
        lm_freertos_let_compete(lm_freertos_waiters(queue), lm_freertos_own_level(),
                                queue->sends_to == KIND_WATCHED, key);
    }
    enum lm_status status = receive_message(queue, item, LM_NO_WAIT);

    lm_interrupts_enable(key);
    return status;
}

static enum lm_status receive(QueueHandle_t queue, void *item, lm_timeout timeout)
{
    enum lm_status status =
        lm_layer_queue_of(queue)->used != 0 ? receive_at_once(queue, item) : LM_UNAVAILABLE;

    return status == LM_UNAVAILABLE && timeout != LM_NO_WAIT ? receive_message(queue, item, timeout)
                                                             : status;
}

/* Is a receive plain? */
static inline bool may_take(const struct lm_queue *queue, const void *message)
{
    return queue->used != 0 && (int32_t)queue->used <= LM_QUEUE_LIMIT(queue) &&
           lm_queue_is_aligned(message);
}

BaseType_t xQueueReceive(QueueHandle_t queue, void *item, TickType_t ticks)
{
    lm_lock_key key = lm_layer_lock();

    if (LM_LAYER_USUALLY(queue->kind == KIND_QUEUE && may_take(&queue->native.queue, item))) {
        (void)lm_queue_take(&queue->native.queue, item, key);
        return pdPASS;
    }
    lm_layer_unlock(key);
    return lm_freertos_is_queue(queue) ? lm_freertos_wait_in(receive, queue, item, ticks)
                                       : xQueueSemaphoreTake(queue, ticks);
}

BaseType_t xQueueReceiveFromISR(QueueHandle_t queue, void *item, BaseType_t *woken)
{
    if (lm_freertos_is_queue(queue) && uxQueueMessagesWaiting(queue) != 0) {
        lm_freertos_note_woken(lm_freertos_waiters(queue)->first, woken);
    }
    return xQueueReceive(queue, item, 0);
}

UBaseType_t uxQueueMessagesWaiting(QueueHandle_t queue)
{
    if (lm_freertos_is_queue(queue)) {
        return lm_queue_used(lm_layer_queue_of(queue));
    }
    if (queue->kind == KIND_SEMAPHORE) {
        return lm_semaphore_count(&queue->native.semaphore);
    }
    return queue->native.mutex.owner == NULL;
}

UBaseType_t uxQueueGetQueueLength(QueueHandle_t queue)
{
    return lm_freertos_is_queue(queue) ? lm_layer_queue_of(queue)->capacity : queue->ceiling;
}

UBaseType_t uxQueueSpacesAvailable(QueueHandle_t queue)
{
    return uxQueueGetQueueLength(queue) - uxQueueMessagesWaiting(queue);
}

UBaseType_t uxQueueGetQueueItemSize(QueueHandle_t queue)
{
    if (queue->kind == KIND_BY_PRIORITY) {
        return queue->native.by_priority.message_bytes;
    }
    return queue->kind == KIND_QUEUE ? queue->native.queue.message_bytes : 0;
}
