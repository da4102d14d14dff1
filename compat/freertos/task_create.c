/* SPDX-License-Identifier: Apache-2.0 */
/* Tasks in memory of the heap, which the idle task frees. */
#include "core/link.h"
#include "limen.h"

LM_LINK(lm_freertos_idle_begin);
LM_LINK(vTaskDelete);

/* The handle is set before the task runs, which may be before the call returns. */
BaseType_t xTaskCreate(TaskFunction_t function, const char *name,
                       const configSTACK_DEPTH_TYPE depth, void *parameter, UBaseType_t priority,
                       TaskHandle_t *handle)
{
    struct lm_layer_parts parts = {.block_bytes = lm_freertos_options.task_bytes,
                                   .data_bytes =
                                       (size_t)depth * sizeof(StackType_t) + LM_LAYER_MORE_STACK};
    TaskHandle_t task;
    struct lm_layer_area stack;

    lm_freertos_begin();
    if (!lm_layer_parts_take(&parts)) {
        return errCOULD_NOT_ALLOCATE_REQUIRED_MEMORY;
    }
    task = parts.block;
    task->thread.owns = parts.owns & 7U;
    stack = (struct lm_layer_area){parts.data, (uint32_t)parts.data_bytes};
    if (handle != NULL) {
        *handle = task;
    }
    if (!lm_freertos_task_create(task, function, name, parameter, priority, stack)) {
        lm_layer_parts_give(parts.block, parts.data, parts.owns);
        return errCOULD_NOT_ALLOCATE_REQUIRED_MEMORY;
    }
    return pdPASS;
}
