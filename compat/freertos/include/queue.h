/* SPDX-License-Identifier: Apache-2.0 */
/* Queues, queue sets, and the calls that semaphores and mutexes share with them. */
#ifndef QUEUE_H
#define QUEUE_H

#include "task.h"

LM_LAYER_C_BEGIN

typedef struct QueueDefinition *QueueHandle_t;
typedef struct QueueDefinition *QueueSetHandle_t;
typedef struct QueueDefinition *QueueSetMemberHandle_t;

#define queueSEND_TO_BACK ((BaseType_t)0)
#define queueSEND_TO_FRONT ((BaseType_t)1)
#define queueOVERWRITE ((BaseType_t)2)

#define queueQUEUE_TYPE_BASE ((uint8_t)0U)
#define queueQUEUE_TYPE_SET ((uint8_t)0U)
#define queueQUEUE_TYPE_MUTEX ((uint8_t)1U)
#define queueQUEUE_TYPE_COUNTING_SEMAPHORE ((uint8_t)2U)
#define queueQUEUE_TYPE_BINARY_SEMAPHORE ((uint8_t)3U)
#define queueQUEUE_TYPE_RECURSIVE_MUTEX ((uint8_t)4U)

/* queue.c. A creation with a heap takes one piece of it, or nothing. */
QueueHandle_t xQueueCreate(UBaseType_t length, UBaseType_t item_bytes);
QueueHandle_t xQueueCreateStatic(UBaseType_t length, UBaseType_t item_bytes, uint8_t *storage,
                                 StaticQueue_t *block);
LM_FREERTOS_INLINE(QueueHandle_t, xQueueGenericCreate,
                   (const UBaseType_t length, const UBaseType_t item_bytes, const uint8_t type),
                   (void)type;
                   return xQueueCreate(length, item_bytes))
LM_FREERTOS_INLINE(QueueHandle_t, xQueueGenericCreateStatic,
                   (const UBaseType_t length, const UBaseType_t item_bytes, uint8_t *storage,
                    StaticQueue_t *block, const uint8_t type),
                   (void)type;
                   return xQueueCreateStatic(length, item_bytes, storage, block))
void vQueueDelete(QueueHandle_t queue);
BaseType_t xQueueReset(QueueHandle_t queue);
LM_FREERTOS_INLINE(BaseType_t, xQueueGenericReset, (QueueHandle_t queue, BaseType_t is_new),
                   (void)is_new;
                   return xQueueReset(queue))
BaseType_t xQueueGenericGetStaticBuffers(QueueHandle_t queue, uint8_t **storage,
                                         StaticQueue_t **block);
#define xQueueGetStaticBuffers(queue, storage, block)                                              \
    xQueueGenericGetStaticBuffers(queue, storage, block)
BaseType_t xQueueGenericSend(QueueHandle_t queue, const void *item, uint32_t ticks,
                             BaseType_t position);
BaseType_t xQueueGenericSendFromISR(QueueHandle_t queue, const void *item, BaseType_t *woken,
                                    BaseType_t position);
BaseType_t lm_freertos_send(QueueHandle_t queue, const void *item, uint32_t ticks);
BaseType_t lm_freertos_give(QueueHandle_t queue); /* a semaphore or a mutex */
BaseType_t lm_freertos_send_from_isr(QueueHandle_t queue, const void *item, BaseType_t *woken);
BaseType_t xQueueReceive(QueueHandle_t queue, void *item, uint32_t ticks);
BaseType_t xQueueReceiveFromISR(QueueHandle_t queue, void *item, BaseType_t *woken);
UBaseType_t uxQueueMessagesWaiting(QueueHandle_t queue);
UBaseType_t uxQueueSpacesAvailable(QueueHandle_t queue);
UBaseType_t uxQueueGetQueueItemSize(QueueHandle_t queue);
UBaseType_t uxQueueGetQueueLength(QueueHandle_t queue);
void vQueueAddToRegistry(QueueHandle_t queue, const char *name);
const char *pcQueueGetName(QueueHandle_t queue);
LM_FREERTOS_INLINE(void, vQueueUnregisterQueue, (QueueHandle_t queue),
                   vQueueAddToRegistry(queue, NULL))
void vQueueSetQueueNumber(QueueHandle_t queue, UBaseType_t number);
UBaseType_t uxQueueGetQueueNumber(QueueHandle_t queue);
uint8_t ucQueueGetQueueType(QueueHandle_t queue);

/* queue_peek.c, queue_set.c */
BaseType_t xQueuePeek(QueueHandle_t queue, void *item, uint32_t ticks);
LM_FREERTOS_INLINE(BaseType_t, xQueuePeekFromISR, (QueueHandle_t queue, void *item),
                   return xQueuePeek(queue, item, 0))
LM_FREERTOS_INLINE(QueueSetHandle_t, xQueueCreateSet, (const UBaseType_t length),
                   return xQueueCreate(length, sizeof(QueueHandle_t)))
LM_FREERTOS_INLINE(QueueSetHandle_t, xQueueCreateSetStatic,
                   (const UBaseType_t length, uint8_t *storage, StaticQueue_t *block),
                   return xQueueCreateStatic(length, sizeof(QueueHandle_t), storage, block))
BaseType_t xQueueAddToSet(QueueSetMemberHandle_t member, QueueSetHandle_t set);
BaseType_t xQueueRemoveFromSet(QueueSetMemberHandle_t member, QueueSetHandle_t set);
QueueSetMemberHandle_t xQueueSelectFromSet(QueueSetHandle_t set, const uint32_t ticks);
LM_FREERTOS_INLINE(QueueSetMemberHandle_t, xQueueSelectFromSetFromISR, (QueueSetHandle_t set),
                   return xQueueSelectFromSet(set, 0))

#define xQueueSend(q, item, ticks) lm_freertos_send(q, item, ticks)
#define xQueueSendToBack(q, item, ticks) lm_freertos_send(q, item, ticks)
#define xQueueSendToFront(q, item, ticks) xQueueGenericSend(q, item, ticks, queueSEND_TO_FRONT)
#define xQueueOverwrite(q, item) xQueueGenericSend(q, item, 0, queueOVERWRITE)
#define xQueueSendFromISR(q, item, w) lm_freertos_send_from_isr(q, item, w)
#define xQueueSendToBackFromISR(q, item, w) lm_freertos_send_from_isr(q, item, w)
#define xQueueSendToFrontFromISR(q, item, w)                                                       \
    xQueueGenericSendFromISR(q, item, w, queueSEND_TO_FRONT)
#define xQueueOverwriteFromISR(q, item, w) xQueueGenericSendFromISR(q, item, w, queueOVERWRITE)
LM_FREERTOS_INLINE(BaseType_t, xQueueGiveFromISR, (QueueHandle_t q, BaseType_t *woken),
                   return lm_freertos_send_from_isr(q, NULL, woken))
LM_FREERTOS_INLINE(UBaseType_t, uxQueueMessagesWaitingFromISR, (const QueueHandle_t q),
                   return uxQueueMessagesWaiting(q))
LM_FREERTOS_INLINE(BaseType_t, xQueueIsQueueEmptyFromISR, (const QueueHandle_t q),
                   return uxQueueMessagesWaiting(q) == 0)
LM_FREERTOS_INLINE(BaseType_t, xQueueIsQueueFullFromISR, (const QueueHandle_t q),
                   return uxQueueSpacesAvailable(q) == 0)

/* semaphore.c: the functions behind semphr.h. */
QueueHandle_t xQueueCreateCountingSemaphore(const UBaseType_t ceiling, const UBaseType_t count);
QueueHandle_t xQueueCreateCountingSemaphoreStatic(const UBaseType_t ceiling,
                                                  const UBaseType_t count, StaticQueue_t *block);
QueueHandle_t xQueueCreateMutex(const uint8_t type);
QueueHandle_t xQueueCreateMutexStatic(const uint8_t type, StaticQueue_t *block);
BaseType_t xQueueSemaphoreTake(QueueHandle_t queue, uint32_t ticks);
BaseType_t xQueueTakeMutexRecursive(QueueHandle_t queue, uint32_t ticks);
LM_FREERTOS_INLINE(BaseType_t, xQueueGiveMutexRecursive, (QueueHandle_t queue),
                   return lm_freertos_give(queue))
TaskHandle_t xQueueGetMutexHolder(QueueHandle_t queue);
LM_FREERTOS_INLINE(TaskHandle_t, xQueueGetMutexHolderFromISR, (QueueHandle_t queue),
                   return xQueueGetMutexHolder(queue))

#if LM_FREERTOS_TICK_BITS != 32
#define lm_freertos_send(q, item, ticks) lm_freertos_send(q, item, lm_freertos_limit(ticks))
#define xQueueGenericSend(q, item, ticks, position)                                                \
    xQueueGenericSend(q, item, lm_freertos_limit(ticks), position)
#define xQueueReceive(q, item, ticks) xQueueReceive(q, item, lm_freertos_limit(ticks))
#define xQueuePeek(q, item, ticks) xQueuePeek(q, item, lm_freertos_limit(ticks))
#define xQueueSelectFromSet(set, ticks) xQueueSelectFromSet(set, lm_freertos_limit(ticks))
#define xQueueSemaphoreTake(q, ticks) xQueueSemaphoreTake(q, lm_freertos_limit(ticks))
#define xQueueTakeMutexRecursive(q, ticks) xQueueTakeMutexRecursive(q, lm_freertos_limit(ticks))
#endif

LM_LAYER_C_END

#endif
