/* SPDX-License-Identifier: Apache-2.0 */
/* Peek: a copy of the first message, which stays in the queue. A task that waits to peek is among
 * those that wait to receive, and each send lets all of them look. */
#include "limen.h"

/* Counts a task that begins or ends to wait for a peek. With interrupts off. */
static void count(QueueHandle_t queue, int change)
{
    queue->peekers = (uint16_t)(queue->peekers + change);
    lm_freertos_watch(queue);
}

/* Ends a wait to peek. A native send has handed its message over, so the message is put back. */
static void end(QueueHandle_t queue, const void *item, enum lm_status status)
{
    uint32_t key = lm_interrupts_disable();

    count(queue, -1);
    if (status == LM_OK) {
        (void)lm_queue_send_front(&queue->native.queue, item, LM_NO_WAIT);
    }
    lm_interrupts_enable(key);
}

static enum lm_status look(QueueHandle_t queue, void *item, lm_timeout timeout)
{
    lm_lock_key key = lm_lock();
    enum lm_status status = lm_queue_peek(&queue->native.queue, item);

    if (status == LM_OK || timeout == LM_NO_WAIT || !lm_layer_is_thread(key)) {
        lm_port_unlock(key);
        return status;
    }
    count(queue, 1);
    status = lm_queue_wait_for_message(&queue->native.queue, key, item, timeout);
    end(queue, item, status);
    return status;
}

BaseType_t xQueuePeek(QueueHandle_t queue, void *item, TickType_t ticks)
{
    return queue->kind == KIND_QUEUE ? lm_freertos_wait_in(look, queue, item, ticks)
                                     : uxQueueMessagesWaiting(queue) != 0;
}
