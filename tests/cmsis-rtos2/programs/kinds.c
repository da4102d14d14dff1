/* SPDX-License-Identifier: Apache-2.0 */
/* Handles of another kind of object than the call is for. */
#include "judge.h"

static void other_kinds(void)
{
    osSemaphoreId_t semaphore = osSemaphoreNew(1, 1, NULL);
    osMessageQueueId_t queue = osMessageQueueNew(1, 4, NULL);
    osEventFlagsId_t events = osEventFlagsNew(NULL);
    osMutexId_t mutex = osMutexNew(NULL);
    uint32_t number = 0;

    EXPECT(osSemaphoreAcquire(queue, 0), osErrorParameter);
    EXPECT(osSemaphoreAcquire(queue, osWaitForever), osErrorParameter);
    EXPECT(osSemaphoreAcquire(mutex, 0), osErrorParameter);
    EXPECT(osMessageQueuePut(semaphore, &number, 0, 0), osErrorParameter);
    EXPECT(osMutexAcquire(semaphore, 0), osErrorParameter);
    EXPECT(osEventFlagsSet(semaphore, 1), osFlagsErrorParameter);
    EXPECT(osTimerStart(mutex, 1), osErrorParameter);
    EXPECT(osThreadFlagsSet(events, 1), osFlagsErrorParameter);
    osSemaphoreDelete(semaphore);
    osMessageQueueDelete(queue);
    osEventFlagsDelete(events);
    osMutexDelete(mutex);
}

static void sleep_long(void *argument)
{
    (void)argument;
    osDelay(1000);
}

/* A thread of any priority is none of the other objects: its priority is not taken for their kind,
 * and neither are the numbers in a semaphore or a pool. */
static void numbers_like_kinds(void)
{
    uint32_t number = 0;

    for (osPriority_t priority = osPriorityIdle; priority <= osPriorityISR; priority++) {
        osThreadId_t thread =
            osThreadNew(sleep_long, NULL, &(osThreadAttr_t){.priority = priority});

        EXPECT(osEventFlagsSet(thread, 0), osFlagsErrorParameter);
        EXPECT(osSemaphoreRelease(thread), osErrorParameter);
        EXPECT(osMemoryPoolGetCapacity(thread), 0);
        EXPECT(osMemoryPoolAlloc(thread, 0) == NULL, 1);
        EXPECT(osMutexRelease(thread), osErrorParameter);
        EXPECT(osTimerStop(thread), osErrorParameter);
        EXPECT(osMessageQueuePut(thread, &number, 0, 0), osErrorParameter);
        EXPECT(osThreadTerminate(thread), osOK);
    }
    for (uint32_t units = 1; units < 20; units++) {
        osSemaphoreId_t semaphore = osSemaphoreNew(units, units, NULL);
        osMemoryPoolId_t pool = osMemoryPoolNew(units, 4, NULL);

        EXPECT(osThreadGetState(semaphore), osThreadError);
        EXPECT(osThreadFlagsSet(semaphore, 1), osFlagsErrorParameter);
        EXPECT(osThreadTerminate(semaphore), osErrorParameter);
        EXPECT(osEventFlagsGet(semaphore), 0);
        EXPECT(osEventFlagsSet(semaphore, 0), osFlagsErrorParameter);
        EXPECT(osSemaphoreGetCount(pool), 0);
        EXPECT(osMessageQueueGetCapacity(pool), 0);
        EXPECT(osThreadGetState(pool), osThreadError);
        EXPECT(osSemaphoreDelete(semaphore), osOK);
        EXPECT(osMemoryPoolDelete(pool), osOK);
    }
}

static void run(void *argument)
{
    (void)argument;
    other_kinds();
    numbers_like_kinds();
    judge_end();
}

int main(void)
{
    return judge_run(run);
}
