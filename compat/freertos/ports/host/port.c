/* SPDX-License-Identifier: Apache-2.0 */
/* Tasks on the host: their stacks have sizes for small processors, and they print with a large C
 * library. So each task runs on a stack of its own, with a guard. */
#include "limen.h"
#include <limen_host.h>

enum { STACK_BYTES = 256 * 1024 };

bool lm_freertos_stack_take(TaskHandle_t task, uint32_t bytes, struct lm_thread_config *config)
{
    (void)bytes;
    task->mapped = lm_host_stack_map(STACK_BYTES);
    config->stack = task->mapped;
    config->stack_bytes = STACK_BYTES;
    return task->mapped != NULL;
}

void lm_freertos_stack_give(TaskHandle_t task)
{
    lm_host_stack_unmap(task->mapped);
}

uint32_t lm_freertos_stack_unused(TaskHandle_t task)
{
    return lm_thread_stack_unused(&task->thread);
}
