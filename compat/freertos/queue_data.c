/* SPDX-License-Identifier: Apache-2.0 */
/* The data about a queue that a program can read and set: its memory, its name, its number. */
#include "limen.h"

BaseType_t xQueueGenericGetStaticBuffers(QueueHandle_t queue, uint8_t **storage,
                                         StaticQueue_t **block)
{
    if (queue->is_dynamic) {
        return pdFALSE;
    }
    *block = queue;
    if (storage != NULL) {
        *storage = queue->kind == KIND_QUEUE ? queue->native.queue.storage : NULL;
    }
    return pdTRUE;
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

void vQueueSetQueueNumber(QueueHandle_t queue, UBaseType_t number)
{
    queue->number = (uint32_t)number;
}

UBaseType_t uxQueueGetQueueNumber(QueueHandle_t queue)
{
    return queue->number;
}

uint8_t ucQueueGetQueueType(QueueHandle_t queue)
{
    switch (queue->kind) {
    case KIND_MUTEX:
        return queueQUEUE_TYPE_MUTEX;
    case KIND_RECURSIVE:
        return queueQUEUE_TYPE_RECURSIVE_MUTEX;
    case KIND_SEMAPHORE:
        return queue->ceiling == 1 ? queueQUEUE_TYPE_BINARY_SEMAPHORE
                                   : queueQUEUE_TYPE_COUNTING_SEMAPHORE;
    default:
        return queueQUEUE_TYPE_BASE;
    }
}
