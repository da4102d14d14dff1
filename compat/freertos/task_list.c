/* SPDX-License-Identifier: Apache-2.0 */
/* The tasks that exist, and what a program can ask and note about each. */
#include "limen.h"

TaskHandle_t lm_freertos_next_task(struct lm_layer_thread *thread)
{
    while (thread != NULL && !lm_freertos_is_task(thread)) {
        thread = thread->next;
    }
    return (TaskHandle_t)(void *)thread;
}

UBaseType_t uxTaskGetNumberOfTasks(void)
{
    UBaseType_t count = 0;
    uint32_t key = lm_interrupts_disable();

    for (TaskHandle_t each = lm_freertos_next_task(lm_layer_threads); each != NULL;
         each = lm_freertos_next_task(each->thread.next)) {
        count++;
    }
    lm_interrupts_enable(key);
    return count;
}

TaskHandle_t xTaskGetHandle(const char *name)
{
    uint32_t key = lm_interrupts_disable();
    TaskHandle_t each = lm_freertos_next_task(lm_layer_threads);

    while (each != NULL && strcmp(lm_freertos_name(each), name) != 0) {
        each = lm_freertos_next_task(each->thread.next);
    }
    lm_interrupts_enable(key);
    return each;
}

UBaseType_t uxTaskGetStackHighWaterMark(TaskHandle_t task)
{
    return lm_thread_stack_unused(&lm_freertos_task(task)->thread.native) / sizeof(StackType_t);
}

void vTaskGetInfo(TaskHandle_t task, TaskStatus_t *status, BaseType_t with_stack, eTaskState state)
{
    TaskHandle_t target = lm_freertos_task(task);

    status->xHandle = target;
    status->pcTaskName = lm_freertos_name(target);
    status->xTaskNumber = target->number;
    status->eCurrentState = state == eInvalid ? eTaskGetState(target) : state;
    status->uxCurrentPriority = uxTaskPriorityGet(target);
    status->uxBasePriority = uxTaskBasePriorityGet(target);
    status->ulRunTimeCounter = 0;
    status->pxStackBase = target->thread.stack;
    status->usStackHighWaterMark =
        with_stack ? (configSTACK_DEPTH_TYPE)uxTaskGetStackHighWaterMark(target) : 0;
}

UBaseType_t uxTaskGetSystemState(TaskStatus_t *states, const UBaseType_t size, uint32_t *run_time)
{
    UBaseType_t filled = 0;

    if (run_time != NULL) {
        *run_time = 0;
    }
    if (size < uxTaskGetNumberOfTasks()) {
        return 0;
    }
    vTaskSuspendAll();
    for (TaskHandle_t each = lm_freertos_next_task(lm_layer_threads); each != NULL;
         each = lm_freertos_next_task(each->thread.next)) {
        vTaskGetInfo(each, &states[filled++], pdTRUE, eInvalid);
    }
    (void)xTaskResumeAll();
    return filled;
}

static void **local(TaskHandle_t task, BaseType_t index)
{
    if (index < 0 || index >= (BaseType_t)lm_freertos_options.locals) {
        return NULL;
    }
    return (void **)(void *)((char *)lm_freertos_task(task) + lm_freertos_options.locals_at) +
           index;
}

void vTaskSetThreadLocalStoragePointer(TaskHandle_t task, BaseType_t index, void *value)
{
    void **place = local(task, index);

    if (place != NULL) {
        *place = value;
    }
}

void *pvTaskGetThreadLocalStoragePointer(TaskHandle_t task, BaseType_t index)
{
    void **place = local(task, index);

    return place != NULL ? *place : NULL;
}

void vTaskSetApplicationTaskTag(TaskHandle_t task, TaskHookFunction_t hook)
{
    memcpy(&lm_freertos_task(task)->tag, &hook, sizeof hook);
}

TaskHookFunction_t xTaskGetApplicationTaskTag(TaskHandle_t task)
{
    TaskHookFunction_t hook;

    memcpy(&hook, &lm_freertos_task(task)->tag, sizeof hook);
    return hook;
}

BaseType_t xTaskCallApplicationTaskHook(TaskHandle_t task, void *parameter)
{
    TaskHookFunction_t hook = xTaskGetApplicationTaskTag(task);

    return hook != NULL ? hook(parameter) : pdFAIL;
}

void vTaskSetTaskNumber(TaskHandle_t task, const UBaseType_t number)
{
    if (task != NULL) {
        task->number = (uint32_t)number;
    }
}

UBaseType_t uxTaskGetTaskNumber(TaskHandle_t task)
{
    return task != NULL ? task->number : 0;
}
