/* SPDX-License-Identifier: Apache-2.0 */
/* The tasks that exist. */
#include "limen.h"

TaskHandle_t lm_freertos_task_after(TaskHandle_t task)
{
    struct lm_layer_thread *thread = task != NULL ? task->thread.next : lm_layer_threads;

    while (thread != NULL && !lm_freertos_is_task(thread)) {
        thread = thread->next;
    }
    return (TaskHandle_t)(void *)thread;
}

UBaseType_t uxTaskGetNumberOfTasks(void)
{
    UBaseType_t count = 0;
    uint32_t key = lm_interrupts_disable();

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

UBaseType_t uxTaskGetStackHighWaterMark(TaskHandle_t task)
{
    return lm_thread_stack_unused(&lm_freertos_task(task)->thread.native) / sizeof(StackType_t);
}
