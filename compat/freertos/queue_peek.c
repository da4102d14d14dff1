/* SPDX-License-Identifier: Apache-2.0 */
/* Peek: a copy of the first message, which stays in the queue. A task that waits to peek is among
 * those that wait to receive, and each send lets all of them look. */
#include "limen.h"

/* Ends a wait to peek. A native send has handed its message over, so the message is put back. */
static void end(QueueHandle_t queue, const void *item, enum lm_status status,
                struct lm_freertos_looker *looker)
{
    uint32_t key = lm_interrupts_disable();

    lm_freertos_looker_end(looker);
    if (status == LM_OK) {
        (void)lm_queue_send_front(&queue->native.queue, item, LM_NO_WAIT);
    }
    lm_interrupts_enable(key);
}

static enum lm_status look(QueueHandle_t queue, void *item, lm_timeout timeout)
{
    struct lm_freertos_looker looker;
    lm_lock_key key = lm_lock();
    enum lm_status status = lm_queue_peek(&queue->native.queue, item);

    if (status == LM_OK || timeout == LM_NO_WAIT || !lm_layer_is_thread(key)) {
        lm_port_unlock(key);
        return status;
    }
    lm_freertos_looker_begin(&looker, queue);
    status = lm_queue_wait_for_message(&queue->native.queue, key, item, timeout);
    end(queue, item, status, &looker);
    return status;
}

/* A message of CMSIS-RTOS2 has its priority in front. The call does not wait for one. */
static BaseType_t peek_by_priority(const struct lm_priority_queue *queue, void *item)
{
    uint32_t key = lm_interrupts_disable();
    bool has_one = queue->queue.used != 0;

    if (has_one) {
        memcpy(item, queue->queue.read + LM_PRIORITY_BYTES, queue->message_bytes);
    }
    lm_interrupts_enable(key);
    return has_one;
}

BaseType_t xQueuePeek(QueueHandle_t queue, void *item, TickType_t ticks)
{
    if (queue->kind == KIND_BY_PRIORITY) {
        return peek_by_priority(&queue->native.by_priority, item);
    }
    return queue->kind == KIND_QUEUE ? lm_freertos_wait_in(look, queue, item, ticks)
                                     : uxQueueMessagesWaiting(queue) != 0;
}
