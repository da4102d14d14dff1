/* SPDX-License-Identifier: Apache-2.0 */
/* Creates threads, semaphores and mutexes of CMSIS-RTOS2, as programs of STM32CubeMX do, whose
 * handles the calls of FreeRTOS get. */
#include "../calls.h"
#include "cmsis_os2.h"

enum { BYTES = 2048 };

static StaticTask_t blocks[TASKS_MAX];
static uint64_t stacks[TASKS_MAX][BYTES / sizeof(uint64_t)];

void start_task(unsigned task)
{
    const osThreadAttr_t attributes = {.name = "task",
                                       .cb_mem = &blocks[task],
                                       .cb_size = sizeof blocks[task],
                                       .stack_mem = stacks[task],
                                       .stack_size = sizeof stacks[task],
                                       .priority = (osPriority_t)script.priorities[task]};

    tasks[task] = (TaskHandle_t)osThreadNew(run_task, (void *)(uintptr_t)task, &attributes);
}

void create_locks(void)
{
    const osMutexAttr_t plain = {.attr_bits = osMutexPrioInherit};
    const osMutexAttr_t recursive = {.attr_bits = osMutexPrioInherit | osMutexRecursive};

    for (unsigned i = 0; i < SEMAPHORES; i++) {
        semaphores[i] =
            (SemaphoreHandle_t)osSemaphoreNew(script.ceilings[i], script.counts[i], NULL);
    }
    mutexes[0] = (SemaphoreHandle_t)osMutexNew(&plain);
    mutexes[1] = (SemaphoreHandle_t)osMutexNew(&recursive);
}
