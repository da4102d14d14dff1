/* SPDX-License-Identifier: Apache-2.0 */
/* The call that ends a task. */
#include "core/link.h"
#include "limen.h"

/* See core/link.h. */
#pragma weak lm_freertos_idle_expects

/* No other task runs until the task has ended, so that the idle task does not free the memory of
 * the caller before. */
void vTaskDelete(TaskHandle_t task)
{
    TaskHandle_t target = lm_freertos_task(task);
    bool runs = LM_LAYER_STATE == LM_LAYER_RUNNING;

    if (runs) {
        (void)lm_preempt_disable();
    }
    if (LM_IS_LINKED(lm_freertos_idle_expects) && &target->thread.native == lm_thread_self()) {
        lm_freertos_idle_expects();
    }
    lm_layer_thread_end(&target->thread); /* of the caller: does not return */
    if (runs) {
        (void)lm_preempt_enable();
    }
}
