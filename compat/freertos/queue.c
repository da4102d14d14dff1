/* SPDX-License-Identifier: Apache-2.0 */
/* Queues, and the calls that queues and semaphores share. */
#include "limen.h"

#undef lm_queue_send
#undef lm_queue_receive
#undef lm_semaphore_wait

QueueHandle_t xQueueCreateStatic(UBaseType_t length, UBaseType_t item_bytes, uint8_t *storage,
                                 StaticQueue_t *block)
{
    if (item_bytes == 0) {
        return xQueueCreateCountingSemaphoreStatic(length, 0, block);
    }
    lm_freertos_begin();
    memset(block, 0, sizeof *block);
    block->kind = KIND_QUEUE;
    lm_freertos_watch(block);
    return lm_queue_create(&block->native.queue, NULL, storage, (uint32_t)length,
                           (uint32_t)item_bytes, LM_BY_PRIORITY) == LM_OK
               ? block
               : NULL;
}

/* One piece of the heap has the block and the items. */
QueueHandle_t xQueueCreate(UBaseType_t length, UBaseType_t item_bytes)
{
    StaticQueue_t *block;

    if (length == 0 || (item_bytes != 0 && length > LM_AREA_BYTES_MAX / item_bytes)) {
        return NULL;
    }
    block = pvPortMalloc(sizeof *block + length * item_bytes);
    if (block != NULL &&
        xQueueCreateStatic(length, item_bytes, (uint8_t *)(block + 1), block) != NULL) {
        block->is_dynamic = true;
    }
    return block;
}

/* In programs with sets only. */
#pragma weak lm_freertos_set_tell
#pragma weak lm_freertos_set_forget

void vQueueDelete(QueueHandle_t queue)
{
    if (queue->set != NULL) {
        lm_freertos_set_forget(queue);
    }
    if (queue->kind == KIND_QUEUE) {
        (void)lm_queue_delete(&queue->native.queue);
    } else if (queue->kind == KIND_SEMAPHORE) {
        (void)lm_semaphore_delete(&queue->native.semaphore);
    } else {
        (void)lm_mutex_delete(&queue->native.mutex);
    }
    if (queue->is_dynamic) {
        vPortFree(queue);
    }
}

BaseType_t xQueueReset(QueueHandle_t queue)
{
    if (queue->kind == KIND_QUEUE) {
        (void)lm_queue_flush(&queue->native.queue);
        return pdPASS;
    }
    while (queue->kind == KIND_SEMAPHORE &&
           lm_semaphore_wait(&queue->native.semaphore, LM_NO_WAIT) == LM_OK) {
    }
    return pdPASS;
}

static enum lm_status give_mutex(QueueHandle_t queue)
{
    if (queue->native.mutex.owner != lm_thread_self()) {
        return LM_NOT_OWNER;
    }
    enum lm_status status = lm_mutex_unlock(&queue->native.mutex);

    if (status == LM_OK && queue->set != NULL) {
        lm_freertos_set_tell(queue);
    }
    return status;
}

static enum lm_status send(QueueHandle_t queue, const void *item, lm_timeout timeout,
                           BaseType_t position)
{
    if (queue->kind == KIND_SEMAPHORE) {
        return lm_semaphore_post_below(&queue->native.semaphore, queue->ceiling);
    }
    if (queue->kind != KIND_QUEUE) {
        return give_mutex(queue);
    }
    if (position == queueOVERWRITE) {
        return lm_queue_overwrite(&queue->native.queue, item);
    }
    return position == queueSEND_TO_FRONT ? lm_queue_send_front(&queue->native.queue, item, timeout)
                                          : lm_queue_send(&queue->native.queue, item, timeout);
}

/* Send, and serve the waiting peekers, with interrupts disabled. */
static enum lm_status send_to_peekers(QueueHandle_t queue, const void *item, BaseType_t position)
{
    uint32_t key = lm_interrupts_disable();

    if (queue->peekers != NULL) {
        lm_freertos_peekers_serve(queue, item);
    }
    enum lm_status status = send(queue, item, LM_NO_WAIT, position);

    lm_interrupts_enable(key);
    return status;
}

static enum lm_status send_special(QueueHandle_t queue, const void *item, lm_timeout timeout,
                                   BaseType_t position)
{
    enum lm_status status = send_to_peekers(queue, item, position);

    return status != LM_UNAVAILABLE || timeout == LM_NO_WAIT ? status
                                                             : send(queue, item, timeout, position);
}

static __attribute__((noinline)) BaseType_t send_any(QueueHandle_t queue, const void *item,
                                                     TickType_t ticks, BaseType_t position)
{
    lm_timeout timeout = lm_layer_timeout(ticks);
    enum lm_status status;

    do {
        status = queue->sends_to == KIND_WATCHED ? send_special(queue, item, timeout, position)
                                                 : send(queue, item, timeout, position);
    } while (lm_freertos_waits_again(status));
    return status == LM_OK ? pdPASS : errQUEUE_FULL;
}

static inline bool sends_plainly(QueueHandle_t queue, const void *item, BaseType_t position)
{
    return position == queueSEND_TO_BACK && lm_queue_put_is_plain(&queue->native.queue, item);
}

/* The usual sends: no task waits, and the queue is neither full nor watched. */
BaseType_t xQueueGenericSend(QueueHandle_t queue, const void *item, TickType_t ticks,
                             BaseType_t position)
{
    lm_lock_key key = lm_lock();

    switch (queue->sends_to) {
    case KIND_QUEUE:
        if (LM_LAYER_USUALLY(sends_plainly(queue, item, position))) {
            (void)lm_queue_append(&queue->native.queue, item, key);
            return pdPASS;
        }
        break;
    case KIND_SEMAPHORE:
        if (LM_LAYER_USUALLY(lm_layer_has_room(&queue->native.semaphore, queue->ceiling))) {
            (void)lm_layer_give(&queue->native.semaphore, key);
            return pdPASS;
        }
        break;
    case KIND_MUTEX:
    case KIND_RECURSIVE:
        if (LM_LAYER_USUALLY(lm_layer_may_unlock(&queue->native.mutex))) {
            (void)lm_mutex_unlock_held_once(&queue->native.mutex, key);
            return pdPASS;
        }
        break;
    default:
        break;
    }
    lm_port_unlock(key);
    return send_any(queue, item, ticks, position);
}

BaseType_t xQueueGenericSendFromISR(QueueHandle_t queue, const void *item, BaseType_t *woken,
                                    BaseType_t position)
{
    if (uxQueueMessagesWaiting(queue) == 0) {
        lm_freertos_note_woken(lm_freertos_first_waiter(queue), woken);
    }
    return xQueueGenericSend(queue, item, 0, position);
}

static __attribute__((noinline)) BaseType_t receive(QueueHandle_t queue, void *item,
                                                    TickType_t ticks)
{
    lm_timeout timeout = lm_layer_timeout(ticks);
    enum lm_status status;

    do {
        status = lm_queue_receive(&queue->native.queue, item, timeout);
    } while (lm_freertos_waits_again(status));
    return status == LM_OK ? pdPASS : errQUEUE_EMPTY;
}

BaseType_t xQueueReceive(QueueHandle_t queue, void *item, TickType_t ticks)
{
    lm_lock_key key = lm_lock();

    if (LM_LAYER_USUALLY(queue->kind == KIND_QUEUE &&
                         lm_layer_may_take(&queue->native.queue, item))) {
        (void)lm_queue_take(&queue->native.queue, item, key);
        return pdPASS;
    }
    lm_port_unlock(key);
    return queue->kind == KIND_QUEUE ? receive(queue, item, ticks)
                                     : xQueueSemaphoreTake(queue, ticks);
}

BaseType_t xQueueReceiveFromISR(QueueHandle_t queue, void *item, BaseType_t *woken)
{
    if (uxQueueMessagesWaiting(queue) != 0) {
        lm_freertos_note_woken(lm_freertos_first_waiter(queue), woken);
    }
    return xQueueReceive(queue, item, 0);
}

UBaseType_t uxQueueMessagesWaiting(QueueHandle_t queue)
{
    if (queue->kind == KIND_QUEUE) {
        return lm_queue_used(&queue->native.queue);
    }
    if (queue->kind == KIND_SEMAPHORE) {
        return lm_semaphore_count(&queue->native.semaphore);
    }
    return lm_mutex_owner(&queue->native.mutex) == NULL;
}

UBaseType_t uxQueueGetQueueLength(QueueHandle_t queue)
{
    return queue->kind == KIND_QUEUE ? queue->native.queue.capacity : queue->ceiling;
}

UBaseType_t uxQueueSpacesAvailable(QueueHandle_t queue)
{
    return uxQueueGetQueueLength(queue) - uxQueueMessagesWaiting(queue);
}

UBaseType_t uxQueueGetQueueItemSize(QueueHandle_t queue)
{
    return queue->kind == KIND_QUEUE ? queue->native.queue.message_bytes : 0;
}

static struct lm_object *object_of(QueueHandle_t queue)
{
    if (queue->kind == KIND_QUEUE) {
        return &queue->native.queue.object;
    }
    return queue->kind == KIND_SEMAPHORE ? &queue->native.semaphore.object
                                         : &queue->native.mutex.object;
}

void vQueueAddToRegistry(QueueHandle_t queue, const char *name)
{
    object_of(queue)->name = name;
}

void vQueueUnregisterQueue(QueueHandle_t queue)
{
    object_of(queue)->name = NULL;
}

const char *pcQueueGetName(QueueHandle_t queue)
{
    return object_of(queue)->name;
}
