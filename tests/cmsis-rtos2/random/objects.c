/* SPDX-License-Identifier: Apache-2.0 */
/* The objects and threads of a script: handles, memory, creation and deletion. */
#include "objects.h"
#include <limen/board.h>

enum { STACK_BYTES = 2048 };

osThreadId_t threads[THREADS];
osSemaphoreId_t semaphores[OBJECTS];
osMessageQueueId_t queues[OBJECTS];
osMutexId_t mutexes[OBJECTS];
osEventFlagsId_t events[OBJECTS];
osMemoryPoolId_t pools[OBJECTS];
osTimerId_t timers[OBJECTS];

static osRtxThread_t thread_blocks[THREADS];
static uint64_t stacks[THREADS][STACK_BYTES / 8];
static osRtxSemaphore_t semaphore_blocks[OBJECTS];
static osRtxMessageQueue_t queue_blocks[OBJECTS];
static uint32_t queue_data[OBJECTS][osRtxMessageQueueMemSize(3, 4) / 4];
static osRtxMutex_t mutex_blocks[OBJECTS];
static osRtxEventFlags_t event_blocks[OBJECTS];
static osRtxMemoryPool_t pool_blocks[OBJECTS];
static uint64_t pool_data[OBJECTS][4];
static osRtxTimer_t timer_blocks[OBJECTS];

void create_thread(unsigned number)
{
    const osThreadAttr_t attr = {.attr_bits = script.joinable[number] ? osThreadJoinable : 0,
                                 .cb_mem = &thread_blocks[number],
                                 .cb_size = sizeof thread_blocks[number],
                                 .stack_mem = script.uses_heap ? NULL : stacks[number],
                                 .stack_size = sizeof stacks[number],
                                 .priority = (osPriority_t)script.priority[number]};

    threads[number] = (osThreadId_t)&thread_blocks[number];
    if (osThreadNew(run_thread, (void *)(uintptr_t)number, &attr) == NULL) {
        lm_board_printf("no thread %u\n", number);
        lm_board_exit(1);
    }
}

#define MEMORY(blocks, number) .cb_mem = &(blocks)[number], .cb_size = sizeof(blocks)[0]

static void create_one_of_each(unsigned each)
{
    semaphores[each] = osSemaphoreNew(script.most[each], script.initial[each],
                                      &(osSemaphoreAttr_t){MEMORY(semaphore_blocks, each)});
    queues[each] = osMessageQueueNew(
        script.capacity[each], 4,
        &(osMessageQueueAttr_t){MEMORY(queue_blocks, each),
                                .mq_mem = script.uses_heap ? NULL : queue_data[each],
                                .mq_size = script.uses_heap ? 0 : sizeof queue_data[each]});
    mutexes[each] =
        osMutexNew(&(osMutexAttr_t){.attr_bits = (script.inherits[each] ? osMutexPrioInherit : 0U) |
                                                 (script.recurs[each] ? osMutexRecursive : 0U),
                                    MEMORY(mutex_blocks, each)});
    events[each] = osEventFlagsNew(&(osEventFlagsAttr_t){MEMORY(event_blocks, each)});
    pools[each] = osMemoryPoolNew(
        script.blocks[each], 8,
        &(osMemoryPoolAttr_t){MEMORY(pool_blocks, each),
                              .mp_mem = script.uses_heap ? NULL : pool_data[each],
                              .mp_size = script.uses_heap ? 0 : sizeof pool_data[each]});
    timers[each] =
        osTimerNew(run_timer, script.periodic[each] ? osTimerPeriodic : osTimerOnce,
                   (void *)(uintptr_t)each, &(osTimerAttr_t){MEMORY(timer_blocks, each)});
}

void create_objects(void)
{
    for (unsigned each = 0; each < OBJECTS; each++) {
        create_one_of_each(each);
    }
}

/* All memory of the heap is free again. A creation frees that of the threads that ended
 * themselves. */
static void require_all_memory(void)
{
    static size_t before;

    create_thread(0);
    (void)osThreadTerminate(threads[0]);
    (void)osThreadDetach(threads[0]);
    size_t now = lm_layer_heap_left();

    if (before != 0 && now != before) {
        lm_board_printf("%u bytes of %u are left\n", (unsigned)now, (unsigned)before);
        lm_board_exit(1);
    }
    before = now;
}

/* Each call fails if the script has deleted the object. */
void delete_all(void)
{
    for (unsigned each = 0; each < THREADS; each++) {
        (void)osThreadTerminate(threads[each]);
        (void)osThreadDetach(threads[each]);
        threads[each] = NULL;
    }
    for (unsigned each = 0; each < OBJECTS; each++) {
        (void)osTimerDelete(timers[each]);
        (void)osSemaphoreDelete(semaphores[each]);
        (void)osMessageQueueDelete(queues[each]);
        (void)osMutexDelete(mutexes[each]);
        (void)osEventFlagsDelete(events[each]);
        (void)osMemoryPoolDelete(pools[each]);
    }
    osDelay(2); /* the thread of timers ends what it does */
    require_all_memory();
}
