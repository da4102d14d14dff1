/* SPDX-License-Identifier: Apache-2.0 */
/* The tasks that exist, and the threads of CMSIS-RTOS2. */
#include "core/link.h"
#include "limen.h"

LM_LINK(lm_freertos_idle_begin); /* the idle task is one of them */

TaskHandle_t lm_freertos_task_after(TaskHandle_t task)
{
    return (TaskHandle_t)(void *)(task != NULL ? task->thread.next : lm_layer_threads());
}

UBaseType_t uxTaskGetNumberOfTasks(void)
{
    uint32_t key = lm_interrupts_disable();
    UBaseType_t count = lm_freertos_idle_awaited();

    for (TaskHandle_t each = lm_freertos_task_after(NULL); each != NULL;
         each = lm_freertos_task_after(each)) {
        count++;
    }
    lm_interrupts_enable(key);
    return count;
}

TaskHandle_t xTaskGetHandle(const char *name)
{
    uint32_t key = lm_interrupts_disable();
    TaskHandle_t each = lm_freertos_task_after(NULL);

    while (each != NULL && strcmp(pcTaskGetName(each), name) != 0) {
        each = lm_freertos_task_after(each);
    }
    lm_interrupts_enable(key);
    return each;
}
