/* SPDX-License-Identifier: Apache-2.0 */
/* Waits without an object of the kernel, for which each task has a semaphore. A signal that comes
 * between the decision to wait and the wait is not lost. Only programs that use it contain this
 * file. */
#include "limen.h"

void lm_freertos_signal_create(TaskHandle_t task)
{
    (void)lm_semaphore_create(&task->signal, lm_freertos_name(task), 0, LM_FIFO);
}

void lm_freertos_signal_delete(TaskHandle_t task)
{
    (void)lm_semaphore_delete(&task->signal);
}

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

void lm_freertos_signal_wait(TaskHandle_t self)
{
    (void)lm_semaphore_wait_forever(&self->signal);
}

void lm_freertos_signal_once(TaskHandle_t task)
{
    (void)lm_semaphore_post_below(&task->signal, 1);
}
