/* SPDX-License-Identifier: Apache-2.0 */
/* Waits for what the kernel has no object for: each task has a semaphore for them. A signal that
 * comes between the decision to wait and the wait is not lost. */
#include "limen.h"

void lm_freertos_wait_begin(TaskHandle_t self)
{
    self->waiting = true;
}

bool lm_freertos_wait(TaskHandle_t self, lm_timeout until)
{
    enum lm_status status = lm_semaphore_wait(&self->signal, until);
    uint32_t key = lm_interrupts_disable();
    bool was_signalled = !self->waiting;

    self->waiting = false;
    self->suspended_out = false;
    if (was_signalled && status != LM_OK) {
        (void)lm_semaphore_wait(&self->signal, LM_NO_WAIT); /* the unit of a late signal */
    }
    lm_interrupts_enable(key);
    return was_signalled;
}

void lm_freertos_signal(TaskHandle_t task)
{
    if (task->waiting) {
        task->waiting = false;
        (void)lm_semaphore_post(&task->signal);
    }
}
