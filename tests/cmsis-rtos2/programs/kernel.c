/* SPDX-License-Identifier: Apache-2.0 */
/* The kernel: start, lock, sleep, time, insufficient memory. */
#include "judge.h"
#include "rtx_os.h"

/* A program of RTX5 defines these in RTX_Config.c. */
void osRtxIdleThread(void *argument)
{
    (void)argument;
}

uint32_t osRtxErrorNotify(uint32_t code, void *object_id)
{
    switch (code) {
    case osRtxErrorStackOverflow:
    case osRtxErrorISRQueueOverflow:
    case osRtxErrorTimerQueueOverflow:
    case osRtxErrorClibSpace:
    case osRtxErrorClibMutex:
    case osRtxErrorSVC:
        return object_id != NULL;
    default:
        return 0;
    }
}

static unsigned released;

static void sleep_50(void *argument)
{
    (void)argument;
    for (;;) {
        osDelay(50);
        released++;
    }
}

static void sleep_for_ever(void *argument)
{
    (void)argument;
    osDelay(osWaitForever);
}

static void count(void *argument)
{
    (void)argument;
    released++;
}

/* Calls that need not wait succeed before the start, also with a timeout. */
static void without_waiting(void)
{
    osMessageQueueId_t queue = osMessageQueueNew(1, 4, NULL);
    osMemoryPoolId_t pool = osMemoryPoolNew(1, 4, NULL);
    osEventFlagsId_t events = osEventFlagsNew(NULL);
    uint32_t number = 3;

    EXPECT(osMessageQueueGet(queue, &number, NULL, 1), osError);
    EXPECT(osMessageQueuePut(queue, &number, 0, osWaitForever), osOK);
    EXPECT(osMessageQueuePut(queue, &number, 0, osWaitForever), osError);
    EXPECT(osMessageQueueGet(queue, &number, NULL, 1), osOK);
    EXPECT(osMemoryPoolAlloc(pool, osWaitForever) != NULL, 1);
    EXPECT(osMemoryPoolAlloc(pool, osWaitForever) == NULL, 1);
    EXPECT(osEventFlagsSet(events, 3), 3);
    EXPECT(osEventFlagsWait(events, 2, osFlagsWaitAny, osWaitForever), 3);
    EXPECT(osEventFlagsWait(events, 2, osFlagsWaitAny, osWaitForever), osFlagsErrorUnknown);
    EXPECT(osMessageQueueDelete(queue), osOK);
    EXPECT(osMemoryPoolDelete(pool), osOK);
    EXPECT(osEventFlagsDelete(events), osOK);
}

static void before_the_start(void)
{
    osVersion_t version;
    char name[6];
    osSemaphoreId_t semaphore;

    EXPECT(osSemaphoreNew(1, 1, NULL) == NULL, 1);
    EXPECT(osKernelGetState(), osKernelInactive);
    EXPECT(osKernelStart(), osError);
    EXPECT(osKernelInitialize(), osOK);
    EXPECT(osKernelInitialize(), osOK);
    EXPECT(osKernelGetState(), osKernelReady);
    EXPECT(osThreadGetId() == NULL, 1);
    EXPECT(osKernelLock(), osError);
    EXPECT(osKernelUnlock(), osError);
    EXPECT(osDelay(1), osError);
    semaphore = osSemaphoreNew(1, 0, NULL);
    EXPECT(osSemaphoreAcquire(semaphore, 1), osError);
    EXPECT(osSemaphoreRelease(semaphore), osOK);
    EXPECT(osSemaphoreAcquire(semaphore, osWaitForever), osOK);
    EXPECT(osSemaphoreAcquire(semaphore, osWaitForever), osError);
    EXPECT(osSemaphoreDelete(semaphore), osOK);
    without_waiting();
    EXPECT(osKernelGetInfo(&version, name, sizeof name), osOK);
    EXPECT(version.api, 20030000);
    EXPECT(name[0] == 'L' && name[4] == 'n' && name[5] == ' ', 1);
}

static void lock(void)
{
    osSemaphoreId_t semaphore = osSemaphoreNew(1, 0, NULL);
    osMutexId_t mutex = osMutexNew(NULL);

    released = 0;
    EXPECT(osMutexAcquire(mutex, 0), osOK);
    EXPECT(osKernelRestoreLock(2), osError);
    EXPECT(osKernelUnlock(), 0);
    EXPECT(osKernelLock(), 0);
    EXPECT(osKernelLock(), 1);
    EXPECT(osKernelGetState(), osKernelLocked);
    osThreadNew(count, NULL, &(osThreadAttr_t){.priority = osPriorityHigh});
    EXPECT(osThreadYield(), osOK);
    EXPECT(osDelay(1), osError);
    EXPECT(osSemaphoreAcquire(semaphore, 5), osErrorTimeout);
    EXPECT(osSemaphoreAcquire(semaphore, 0), osErrorResource);
    EXPECT(osMutexAcquire(mutex, 5), osErrorTimeout);
    EXPECT(osMutexAcquire(mutex, osWaitForever), osErrorTimeout);
    EXPECT(osMutexAcquire(mutex, 0), osErrorResource);
    EXPECT(osThreadSuspend(osThreadGetId()), osErrorResource);
    EXPECT(osThreadTerminate(osThreadGetId()), osOK); /* without effect */
    EXPECT(released, 0);
    EXPECT(osKernelUnlock(), 1);
    EXPECT(released, 1);
    EXPECT(osKernelRestoreLock(1), 1);
    EXPECT(osKernelRestoreLock(0), 0);
    EXPECT(osKernelGetState(), osKernelRunning);
    EXPECT(osSemaphoreDelete(semaphore), osOK);
    EXPECT(osMutexDelete(mutex), osOK);
}

static void sleep(void)
{
    osThreadId_t sleeper =
        osThreadNew(sleep_50, NULL, &(osThreadAttr_t){.priority = osPriorityHigh});
    osDelay(50);
    uint32_t begin = osKernelGetTickCount();

    released = 0;
    EXPECT(osKernelSuspend(), 50);
    EXPECT(osKernelGetState(), osKernelSuspended);
    EXPECT(osKernelSuspend(), 0);
    EXPECT(released, 0);
    osKernelResume(50);
    EXPECT(released, 1);
    EXPECT(osKernelGetTickCount() - begin, 50);
    EXPECT(osThreadTerminate(sleeper), osOK);
    EXPECT(osKernelSuspend(), osWaitForever);
    osKernelResume(0);
    sleeper = osThreadNew(sleep_for_ever, NULL, &(osThreadAttr_t){.priority = osPriorityHigh});
    EXPECT(osKernelSuspend(), osWaitForever);
    osKernelResume(1000);
    EXPECT(osThreadGetState(sleeper), osThreadBlocked);
    EXPECT(osThreadTerminate(sleeper), osOK);
}

static void time(void)
{
    uint32_t begin = osKernelGetTickCount();

    EXPECT(osKernelGetTickFreq(), 1000);
    EXPECT(osDelay(0), osErrorParameter);
    EXPECT(osDelayUntil(begin), osErrorParameter);
    EXPECT(osDelayUntil(begin - 1), osErrorParameter);
    EXPECT(osDelayUntil(begin + 7), osOK);
    EXPECT(osKernelGetTickCount(), begin + 7);
    EXPECT(osKernelGetSysTimerFreq(), LM_CLOCK_HZ);
}

/* Calls that begin at many instants around a tick boundary end at their tick. On the host no time
 * passes in a call. */
static void until(void)
{
    uint32_t tick = osKernelGetSysTimerFreq() / osKernelGetTickFreq();
    unsigned late = 0;

    for (uint32_t place = tick - tick / 16; place < tick; place += tick / 2048 + 1) {
        osDelay(1);
        uint32_t end = osKernelGetTickCount() + 3;

        lm_work(place);
        EXPECT(osDelayUntil(end), osOK);
        late += osKernelGetTickCount() != end;
    }
    EXPECT(late, 0);
}

/* Creates an object of a kind from the heap, which is empty at first. */
static void *create(unsigned kind)
{
    static const osMessageQueueAttr_t queue_attr = {.name = "q"};

    switch (kind) {
    case 0:
        return osThreadNew(count, NULL, NULL);
    case 1:
        return osMemoryPoolNew(4, 16, NULL);
    case 2:
        return osMessageQueueNew(4, 16, &queue_attr);
    case 3:
        return osMutexNew(NULL);
    default:
        return osEventFlagsNew(NULL);
    }
}

static void *held[64];

/* Allocate pieces of this size until the heap has none. Returns: the number of pieces. */
static unsigned take_until(size_t left)
{
    unsigned number = 0;
    size_t bytes = 1024;

    while (number < 64 && bytes > left) {
        held[number] = lm_layer_allocate(bytes);
        if (held[number] != NULL) {
            number++;
        } else {
            bytes -= 32;
        }
    }
    return number;
}

/* A creation fails at its first or its second allocation, and leaves the same free memory. */
static void failures(void)
{
    unsigned failed = 0;

    for (unsigned kind = 0; kind < 5; kind++) {
        for (size_t left = 0; left < 1024; left += 32) {
            unsigned number = take_until(left);
            size_t before = lm_layer_heap_left();

            if (create(kind) == NULL) {
                failed++;
                EXPECT(lm_layer_heap_left(), before);
            }
            while (number > 0) {
                lm_layer_free(held[--number]);
            }
        }
    }
    EXPECT(failed > 50, 1);
}

static void in_interrupt(void *argument)
{
    (void)argument;
    EXPECT(osKernelGetState(), osKernelRunning);
    EXPECT(osKernelInitialize(), osErrorISR);
    EXPECT(osKernelStart(), osErrorISR);
    EXPECT(osKernelLock(), osErrorISR);
    EXPECT(osKernelUnlock(), osErrorISR);
    EXPECT(osKernelRestoreLock(5), osErrorISR);
    EXPECT(osKernelSuspend(), 0);
    EXPECT(osDelayUntil(0), osErrorISR);
    EXPECT(osKernelProtect(0), osErrorISR);
    EXPECT(osKernelGetTickFreq(), 1000);
}

static void isolation(void)
{
    EXPECT(osKernelProtect(1), osError);
    EXPECT(osKernelDestroyClass(1, 0), osError);
    EXPECT(osThreadFeedWatchdog(1), osError);
    EXPECT(osThreadProtectPrivileged(), osError);
    EXPECT(osThreadSuspendClass(1, 0), osError);
    EXPECT(osThreadResumeClass(1, 0), osError);
    EXPECT(osThreadTerminateZone(1), osError);
    EXPECT(osThreadGetClass(osThreadGetId()), osErrorId);
    EXPECT(osThreadGetZone(osThreadGetId()), osErrorId);
    EXPECT(osThreadSetAffinityMask(osThreadGetId(), 1), osError);
    EXPECT(osThreadGetAffinityMask(osThreadGetId()), 0);
    osFaultResume();
}

static uint32_t expired_at[2];

static void expire(void *argument)
{
    *(uint32_t *)argument = osKernelGetTickCount();
}

/* Ticks count from the start, however long the work before it takes. */
static void work_before_the_start(void)
{
    osTimerId_t timer = osTimerNew(expire, osTimerOnce, &expired_at[0], NULL);
    osTimerId_t stopped = osTimerNew(expire, osTimerOnce, &expired_at[1], NULL);

    EXPECT(osTimerStart(timer, 3), osOK);
    EXPECT(osTimerStart(stopped, 3), osOK);
    EXPECT(osTimerStart(timer, 5), osOK);
    EXPECT(osTimerStop(stopped), osOK);
    EXPECT(osTimerIsRunning(timer), 1);
    EXPECT(osTimerIsRunning(stopped), 0);
    lm_work(7 * (osKernelGetSysTimerFreq() / 1000) / 2);
    EXPECT(osKernelGetTickCount(), 0);
}

static void after_the_start(void)
{
    EXPECT(osKernelGetTickCount() <= 1, 1);
    osDelay(10);
    EXPECT(expired_at[0], 5);
    EXPECT(expired_at[1], 0);
}

static void run(void *argument)
{
    (void)argument;
    after_the_start();
    lock();
    sleep();
    time();
    until();
    isolation();
    judge_in_interrupt(in_interrupt);
    failures();
    judge_end();
}

int main(void)
{
    before_the_start();
    work_before_the_start();
    EXPECT(osThreadNew(run, NULL, NULL) != NULL, 1);
    EXPECT(osKernelStart(), osOK);
    return 1;
}
