/* SPDX-License-Identifier: Apache-2.0 */
/* Creates tasks, semaphores and mutexes of FreeRTOS. */
#include "../calls.h"

enum { WORDS = 256 };

static StaticTask_t blocks[TASKS_MAX];
static StackType_t stacks[TASKS_MAX][WORDS];

void start_task(unsigned task)
{
    tasks[task] = xTaskCreateStatic(run_task, "task", WORDS, (void *)(uintptr_t)task,
                                    script.priorities[task], stacks[task], &blocks[task]);
}

void create_locks(void)
{
    for (unsigned i = 0; i < SEMAPHORES; i++) {
        semaphores[i] = xSemaphoreCreateCounting(script.ceilings[i], script.counts[i]);
    }
    mutexes[0] = xSemaphoreCreateMutex();
    mutexes[1] = xSemaphoreCreateRecursiveMutex();
}
