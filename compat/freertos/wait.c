/* SPDX-License-Identifier: Apache-2.0 */
/* Waits that end so that their call looks again. */
#include "limen.h"

TaskHandle_t lm_freertos_task_of(struct lm_thread *thread)
{
    struct lm_layer_thread *own = (struct lm_layer_thread *)(void *)thread;

    return thread->entry == lm_layer_thread_run && lm_freertos_is_task(own)
               ? (TaskHandle_t)(void *)thread
               : NULL;
}

void lm_freertos_let_compete(const struct lm_wait_list *waiters, unsigned level, bool all,
                             uint32_t key)
{
    struct lm_thread *first = waiters->first;

    while (first != NULL &&
           (all || (waiters->count == 1 && !lm_freertos_runs_at_once(first, level, key)))) {
        TaskHandle_t task = lm_freertos_task_of(first);

        if (task == NULL || task->look != MAY_LOOK_AGAIN) {
            return; /* it waits in a native call */
        }
        task->look = LOOKS_AGAIN;
        (void)lm_thread_abort_wait(first);
        first = waiters->first;
    }
}
