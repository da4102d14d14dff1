/* SPDX-License-Identifier: Apache-2.0 */
/* Sends to a place other than the end. The macros of the headers for sends to the end do not name
 * these functions. */
#include "limen.h"

/* In programs with message queues of CMSIS-RTOS2 only. */
#pragma weak lm_priority_queue_clear
#pragma weak lm_priority_queue_send

/* Wait for space, in the turn of the task. A native send to the front would wait before all others,
 * and a receiver would get its message before those of the queue. So all that wait look when there
 * is space. A native receive lets the message in as the last one. */
static enum lm_status wait_for_front(QueueHandle_t queue, const void *item, lm_timeout timeout)
{
    struct lm_freertos_looker looker;
    lm_lock_key key = lm_lock();
    enum lm_status status;

    if (!lm_layer_is_thread(key) || queue->native.queue.used != queue->native.queue.capacity) {
        lm_port_unlock(key);
        return lm_queue_send_front(&queue->native.queue, item, timeout);
    }
    lm_freertos_looker_begin(&looker, queue);
    status = lm_queue_wait_for_space(&queue->native.queue, key, item, LM_EVENT_QUEUE_SEND, timeout);
    key = lm_lock();
    lm_freertos_looker_end(&looker);
    lm_port_unlock(key);
    return status;
}

static enum lm_status to_front(QueueHandle_t queue, void *item, lm_timeout timeout)
{
    enum lm_status status = lm_freertos_send_at_once(queue, item, lm_queue_send_front);

    if (status != LM_UNAVAILABLE || timeout == LM_NO_WAIT) {
        return status;
    }
    return queue->kind == KIND_QUEUE
               ? wait_for_front(queue, item, timeout)
               : lm_priority_queue_send(&queue->native.by_priority, item, UINT32_MAX, timeout);
}

static enum lm_status native_overwrite(struct lm_queue *queue, const void *item, lm_timeout timeout)
{
    (void)timeout; /* there is space */
    return lm_queue_overwrite(queue, item);
}

/* The queue has room for one message. */
static enum lm_status overwrite(QueueHandle_t queue, void *item, lm_timeout timeout)
{
    (void)timeout;
    if (queue->kind == KIND_BY_PRIORITY) {
        uint32_t key = lm_interrupts_disable();

        (void)lm_priority_queue_clear(&queue->native.by_priority);
        (void)lm_priority_queue_send(&queue->native.by_priority, item, 0, LM_NO_WAIT);
        lm_interrupts_enable(key);
        return LM_OK;
    }
    return lm_freertos_send_at_once(queue, item, native_overwrite);
}

BaseType_t xQueueGenericSend(QueueHandle_t queue, const void *item, TickType_t ticks,
                             BaseType_t position)
{
    if (!lm_freertos_is_queue(queue) || position == queueSEND_TO_BACK) {
        return lm_freertos_send(queue, item, ticks);
    }
    return lm_freertos_wait_in(position == queueOVERWRITE ? overwrite : to_front, queue,
                               (void *)(uintptr_t)item, ticks);
}

BaseType_t xQueueGenericSendFromISR(QueueHandle_t queue, const void *item, BaseType_t *woken,
                                    BaseType_t position)
{
    lm_freertos_note_receiver(queue, woken);
    return xQueueGenericSend(queue, item, 0, position);
}
