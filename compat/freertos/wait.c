/* SPDX-License-Identifier: Apache-2.0 */
/* Waits that end so that their call looks again, and waits without an object of the kernel, for
 * which each task has a semaphore. A signal that comes between the decision to wait and the wait
 * is not lost. */
#include "limen.h"

/* The task of this thread, or NULL. */
static TaskHandle_t task_of(struct lm_thread *thread)
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
        TaskHandle_t task = task_of(first);

        if (task == NULL || task->look != MAY_LOOK_AGAIN) {
            return; /* it waits in a native call */
        }
        task->look = LOOKS_AGAIN;
        (void)lm_thread_abort_wait(first);
        first = waiters->first;
    }
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
