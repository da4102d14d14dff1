/* SPDX-License-Identifier: Apache-2.0 */
/* The data that a program stores for each task. */
#include "limen.h"

static void **local(TaskHandle_t task, BaseType_t index)
{
    if (index < 0 || index >= (BaseType_t)lm_freertos_places.locals) {
        return NULL;
    }
    return (void **)(void *)((char *)lm_freertos_task(task) + lm_freertos_places.locals_at) + index;
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

int *lm_freertos_errno(void)
{
    static int of_others;
    TaskHandle_t self = lm_freertos_places.errno_at != 0 ? lm_freertos_self() : NULL;

    return self != NULL ? (int *)(void *)((char *)self + lm_freertos_places.errno_at) : &of_others;
}
