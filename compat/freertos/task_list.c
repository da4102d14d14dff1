/* SPDX-License-Identifier: Apache-2.0 */
/* The tasks that exist. */
#include "core/link.h"
#include "limen.h"

LM_LINK(lm_freertos_idle_begin); /* the idle task is one of them */

TaskHandle_t lm_freertos_task_after(TaskHandle_t task)
{
    struct lm_layer_thread *thread = task != NULL ? task->thread.next : lm_layer_threads();

    while (thread != NULL && !lm_freertos_is_task(thread)) {
        thread = thread->next;
    }
    return (TaskHandle_t)(void *)thread;
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

    while (each != NULL && strcmp(lm_freertos_name(each), name) != 0) {
        each = lm_freertos_task_after(each);
    }
    lm_interrupts_enable(key);
    return each;
}
