/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: a program of CMSIS-RTOS2 with affinity masks runs on several cores: objects that exist
 * before the start serve the threads of all cores, calls about a thread of another core have their
 * effect there, and calls that several cores do not have are refused. Method: a thread of core 0
 * gives the thread of core 1 one function after the other, and both check what calls return. Prints
 * each expectation that is not met, and their number; status 1: an expectation was not met. */
#include "../expect.h"
#include "cmsis_os2.h"
#include <limen/board.h>
#include <limen/cores.h>
#include <limen_layer.h>

enum { ROUNDS = 100, PLACES = 4, ON_CORE_1 = 2, BOTH = 3, NO_CORE = 1 << 8 };

static osThreadId_t runner, helper, other;
static osSemaphoreId_t begin, end, limited;
static osMutexId_t mutex, second_mutex, own_mutex;
static osMessageQueueId_t queue;
static osMemoryPoolId_t pool;
static osEventFlagsId_t events;
static osSemaphoreId_t late, late_for_all, own_of_core_1;
static osTimerId_t timer;
static void (*volatile to_do)(void);
static volatile unsigned count, shares[2];

/* The thread of core 1. */
static void help(void *argument)
{
    (void)argument;
    for (;;) {
        osSemaphoreAcquire(begin, osWaitForever);
        EXPECT(lm_core_self() == 1);
        to_do();
        osSemaphoreRelease(end);
    }
}

static void let_core_1(void (*function)(void))
{
    to_do = function;
    EXPECT(osSemaphoreRelease(begin) == osOK);
}

static void await_core_1(void)
{
    EXPECT(osSemaphoreAcquire(end, osWaitForever) == osOK);
}

static void core_1_does(void (*function)(void))
{
    let_core_1(function);
    await_core_1();
}

static osThreadId_t start_on(uint32_t mask, osThreadFunc_t function, uint32_t attr_bits,
                             osPriority_t priority)
{
    return osThreadNew(function, NULL,
                       &(osThreadAttr_t){.name = "other",
                                         .attr_bits = attr_bits,
                                         .stack_size = 1024,
                                         .priority = priority,
                                         .affinity_mask = mask});
}

static void await_count(unsigned wanted)
{
    while (count != wanted) {
        osDelay(1);
    }
}

/* The count says that the thread is about to wait. */
static void await_wait(osThreadId_t thread, unsigned wanted)
{
    await_count(wanted);
    while (osThreadGetState(thread) != osThreadBlocked) {
        osDelay(1);
    }
}

/* Semaphores. */

static void take_twice(void)
{
    EXPECT(osSemaphoreAcquire(limited, osWaitForever) == osOK); /* core 0 waits for it to be full */
    EXPECT(osSemaphoreAcquire(limited, 2) == osErrorTimeout);
    EXPECT(osSemaphoreGetCount(limited) == 0);
    EXPECT(osSemaphoreRelease(limited) == osOK && osSemaphoreRelease(limited) == osOK);
    EXPECT(osSemaphoreRelease(limited) == osErrorResource);
    EXPECT(osSemaphoreGetCount(limited) == 2);
}

static void check_semaphores(void)
{
    let_core_1(take_twice);
    osDelay(3);
    EXPECT(osSemaphoreRelease(limited) == osOK);
    await_core_1();
    EXPECT(osSemaphoreRelease(limited) == osErrorResource);
    EXPECT(osSemaphoreAcquire(limited, 0) == osOK && osSemaphoreAcquire(limited, 0) == osOK);
    EXPECT(osSemaphoreAcquire(limited, 0) == osErrorResource);
    EXPECT(osSemaphoreDelete(limited) == osErrorResource);
    EXPECT(osSemaphoreGetName(limited)[0] == 'l');
}

/* Mutexes. */

static void wait_for_mutex(void)
{
    EXPECT(osMutexAcquire(mutex, 0) == osErrorResource);
    EXPECT(osMutexAcquire(mutex, 2) == osErrorTimeout);
    EXPECT(osMutexRelease(mutex) == osErrorResource);
    count = 1;
    EXPECT(osMutexAcquire(mutex, osWaitForever) == osOK && count == 2);
    EXPECT(osMutexGetOwner(mutex) == helper);
    EXPECT(osMutexAcquire(second_mutex, 0) == osErrorResource); /* one at most */
    EXPECT(osMutexRelease(mutex) == osOK);
    EXPECT(osMutexAcquire(second_mutex, 0) == osOK && osMutexRelease(second_mutex) == osOK);
}

static void check_mutexes(void)
{
    count = 0;
    EXPECT(osMutexAcquire(mutex, 0) == osOK && osMutexAcquire(mutex, 0) == osOK); /* recursive */
    let_core_1(wait_for_mutex);
    while (count == 0) {
        osDelay(1);
    }
    osDelay(2);
    EXPECT(osMutexRelease(mutex) == osOK);
    count = 2;
    EXPECT(osMutexRelease(mutex) == osOK);
    await_core_1();
    EXPECT(osMutexGetOwner(mutex) == NULL);
    EXPECT(osMutexDelete(mutex) == osErrorResource);
}

/* Message queues. */

static void receive_in_order(void)
{
    uint32_t message = 0;
    uint8_t priority = 9;

    count = 1;
    await_wait(runner, 1);
    EXPECT(osMessageQueueGetCount(queue) == PLACES && osMessageQueueGetSpace(queue) == 0);
    EXPECT(osMessageQueueGet(queue, &message, &priority, 0) == osOK);
    EXPECT(message == 3 && priority == 2);
    EXPECT(osMessageQueueGet(queue, &message, &priority, 0) == osOK);
    EXPECT(message == 5 && priority == 1); /* of core 0, which waited for space */
    EXPECT(osMessageQueueGet(queue, &message, NULL, 0) == osOK && message == 1);
    EXPECT(osMessageQueueReset(queue) == osOK && osMessageQueueGetCount(queue) == 0);
    EXPECT(osMessageQueueGet(queue, &message, NULL, 2) == osErrorTimeout);
    count = 2;
    EXPECT(osMessageQueueGet(queue, &message, &priority, osWaitForever) == osOK);
    EXPECT(message == 6 && priority == 7);
}

static void check_queues(void)
{
    static const uint8_t priorities[PLACES] = {0, 0, 2, 0};
    uint32_t message;

    for (message = 1; message <= PLACES; message++) {
        EXPECT(osMessageQueuePut(queue, &message, priorities[message - 1], 0) == osOK);
    }
    EXPECT(osMessageQueuePut(queue, &message, 0, 0) == osErrorResource);
    let_core_1(receive_in_order);
    EXPECT(osMessageQueuePut(queue, &message, 1, osWaitForever) == osOK);
    await_count(2);
    message++;
    EXPECT(osMessageQueuePut(queue, &message, 7, osWaitForever) == osOK);
    await_core_1();
    EXPECT(osMessageQueueGetCapacity(queue) == PLACES && osMessageQueueGetMsgSize(queue) == 4);
    EXPECT(osMessageQueueDelete(queue) == osErrorResource);
}

/* Memory pools. */

static void wait_for_block(void)
{
    EXPECT(osMemoryPoolAlloc(pool, 0) == NULL && osMemoryPoolGetSpace(pool) == 0);
    count = 1;
    void *block = osMemoryPoolAlloc(pool, osWaitForever);

    EXPECT(block != NULL && osMemoryPoolFree(pool, block) == osOK);
    EXPECT(osMemoryPoolFree(pool, &pool) == osErrorParameter);
}

static void check_pools(void)
{
    void *first = osMemoryPoolAlloc(pool, 0), *last = osMemoryPoolAlloc(pool, 0);

    EXPECT(first != NULL && last != NULL && first != last);
    count = 0;
    let_core_1(wait_for_block);
    await_wait(helper, 1);
    EXPECT(osMemoryPoolFree(pool, first) == osOK);
    await_core_1();
    EXPECT(osMemoryPoolFree(pool, last) == osOK && osMemoryPoolGetSpace(pool) == 2);
    EXPECT(osMemoryPoolDelete(pool) == osErrorResource);
}

/* Event flags, and flags of threads. */

static void wait_for_flags(void)
{
    count = 1;
    EXPECT(osEventFlagsWait(events, 3, osFlagsWaitAll, osWaitForever) == 7);
    EXPECT(osEventFlagsGet(events) == 4);
    EXPECT(osEventFlagsWait(events, 3, osFlagsWaitAny, 2) == osFlagsErrorTimeout);
    EXPECT(osEventFlagsWait(events, 4, osFlagsWaitAny | osFlagsNoClear, 0) == 4);
    EXPECT(osEventFlagsClear(events, 4) == 4 && osEventFlagsGet(events) == 0);
    EXPECT(osThreadFlagsWait(5, osFlagsWaitAll, osWaitForever) == 5);
    EXPECT(osThreadFlagsSet(other, 8) <= 8); /* if it waits already, it clears them */
    EXPECT(osThreadFlagsWait(1, osFlagsWaitAny, 2) == osFlagsErrorTimeout);
}

static void check_flags(void)
{
    other = osThreadGetId();
    count = 0;
    let_core_1(wait_for_flags);
    await_wait(helper, 1);
    EXPECT(osEventFlagsSet(events, 5) == 5);
    EXPECT(osEventFlagsSet(events, 2) == 4);
    EXPECT(osThreadFlagsSet(helper, 1) != osFlagsErrorParameter);
    EXPECT(osThreadFlagsSet(helper, 4) != osFlagsErrorParameter);
    EXPECT(osThreadFlagsWait(8, osFlagsWaitAny, osWaitForever) == 8);
    await_core_1();
    EXPECT(osEventFlagsDelete(events) == osErrorResource);
}

/* Objects of one core, and what only core 0 has. */

static void use_objects_of_core_0(void)
{
    EXPECT(osSemaphoreAcquire(late, 0) == osErrorParameter);
    EXPECT(osSemaphoreRelease(late) == osErrorParameter);
    EXPECT(osSemaphoreAcquire(late_for_all, 0) == osOK);
    EXPECT(osMutexAcquire(own_mutex, 0) == osErrorParameter);
    EXPECT(osTimerStart(timer, 1) == osErrorParameter);
    EXPECT(osTimerNew((osTimerFunc_t)help, osTimerOnce, NULL, NULL) == NULL);
    own_of_core_1 = osSemaphoreNew(1, 1, NULL);
    EXPECT(osSemaphoreAcquire(own_of_core_1, 0) == osOK);
}

static void delete_own(void)
{
    EXPECT(osSemaphoreRelease(own_of_core_1) == osOK);
    EXPECT(osSemaphoreDelete(own_of_core_1) == osOK);
}

static void check_objects_of_a_core(void)
{
    late = osSemaphoreNew(1, 1, &(osSemaphoreAttr_t){.name = "late"});
    late_for_all = osSemaphoreNew(
        1, 1, &(osSemaphoreAttr_t){.name = "late for all", .attr_bits = osLimenAllCores});
    own_mutex = osMutexNew(NULL);
    core_1_does(use_objects_of_core_0);
    EXPECT(osSemaphoreAcquire(late, 0) == osOK && osSemaphoreDelete(late) == osOK);
    EXPECT(osMutexAcquire(mutex, 0) == osOK && osMutexAcquire(own_mutex, 0) == osOK);
    EXPECT(osMutexRelease(own_mutex) == osOK && osMutexRelease(mutex) == osOK);
    EXPECT(osMutexDelete(own_mutex) == osOK);
    EXPECT(osSemaphoreRelease(own_of_core_1) == osErrorParameter);
    core_1_does(delete_own);
}

/* Threads. */

static void run_for_ever(void *argument)
{
    (void)argument;
    for (;;) {
        count = count + 1;
        lm_work(1);
    }
}

static void wait_and_count(void *argument)
{
    (void)argument;
    count = 1;
    EXPECT(osDelay(osWaitForever) == osOK); /* until osThreadResume */
    count = 2;
    EXPECT(osSemaphoreAcquire(limited, osWaitForever) == osErrorTimeout); /* a shared object */
    count = 3;
    osThreadExit();
}

static void wait_for_ever(void *argument)
{
    (void)argument;
    (void)osDelay(osWaitForever);
}

static void check_threads_of_other_cores(void)
{
    count = 0;
    other = start_on(ON_CORE_1, wait_and_count, osThreadJoinable, osPriorityNormal);
    await_wait(other, 1);
    EXPECT(osThreadGetAffinityMask(other) == ON_CORE_1);
    EXPECT(osThreadSetPriority(other, osPriorityHigh) == osOK);
    EXPECT(osThreadGetPriority(other) == osPriorityHigh);
    EXPECT(osThreadSuspend(other) == osOK && count == 1);
    EXPECT(osThreadResume(other) == osOK);
    await_wait(other, 2);
    EXPECT(osThreadSuspend(other) == osOK); /* its wait for the semaphore has ended */
    EXPECT(osSemaphoreRelease(limited) == osOK && osSemaphoreGetCount(limited) == 1);
    EXPECT(osSemaphoreAcquire(limited, 0) == osOK);
    EXPECT(osThreadResume(other) == osOK);
    EXPECT(osThreadJoin(other) == osOK && count == 3);
    EXPECT(osThreadJoin(other) == osErrorParameter);
    other = start_on(ON_CORE_1, run_for_ever, 0, osPriorityLow);
    while (count < 10) {
        osDelay(1);
    }
    EXPECT(osThreadGetState(other) != osThreadBlocked);
    EXPECT(osThreadGetCount() >= 3);
    EXPECT(osThreadTerminate(other) == osOK);
    unsigned last = count;

    osDelay(3);
    EXPECT(count == last);
    EXPECT(start_on(NO_CORE, run_for_ever, 0, osPriorityLow) == NULL);
}

static void move_to_and_fro(void *argument)
{
    (void)argument;
    EXPECT(lm_core_self() == 1);
    for (unsigned i = 0; i < 10; i++) {
        uint32_t mask = 1U << (i & 1U);

        EXPECT(osThreadSetAffinityMask(osThreadGetId(), mask) == osOK);
        EXPECT(lm_core_self() == (i & 1U) && osThreadGetAffinityMask(osThreadGetId()) == mask);
        EXPECT(osThreadFlagsSet(osThreadGetId(), 1) == 1);
        EXPECT(osThreadFlagsWait(1, osFlagsWaitAny, 0) == 1);
    }
    EXPECT(osThreadSetAffinityMask(osThreadGetId(), NO_CORE) == osErrorParameter);
    EXPECT(osThreadSetAffinityMask(osThreadGetId(), BOTH) == osOK && lm_core_self() == 0);
}

static void check_moves(void)
{
    other = start_on(ON_CORE_1, move_to_and_fro, osThreadJoinable, osPriorityNormal);
    EXPECT(osThreadJoin(other) == osOK);
    EXPECT(osThreadSetAffinityMask(helper, 1) == osErrorResource); /* it has begun */
}

/* Equals of another core have time slices. */

static void take_share(void *argument)
{
    volatile unsigned *share = argument;

    for (;;) {
        *share = *share + 1;
        lm_work(20);
    }
}

static void check_slices(void)
{
    osThreadId_t threads[2];

    for (unsigned i = 0; i < 2; i++) {
        threads[i] = osThreadNew(take_share, (void *)(uintptr_t)&shares[i],
                                 &(osThreadAttr_t){.stack_size = 1024,
                                                   .priority = osPriorityLow,
                                                   .affinity_mask = ON_CORE_1});
    }
    while (shares[0] < 10 || shares[1] < 10) {
        osDelay(1);
    }
    EXPECT(osThreadTerminate(threads[0]) == osOK && osThreadTerminate(threads[1]) == osOK);
}

/* A lock of the kernel is for one core. */

static void lock_core_1(void)
{
    EXPECT(osKernelLock() == 0 && osKernelGetState() == osKernelLocked);
    EXPECT(osSemaphoreAcquire(limited, 5) == osErrorTimeout); /* it may not wait */
    count = 1;
    while (count == 1) {
        lm_work(1);
    }
    EXPECT(osKernelUnlock() == 1 && osKernelGetState() == osKernelRunning);
}

static void check_locks(void)
{
    count = 0;
    let_core_1(lock_core_1);
    await_count(1);
    EXPECT(osKernelGetState() == osKernelRunning && osKernelLock() == 0);
    EXPECT(osKernelUnlock() == 1);
    count = 2;
    await_core_1();
}

/* Threads end while another core ends, joins or detaches them; all memory comes back. */

static void end_soon(void *argument)
{
    (void)argument;
    lm_work(shares[0]);
}

static void check_ends(void)
{
    size_t before = 0;

    for (unsigned i = 0; i < ROUNDS; i++) {
        uint32_t mask = 1 + i % 2;
        bool joins = i / 2 % 2 != 0;

        shares[0] = i * 7 % 100;
        other = start_on(mask, end_soon, joins ? osThreadJoinable : 0, osPriorityHigh);
        EXPECT(other != NULL);
        lm_work(i * 13 % 100);
        if (!joins) {
            (void)osThreadTerminate(other); /* it may have ended */
        } else if (i % 3 == 0) {
            EXPECT(osThreadDetach(other) == osOK);
        } else {
            EXPECT(osThreadJoin(other) == osOK);
        }
        if (i == ROUNDS / 2) {
            osDelay(5);
            lm_layer_thread_free_ended();
            before = lm_layer_heap_left();
        }
    }
    osDelay(5);
    lm_layer_thread_free_ended();
    EXPECT(lm_layer_heap_left() == before && osThreadGetCount() == 3);
}

/* All cores create and delete at once; nothing is lost. */
static void create_and_delete(void)
{
    for (unsigned i = 0; i < ROUNDS; i++) {
        osSemaphoreId_t semaphore = osSemaphoreNew(1, 1, NULL);
        osMemoryPoolId_t blocks = osMemoryPoolNew(1 + i % 5, 8 + i % 40, NULL);

        EXPECT(semaphore != NULL && blocks != NULL);
        EXPECT(osSemaphoreAcquire(semaphore, 0) == osOK);
        EXPECT(osMemoryPoolDelete(blocks) == osOK && osSemaphoreDelete(semaphore) == osOK);
        lm_work(i % 3);
    }
}

static void check_heap(void)
{
    size_t before = lm_layer_heap_left();

    let_core_1(create_and_delete);
    create_and_delete();
    await_core_1();
    EXPECT(lm_layer_heap_left() == before);
}

static void join_other(void *argument)
{
    count = 1;
    (void)osThreadJoin(argument);
    EXPECT(false); /* it is terminated */
}

/* A thread of core 1 that joins one of core 0 is terminated: the joined one is freed at its end. */
static void check_a_join_that_ends(void)
{
    size_t before = lm_layer_heap_left();
    osThreadId_t joins;

    count = 0;
    other = start_on(1, wait_for_ever, osThreadJoinable, osPriorityLow);
    joins = osThreadNew(join_other, other,
                        &(osThreadAttr_t){.stack_size = 1024,
                                          .priority = osPriorityNormal,
                                          .affinity_mask = ON_CORE_1});
    await_wait(joins, 1);
    EXPECT(osThreadTerminate(joins) == osOK);
    EXPECT(osThreadJoin(other) == osErrorResource); /* nobody joins it any more */
    EXPECT(osThreadTerminate(other) == osOK);
    lm_layer_thread_free_ended();
    EXPECT(lm_layer_heap_left() == before);
}

static void run(void *argument)
{
    (void)argument;
    EXPECT(osThreadGetAffinityMask(osThreadGetId()) == 1);
    check_semaphores();
    check_mutexes();
    check_queues();
    check_pools();
    check_flags();
    check_objects_of_a_core();
    check_threads_of_other_cores();
    check_moves();
    check_slices();
    check_locks();
    check_ends();
    check_heap();
    check_a_join_that_ends();
    lm_board_printf("%u not as expected\n", unmet);
    lm_board_exit(unmet != 0);
}

int main(void)
{
    osKernelInitialize();
    begin = osSemaphoreNew(1, 0, NULL);
    end = osSemaphoreNew(1, 0, NULL);
    limited = osSemaphoreNew(2, 0, &(osSemaphoreAttr_t){.name = "limited"});
    mutex = osMutexNew(&(osMutexAttr_t){.attr_bits = osMutexRecursive | osMutexPrioInherit});
    second_mutex = osMutexNew(NULL);
    queue = osMessageQueueNew(PLACES, sizeof(uint32_t), NULL);
    pool = osMemoryPoolNew(2, 16, NULL);
    events = osEventFlagsNew(NULL);
    timer = osTimerNew((osTimerFunc_t)help, osTimerOnce, NULL, NULL);
    helper = start_on(ON_CORE_1, help, 0, osPriorityNormal);
    runner = start_on(1, run, 0, osPriorityNormal);
    osKernelStart();
    return 2;
}
