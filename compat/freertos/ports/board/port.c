/* SPDX-License-Identifier: Apache-2.0 */
/* Tasks on a board run on the stacks that the program or the heap provides. */
#include "limen.h"

static uintptr_t aligned(uintptr_t address)
{
    return address & ~(uintptr_t)(LM_PORT_STACK_ALIGN - 1);
}

bool lm_freertos_stack_take(TaskHandle_t task, uint32_t bytes, struct lm_thread_config *config)
{
    uintptr_t area = (uintptr_t)task->stack;
    uintptr_t begin = aligned(area + LM_PORT_STACK_ALIGN - 1);
    uintptr_t end = aligned(area + bytes);

    config->stack = (void *)begin;
    config->stack_bytes = end > begin ? (uint32_t)(end - begin) : 0;
    return config->stack_bytes >= LM_PORT_STACK_MIN;
}

void lm_freertos_stack_give(TaskHandle_t task)
{
    (void)task;
}

uint32_t lm_freertos_stack_unused(TaskHandle_t task)
{
    return lm_thread_stack_unused(&task->thread);
}
