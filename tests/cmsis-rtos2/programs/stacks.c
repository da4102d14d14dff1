/* SPDX-License-Identifier: Apache-2.0 */
/* Each call works in a thread whose stack is the smallest that osThreadNew accepts. A thread with a
 * large stack makes calls that wait and calls that do not. The bytes that it has used, which
 * include those of its switches, fit into the smallest stack. On the host a thread has a stack of
 * another size. */
#include "judge.h"
#include "rtx_os.h"

enum { LARGE = 2048 };

static osMutexId_t mutex;
static osSemaphoreId_t semaphore;
static osMessageQueueId_t queue;
static osEventFlagsId_t events;
static osMemoryPoolId_t pool;
static osTimerId_t timer;
static osThreadId_t other;
static uint32_t number;
static void *block;

static void use_objects(void)
{
    (void)osMutexAcquire(mutex, 2);
    (void)osMutexRelease(mutex);
    (void)osSemaphoreAcquire(semaphore, 2);
    (void)osSemaphoreRelease(semaphore);
    (void)osSemaphoreAcquire(semaphore, osWaitForever);
    (void)osMessageQueueGet(queue, &number, NULL, 2);
    (void)osMessageQueuePut(queue, &number, 1, 2);
    (void)osMessageQueuePut(queue, &number, 2, 2);
    (void)osMessageQueueGet(queue, &number, NULL, osWaitForever);
    (void)osMessageQueueReset(queue);
}

static void use_flags(void)
{
    (void)osEventFlagsWait(events, 1, osFlagsWaitAll, 2);
    (void)osEventFlagsSet(events, 2);
    (void)osThreadFlagsWait(1, osFlagsWaitAny, 2);
    (void)osThreadFlagsSet(other, 1);
    block = osMemoryPoolAlloc(pool, 2);
    (void)osMemoryPoolAlloc(pool, 2);
    (void)osMemoryPoolFree(pool, block);
}

static void use_threads(void)
{
    (void)osTimerStart(timer, 2);
    (void)osDelay(3);
    (void)osDelayUntil(osKernelGetTickCount() + 2);
    (void)osTimerStop(timer);
    (void)osKernelLock();
    (void)osKernelUnlock();
    (void)osThreadYield();
    (void)osThreadSetPriority(other, osPriorityAboveNormal1);
    (void)osThreadSuspend(other);
    (void)osThreadResume(other);
    (void)osThreadTerminate(other);
    (void)osMutexDelete(mutex);
}

static void use_all(void *argument)
{
    (void)argument;
    use_objects();
    use_flags();
    use_threads();
    osThreadExit();
}

static void own_mutex(void *argument)
{
    (void)argument;
    (void)osMutexAcquire(mutex, osWaitForever);
    (void)osThreadFlagsWait(1, osFlagsWaitAny, osWaitForever);
    osDelay(100);
}

static uint64_t stack[LARGE / 8];

static osThreadId_t start(uint32_t bytes, osThreadFunc_t function, uint32_t bits)
{
    static osRtxThread_t thread;

    return osThreadNew(function, NULL,
                       &(osThreadAttr_t){.attr_bits = bits,
                                         .cb_mem = &thread,
                                         .cb_size = sizeof thread,
                                         .stack_mem = stack,
                                         .stack_size = bytes,
                                         .priority = osPriorityNormal1});
}

static void end(void *argument)
{
    (void)argument;
}

/* The smallest stack of a program that is accepted. */
static uint32_t smallest(void)
{
    uint32_t bytes = 72;

    while (bytes < LARGE && start(bytes, end, 0) == NULL) {
        bytes += 8;
    }
    return bytes;
}

/* There each thread has a large stack, so that all sizes of RTX5 are accepted. */
static bool on_the_host(void)
{
    return smallest() == 72;
}

static void run(void *argument)
{
    (void)argument;
    mutex = osMutexNew(&(osMutexAttr_t){.attr_bits = osMutexPrioInherit});
    semaphore = osSemaphoreNew(1, 0, NULL);
    queue = osMessageQueueNew(1, 4, NULL);
    events = osEventFlagsNew(NULL);
    pool = osMemoryPoolNew(1, 4, NULL);
    timer = osTimerNew(end, osTimerPeriodic, NULL, NULL);
    other = osThreadNew(own_mutex, NULL, &(osThreadAttr_t){.priority = osPriorityNormal2});
    (void)osThreadSetPriority(osThreadGetId(), osPriorityLow);
    osThreadId_t user = start(LARGE, use_all, osThreadJoinable);

    for (unsigned each = 0; each < 10; each++) { /* end its waits without a limit */
        osDelay(5);
        (void)osSemaphoreRelease(semaphore);
        (void)osMessageQueuePut(queue, &number, 0, 0);
    }
    uint32_t used = LARGE - osThreadGetStackSpace(user);

    EXPECT(osThreadGetState(user), osThreadTerminated);
    EXPECT(osThreadJoin(user), osOK);
    EXPECT(on_the_host() || used > 128, 1); /* it is measured */
    EXPECT(on_the_host() || used <= smallest(), 1);
    /* A stack of the heap is as large as it has to be. */
    user = osThreadNew(end, NULL, &(osThreadAttr_t){.stack_size = 72, .priority = osPriorityIdle});
    EXPECT(user != NULL && osThreadGetStackSize(user) >= 72, 1);
    judge_end();
}

int main(void)
{
    return judge_run(run);
}
