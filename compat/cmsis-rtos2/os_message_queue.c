/* SPDX-License-Identifier: Apache-2.0 */
/* Message queues: native queues by priority. */
#include "os.h"

enum { MOST_BYTES = 0x20000000 };

static bool is_queue(const osRtxMessageQueue_t *queue)
{
    return queue != NULL && lm_object_kind(&queue->native.queue.object) == LM_KIND_QUEUE;
}

static bool is_memory(const struct os_attr *attr, uint64_t bytes)
{
    return attr->data_mem == NULL ? attr->data_size == 0
                                  : (uintptr_t)attr->data_mem % 4 == 0 && attr->data_size >= bytes;
}

osMessageQueueId_t os_message_queue_new(uint32_t msg_count, uint32_t msg_size,
                                        const osMessageQueueAttr_t *attr, os_limen_take *take)
{
    const struct os_attr *given = os_attr(attr);
    uint64_t bytes = msg_count * LM_PRIORITY_QUEUE_BYTES(1, (uint64_t)msg_size);

    OS_REQUIRE(msg_count != 0 && msg_size != 0 && msg_size < MOST_BYTES && bytes <= MOST_BYTES,
               NULL);
    OS_REQUIRE(os_may_create(given, sizeof(osRtxMessageQueue_t)) && is_memory(given, bytes), NULL);
    struct lm_layer_parts parts = {given->cb_mem, given->data_mem, sizeof(osRtxMessageQueue_t),
                                   (size_t)bytes, 0};

    OS_REQUIRE(take(&parts), NULL);
    osRtxMessageQueue_t *queue = parts.block;

    queue->data = parts.data;
    queue->owns = parts.owns;
    (void)lm_priority_queue_create(&queue->native, given->name, parts.data, msg_count, msg_size,
                                   LM_BY_PRIORITY);
    return queue;
}

const char *osMessageQueueGetName(osMessageQueueId_t mq_id)
{
    osRtxMessageQueue_t *queue = mq_id;

    return is_queue(queue) ? os_name(&queue->native.queue.object) : NULL;
}

static __attribute__((noinline)) osStatus_t put(osRtxMessageQueue_t *queue, const void *message,
                                                uint32_t priority, uint32_t timeout)
{
    osStatus_t check = os_check_timeout(timeout);

    OS_REQUIRE(check == osOK, check);
    OS_REQUIRE(is_queue(queue) && message != NULL, osErrorParameter);
    return os_status(
        lm_priority_queue_send(&queue->native, message, priority, lm_layer_timeout(timeout)),
        timeout);
}

osStatus_t osMessageQueuePut(osMessageQueueId_t mq_id, const void *msg_ptr, uint8_t msg_prio,
                             uint32_t timeout)
{
    osRtxMessageQueue_t *queue = mq_id;
    lm_lock_key key = lm_layer_lock();

    if (LM_LAYER_USUALLY(os_may_wait(timeout, key) && is_queue(queue) && msg_ptr != NULL &&
                         lm_priority_queue_put_is_plain(&queue->native, msg_ptr, msg_prio))) {
        return (osStatus_t)lm_priority_queue_append(&queue->native, msg_ptr, msg_prio, key);
    }
    lm_layer_unlock(key);
    return put(queue, msg_ptr, msg_prio, timeout);
}

static __attribute__((noinline)) osStatus_t get(osRtxMessageQueue_t *queue, void *message,
                                                uint8_t *priority, uint32_t timeout)
{
    osStatus_t check = os_check_timeout(timeout);
    uint32_t number = 0;

    OS_REQUIRE(check == osOK, check);
    OS_REQUIRE(is_queue(queue) && message != NULL, osErrorParameter);
    enum lm_status status =
        lm_priority_queue_receive(&queue->native, message, &number, lm_layer_timeout(timeout));

    if (status == LM_OK && priority != NULL) {
        *priority = (uint8_t)number;
    }
    return os_status(status, timeout);
}

osStatus_t osMessageQueueGet(osMessageQueueId_t mq_id, void *msg_ptr, uint8_t *msg_prio,
                             uint32_t timeout)
{
    osRtxMessageQueue_t *queue = mq_id;
    lm_lock_key key = lm_layer_lock();

    if (LM_LAYER_USUALLY(os_may_wait(timeout, key) && is_queue(queue) && msg_ptr != NULL &&
                         lm_priority_queue_take_is_plain(&queue->native, msg_ptr))) {
        if (msg_prio != NULL) {
            *msg_prio = (uint8_t)lm_priority_of(queue->native.queue.read);
        }
        return (osStatus_t)lm_priority_queue_take(&queue->native, msg_ptr, key);
    }
    lm_layer_unlock(key);
    return get(queue, msg_ptr, msg_prio, timeout);
}

uint32_t osMessageQueueGetCapacity(osMessageQueueId_t mq_id)
{
    osRtxMessageQueue_t *queue = mq_id;

    return is_queue(queue) ? queue->native.queue.capacity : 0;
}

uint32_t osMessageQueueGetMsgSize(osMessageQueueId_t mq_id)
{
    osRtxMessageQueue_t *queue = mq_id;

    return is_queue(queue) ? queue->native.message_bytes : 0;
}

uint32_t osMessageQueueGetCount(osMessageQueueId_t mq_id)
{
    osRtxMessageQueue_t *queue = mq_id;

    return is_queue(queue) ? lm_queue_used(&queue->native.queue) : 0;
}

uint32_t osMessageQueueGetSpace(osMessageQueueId_t mq_id)
{
    osRtxMessageQueue_t *queue = mq_id;

    return is_queue(queue) ? queue->native.queue.capacity - lm_queue_used(&queue->native.queue) : 0;
}

osStatus_t osMessageQueueReset(osMessageQueueId_t mq_id)
{
    osRtxMessageQueue_t *queue = mq_id;

    OS_REQUIRE_NO_ISR(osErrorISR);
    OS_REQUIRE(is_queue(queue), osErrorParameter);
    (void)lm_priority_queue_clear(&queue->native);
    return osOK;
}

osStatus_t osMessageQueueDelete(osMessageQueueId_t mq_id)
{
    osRtxMessageQueue_t *queue = mq_id;

    OS_REQUIRE_NO_ISR(osErrorISR);
    OS_REQUIRE(is_queue(queue), osErrorParameter);
    (void)lm_queue_delete(&queue->native.queue);
    os_give(queue, queue->data, queue->owns);
    return osOK;
}
