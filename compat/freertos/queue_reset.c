/* SPDX-License-Identifier: Apache-2.0 */
/* xQueueReset, which also takes the unit out of a mutex. Only programs that call it have this. */
#include "limen.h"

#undef lm_semaphore_wait
#pragma weak lm_priority_queue_clear /* in programs with message queues of CMSIS-RTOS2 only */

static void withdraw(struct lm_mutex *mutex)
{
    if (mutex->owner == NULL) {
        lm_mutex_own(mutex, &lm_cpu()->idle);
    }
}

enum lm_status lm_freertos_restore(struct lm_mutex *mutex)
{
    lm_lock_key key = lm_lock();

    lm_mutex_observe(LM_EVENT_MUTEX_UNLOCK, mutex, 0, LM_OUTCOME_DONE, mutex->waiters.first);
    lm_mutex_release(lm_cpu(), mutex);
    return lm_unlock(lm_cpu(), key);
}

/* Senders that wait look again. */
BaseType_t xQueueReset(QueueHandle_t queue)
{
    uint32_t key = lm_interrupts_disable();

    if (queue->kind == KIND_QUEUE) {
        if (lm_queue_used(&queue->native.queue) != 0) {
            lm_freertos_let_compete(&queue->native.queue.waiters, 0, true, key);
        }
        (void)lm_queue_flush(&queue->native.queue);
    } else if (queue->kind == KIND_BY_PRIORITY) {
        (void)lm_priority_queue_clear(&queue->native.by_priority);
    } else if (lm_freertos_is_mutex(queue)) {
        withdraw(&queue->native.mutex);
    }
    while (queue->kind == KIND_SEMAPHORE &&
           lm_semaphore_wait(&queue->native.semaphore, LM_NO_WAIT) == LM_OK) {
    }
    lm_interrupts_enable(key);
    return pdPASS;
}
