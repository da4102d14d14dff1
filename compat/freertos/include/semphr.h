/* SPDX-License-Identifier: Apache-2.0 */
/* Semaphores and mutexes: a handle is one of a queue, and calls of queue.h work on it. */
#ifndef SEMAPHORE_H
#define SEMAPHORE_H

#include "queue.h"

typedef QueueHandle_t SemaphoreHandle_t;

#define semBINARY_SEMAPHORE_QUEUE_LENGTH ((uint8_t)1U)
#define semSEMAPHORE_QUEUE_ITEM_LENGTH ((uint8_t)0U)
#define semGIVE_BLOCK_TIME ((TickType_t)0U)

#define xSemaphoreCreateBinary() xQueueCreateCountingSemaphore(1, 0)
#define xSemaphoreCreateBinaryStatic(block) xQueueCreateCountingSemaphoreStatic(1, 0, block)
#define vSemaphoreCreateBinary(semaphore)                                                          \
    do {                                                                                           \
        (semaphore) = xQueueCreateCountingSemaphore(1, 1);                                         \
    } while (0)
#define xSemaphoreCreateCounting(ceiling, count) xQueueCreateCountingSemaphore(ceiling, count)
#define xSemaphoreCreateCountingStatic(ceiling, count, block)                                      \
    xQueueCreateCountingSemaphoreStatic(ceiling, count, block)
#define xSemaphoreCreateMutex() xQueueCreateMutex(queueQUEUE_TYPE_MUTEX)
#define xSemaphoreCreateMutexStatic(block) xQueueCreateMutexStatic(queueQUEUE_TYPE_MUTEX, block)
#define xSemaphoreCreateRecursiveMutex() xQueueCreateMutex(queueQUEUE_TYPE_RECURSIVE_MUTEX)
#define xSemaphoreCreateRecursiveMutexStatic(block)                                                \
    xQueueCreateMutexStatic(queueQUEUE_TYPE_RECURSIVE_MUTEX, block)
#define xSemaphoreTake(semaphore, ticks) xQueueSemaphoreTake(semaphore, ticks)
#define xSemaphoreGive(semaphore) lm_freertos_give(semaphore)
#define xSemaphoreTakeRecursive(mutex, ticks) xQueueTakeMutexRecursive(mutex, ticks)
#define xSemaphoreGiveRecursive(mutex) xQueueGiveMutexRecursive(mutex)
#define xSemaphoreTakeFromISR(semaphore, woken) xQueueReceiveFromISR(semaphore, NULL, woken)
#define xSemaphoreGiveFromISR(semaphore, woken) lm_freertos_send_from_isr(semaphore, NULL, woken)
#define xSemaphoreGetMutexHolder(mutex) xQueueGetMutexHolder(mutex)
#define xSemaphoreGetMutexHolderFromISR(mutex) xQueueGetMutexHolder(mutex)
#define uxSemaphoreGetCount(semaphore) uxQueueMessagesWaiting(semaphore)
#define uxSemaphoreGetCountFromISR(semaphore) uxQueueMessagesWaiting(semaphore)
#define xSemaphoreGetStaticBuffer(semaphore, block)                                                \
    xQueueGenericGetStaticBuffers(semaphore, NULL, block)
#define vSemaphoreDelete(semaphore) vQueueDelete(semaphore)

#endif
