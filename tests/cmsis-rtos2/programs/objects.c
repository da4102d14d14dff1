/* SPDX-License-Identifier: Apache-2.0 */
/* Event flags, mutexes, semaphores, memory pools, message queues, timers. */
#include "judge.h"
#include "rtx_os.h"

static osThreadId_t main_thread;
static osEventFlagsId_t events;
static osMutexId_t mutex;
static osSemaphoreId_t semaphore;
static osMemoryPoolId_t pool;
static osMessageQueueId_t queue;
static osTimerId_t timer;
static uint32_t results[3];
static int status;

/* Programs choose by the type of the attributes. A compiler refuses equal types here. */
#define KIND_OF(attr)                                                                              \
    _Generic((attr), osThreadAttr_t : 1, osTimerAttr_t : 2, osEventFlagsAttr_t : 3,                \
             osMutexAttr_t : 4, osSemaphoreAttr_t : 5, osMemoryPoolAttr_t : 6,                     \
             osMessageQueueAttr_t : 7)
_Static_assert(KIND_OF((osMutexAttr_t){0}) == 4, "the attributes of a mutex are a type");

static osThreadId_t start(void (*function)(void *), uintptr_t argument, osPriority_t priority)
{
    return osThreadNew(function, (void *)argument, &(osThreadAttr_t){.priority = priority});
}

static void wait_for_events(void *argument)
{
    uintptr_t number = (uintptr_t)argument;

    results[number] = osEventFlagsWait(events, 1, osFlagsWaitAny, osWaitForever);
}

static void event_flags(void)
{
    events = osEventFlagsNew(NULL);
    EXPECT(osEventFlagsSet(events, 0x80000000U), osFlagsErrorParameter);
    EXPECT(osEventFlagsSet(NULL, 1), osFlagsErrorParameter);
    EXPECT(osEventFlagsGetName(events) == NULL, 1);
    start(wait_for_events, 0, osPriorityAboveNormal);
    start(wait_for_events, 1, osPriorityHigh);
    results[0] = 0;
    EXPECT(osEventFlagsSet(events, 3), 2); /* the more urgent thread takes the flag */
    EXPECT(results[1], 3);
    EXPECT(results[0], 0);
    EXPECT(osEventFlagsWait(events, 3, osFlagsWaitAll, 0), osFlagsErrorResource);
    EXPECT(osEventFlagsWait(events, 3, osFlagsWaitAll, 1), osFlagsErrorTimeout);
    EXPECT(osEventFlagsClear(events, 2), 2);
    EXPECT(osEventFlagsGet(events), 0);
    EXPECT(osEventFlagsDelete(events), osOK);
    EXPECT(results[0], osFlagsErrorResource);
    EXPECT(osEventFlagsDelete(events), osErrorParameter);
}

static void set_three(void *argument)
{
    (void)argument;
    EXPECT(osEventFlagsSet(events, 3), 3); /* the threads run later */
}

static void event_flags_of_interrupt(void)
{
    events = osEventFlagsNew(NULL);
    start(wait_for_events, 0, osPriorityAboveNormal);
    start(wait_for_events, 1, osPriorityHigh);
    judge_in_interrupt(set_three);
    EXPECT(results[1], 3);
    EXPECT(osEventFlagsSet(events, 1), 2);
    EXPECT(results[0], 3);
    EXPECT(osEventFlagsDelete(events), osOK);
}

static void hold(void *argument)
{
    (void)argument;
    EXPECT(osMutexAcquire(mutex, osWaitForever), osOK);
    osDelay(2);
    osThreadExit(); /* it is robust */
}

static void want(void *argument)
{
    status = osMutexAcquire(mutex, (uint32_t)(uintptr_t)argument);
}

static void inheritance(void)
{
    EXPECT(osMutexAcquire(mutex, 0), osOK);
    start(want, 2, osPriorityHigh);
    EXPECT(osThreadGetPriority(main_thread), osPriorityHigh);
    osDelay(3);
    EXPECT(status, osErrorTimeout);
    EXPECT(osThreadGetPriority(main_thread), osPriorityNormal);
    start(want, osWaitForever, osPriorityHigh);
    EXPECT(osMutexRelease(mutex), osOK);
    EXPECT(osThreadGetPriority(main_thread), osPriorityNormal);
    EXPECT(status, osOK);
    EXPECT(osMutexGetOwner(mutex) == NULL, 1); /* its owner has ended */
}

static void mutexes(void)
{
    mutex = osMutexNew(&(osMutexAttr_t){.name = "m", .attr_bits = osMutexRecursive});
    for (int i = 0; i < 255; i++) {
        EXPECT(osMutexAcquire(mutex, 0), osOK);
    }
    EXPECT(osMutexAcquire(mutex, 0), osErrorResource);
    EXPECT(osMutexGetOwner(mutex) == main_thread, 1);
    for (int i = 0; i < 255; i++) {
        EXPECT(osMutexRelease(mutex), osOK);
    }
    EXPECT(osMutexRelease(mutex), osErrorResource);
    EXPECT(osMutexDelete(mutex), osOK);
    mutex = osMutexNew(NULL);
    EXPECT(osMutexAcquire(mutex, 0), osOK);
    EXPECT(osMutexAcquire(mutex, 0), osErrorResource);
    osDelay(1);
    uint32_t begin = osKernelGetTickCount();

    EXPECT(osMutexAcquire(mutex, 3), osErrorTimeout); /* it waits for itself */
    EXPECT(osKernelGetTickCount() - begin, 3);
    EXPECT(osMutexDelete(mutex), osOK);
    mutex =
        osMutexNew(&(osMutexAttr_t){.attr_bits = osMutexPrioInherit | osMutexRobust, .name = "m"});
    inheritance();
    start(hold, 0, osPriorityHigh);
    EXPECT(osMutexAcquire(mutex, 5), osOK);
    EXPECT(osMutexDelete(mutex), osOK);
}

static void wait_for_unit(void *argument)
{
    if (osSemaphoreAcquire(semaphore, osWaitForever) == osOK) {
        judge_step((unsigned)(uintptr_t)argument);
    }
}

static void semaphores(void)
{
    EXPECT(osSemaphoreNew(0, 0, NULL) == NULL, 1);
    EXPECT(osSemaphoreNew(65536, 0, NULL) == NULL, 1);
    EXPECT(osSemaphoreNew(1, 2, NULL) == NULL, 1);
    semaphore = osSemaphoreNew(2, 1, NULL);
    EXPECT(osSemaphoreRelease(semaphore), osOK);
    EXPECT(osSemaphoreRelease(semaphore), osErrorResource);
    EXPECT(osSemaphoreGetCount(semaphore), 2);
    EXPECT(osSemaphoreAcquire(semaphore, 0), osOK);
    EXPECT(osSemaphoreAcquire(semaphore, osWaitForever), osOK);
    EXPECT(osSemaphoreAcquire(semaphore, 0), osErrorResource);
    for (uint32_t ticks = 1; ticks < 5; ticks++) {
        osDelay(1);
        uint32_t begin = osKernelGetTickCount();

        EXPECT(osSemaphoreAcquire(semaphore, ticks), osErrorTimeout);
        EXPECT(osKernelGetTickCount() - begin, ticks);
    }
    judge_order = 0;
    start(wait_for_unit, 3, osPriorityAboveNormal);
    start(wait_for_unit, 1, osPriorityHigh);
    start(wait_for_unit, 2, osPriorityHigh);
    for (int i = 0; i < 3; i++) {
        EXPECT(osSemaphoreRelease(semaphore), osOK);
    }
    EXPECT(judge_order, 123);
    EXPECT(osSemaphoreDelete(semaphore), osOK);
    EXPECT(osSemaphoreAcquire(semaphore, 0), osErrorParameter);
}

static void pools(void)
{
    void *blocks[3];

    EXPECT(osMemoryPoolNew(0, 4, NULL) == NULL, 1);
    EXPECT(osMemoryPoolNew(0x10000, 0x10000, NULL) == NULL, 1);
    pool = osMemoryPoolNew(2, 5, NULL);
    EXPECT(osMemoryPoolGetBlockSize(pool), 8);
    EXPECT(osMemoryPoolGetCapacity(pool), 2);
    blocks[0] = osMemoryPoolAlloc(pool, 0);
    blocks[1] = osMemoryPoolAlloc(pool, osWaitForever);
    EXPECT(blocks[0] != NULL && blocks[1] != NULL && blocks[0] != blocks[1], 1);
    EXPECT(osMemoryPoolAlloc(pool, 2) == NULL, 1);
    EXPECT(osMemoryPoolGetCount(pool), 2);
    EXPECT(osMemoryPoolGetSpace(pool), 0);
    EXPECT(osMemoryPoolFree(pool, NULL), osErrorParameter);
    EXPECT(osMemoryPoolFree(pool, (char *)blocks[0] + 1), osErrorParameter);
    EXPECT(osMemoryPoolFree(pool, blocks), osErrorParameter);
    EXPECT(osMemoryPoolFree(pool, blocks[0]), osOK);
    EXPECT(osMemoryPoolGetSpace(pool), 1);
    EXPECT(osMemoryPoolDelete(pool), osOK);
}

static void put_number(void *argument)
{
    uint32_t number = (uint32_t)(uintptr_t)argument;

    status = osMessageQueuePut(queue, &number, (uint8_t)number, osWaitForever);
}

static uint32_t take(uint32_t timeout)
{
    uint32_t number = 0;
    uint8_t priority = 0;

    if (osMessageQueueGet(queue, &number, &priority, timeout) != osOK) {
        return 0;
    }
    EXPECT(priority, number % 10);
    return number;
}

static void put(uint32_t number)
{
    EXPECT(osMessageQueuePut(queue, &number, (uint8_t)(number % 10), 0), osOK);
}

static void queues(void)
{
    uint32_t number = 1;

    queue = osMessageQueueNew(4, sizeof number, NULL);
    EXPECT(osMessageQueueGetMsgSize(queue), 4);
    EXPECT(osMessageQueueGetCapacity(queue), 4);
    put(11);
    put(12);
    put(21);
    put(22);
    EXPECT(osMessageQueuePut(queue, &number, 0, 0), osErrorResource);
    EXPECT(osMessageQueuePut(queue, &number, 0, 2), osErrorTimeout);
    EXPECT(osMessageQueuePut(queue, NULL, 0, 0), osErrorParameter);
    EXPECT(osMessageQueueGetSpace(queue), 0);
    EXPECT(take(0), 12); /* by priority, equal ones in their order */
    EXPECT(take(0), 22);
    EXPECT(take(0), 11);
    EXPECT(osMessageQueueGetCount(queue), 1);
    put(13);
    put(23);
    put(14);
    start(put_number, 5, osPriorityAboveNormal);
    start(put_number, 6, osPriorityHigh);
    EXPECT(take(0), 14); /* the more urgent thread puts its message now */
    EXPECT(take(0), 6);
    EXPECT(take(0), 5);
    put(17);
    start(put_number, 9, osPriorityHigh);
    EXPECT(osMessageQueueReset(queue), osOK);
    EXPECT(osMessageQueueGetCount(queue), 1);
    EXPECT(take(1), 9);
    EXPECT(take(0), 0);
    EXPECT(osMessageQueueDelete(queue), osOK);
}

/* RTX5 refuses memory that has room for the messages alone. Such a queue has no priorities, so only
 * a program for the wrapper on FreeRTOS gets one. */
static void queue_memory(void)
{
    static uint32_t area[osRtxMessageQueueMemSize(4, 4) / 4];
    osMessageQueueAttr_t attr = {.mq_mem = area, .mq_size = 4 * 4};

    EXPECT(osMessageQueueNew(4, 4, &attr) == NULL, 1);
    attr.mq_size = sizeof area;
    queue = osMessageQueueNew(4, 4, &attr);
    put(11);
    put(12);
    EXPECT(take(0), 12);
    EXPECT(osMessageQueueDelete(queue), osOK);
}

static void expire(void *argument)
{
    (void)argument;
    results[2]++;
    results[1] = osTimerIsRunning(timer);
}

static void timers(void)
{
    timer = osTimerNew(expire, osTimerOnce, NULL, NULL);
    results[2] = 0;
    osDelay(1); /* a tick begins */
    EXPECT(osTimerStop(timer), osErrorResource);
    EXPECT(osTimerStart(timer, 0), osErrorParameter);
    EXPECT(osTimerStart(timer, 3), osOK);
    EXPECT(osTimerIsRunning(timer), 1);
    osDelay(2);
    EXPECT(osTimerStart(timer, 3), osOK); /* it begins again */
    osDelay(2);
    EXPECT(results[2], 0);
    osDelay(1);
    EXPECT(results[2], 1);
    EXPECT(results[1], 0);
    EXPECT(osTimerDelete(timer), osOK);
    timer = osTimerNew(expire, osTimerPeriodic, NULL, NULL);
    EXPECT(osTimerStart(timer, 2), osOK);
    osDelay(9);
    EXPECT(results[2], 5);
    EXPECT(results[1], 1);
    EXPECT(osTimerStop(timer), osOK);
    osDelay(4);
    EXPECT(results[2], 5);
    EXPECT(osTimerDelete(timer), osOK);
    EXPECT(osTimerNew(NULL, osTimerOnce, NULL, NULL) == NULL, 1);
}

static void *const nothing = NULL;

static void in_interrupt(void *argument)
{
    uint32_t number = 4;

    (void)argument;
    EXPECT(osMutexNew(NULL) == NULL, 1);
    EXPECT(osMutexAcquire(nothing, 0), osErrorISR);
    EXPECT(osMutexRelease(nothing), osErrorISR);
    EXPECT(osMutexDelete(nothing), osErrorISR);
    EXPECT(osSemaphoreDelete(nothing), osErrorISR);
    EXPECT(osTimerStart(nothing, 0), osErrorISR);
    EXPECT(osMessageQueueReset(nothing), osErrorISR);
    EXPECT(osSemaphoreAcquire(semaphore, 1), osErrorParameter);
    EXPECT(osSemaphoreAcquire(semaphore, 0), osErrorResource);
    EXPECT(osSemaphoreRelease(semaphore), osOK);
    EXPECT(osMessageQueuePut(queue, &number, 4, 0), osOK);
    EXPECT(osEventFlagsSet(events, 6), 6);
    EXPECT(osEventFlagsWait(events, 4, 0, 0), 6);
    EXPECT(osMemoryPoolAlloc(pool, 1) == NULL, 1);
    EXPECT(osMemoryPoolFree(pool, osMemoryPoolAlloc(pool, 0)), osOK);
}

static void interrupts(void)
{
    semaphore = osSemaphoreNew(1, 0, NULL);
    queue = osMessageQueueNew(1, 4, NULL);
    events = osEventFlagsNew(NULL);
    pool = osMemoryPoolNew(1, 4, NULL);
    judge_in_interrupt(in_interrupt);
    EXPECT(osSemaphoreAcquire(semaphore, 0), osOK);
    EXPECT(take(0), 4);
    EXPECT(osEventFlagsGet(events), 2);
    osSemaphoreDelete(semaphore);
    osMessageQueueDelete(queue);
    osEventFlagsDelete(events);
    osMemoryPoolDelete(pool);
}

static void run(void *argument)
{
    (void)argument;
    main_thread = osThreadGetId();
    event_flags();
    event_flags_of_interrupt();
    mutexes();
    semaphores();
    pools();
    queues();
    queue_memory();
    timers();
    interrupts();
    judge_end();
}

int main(void)
{
    return judge_run(run);
}
