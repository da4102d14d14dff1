/* SPDX-License-Identifier: Apache-2.0 */
/* Queues, semaphores and mutexes in memory of the heap. Only programs that create one contain this
 * file, and so the heap. */
#include "limen.h"

static QueueHandle_t mark(QueueHandle_t queue)
{
    queue->owns = LM_LAYER_OWNS_BLOCK;
    return queue;
}

/* One piece of the heap has the block and the items. */
QueueHandle_t xQueueCreate(UBaseType_t length, UBaseType_t item_bytes)
{
    StaticQueue_t *block;
    QueueHandle_t queue;

    if (length == 0 || (item_bytes != 0 && length > LM_AREA_BYTES_MAX / item_bytes)) {
        return NULL;
    }
    block = pvPortMalloc(sizeof *block + length * item_bytes);
    queue = block != NULL ? xQueueCreateStatic(length, item_bytes, (uint8_t *)(block + 1), block)
                          : NULL;
    return queue != NULL ? mark(queue) : NULL;
}

QueueHandle_t xQueueCreateCountingSemaphore(const UBaseType_t ceiling, const UBaseType_t count)
{
    StaticQueue_t *block = pvPortMalloc(sizeof *block);

    return block != NULL ? mark(xQueueCreateCountingSemaphoreStatic(ceiling, count, block)) : NULL;
}

QueueHandle_t xQueueCreateMutex(const uint8_t type)
{
    StaticQueue_t *block = pvPortMalloc(sizeof *block);

    return block != NULL ? mark(xQueueCreateMutexStatic(type, block)) : NULL;
}
