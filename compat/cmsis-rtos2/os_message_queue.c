/* SPDX-License-Identifier: Apache-2.0 */
/* Message queues: native queues by priority. */
#include "os_message_queue.h"

/* In programs with plain queues, and with queues of FreeRTOS, only. */
#pragma weak lm_queue_send
#pragma weak lm_queue_receive
#undef lm_queue_send
#undef lm_queue_receive

osMessageQueueId_t os_message_queue_new(uint32_t msg_count, uint32_t msg_size,
                                        const osMessageQueueAttr_t *attr, os_limen_take *take)
{
    const struct os_attr *given = os_attr(attr);
    struct lm_layer_parts parts;
    uint64_t bytes = msg_count * LM_PRIORITY_QUEUE_BYTES(1, (uint64_t)msg_size);

    OS_REQUIRE(msg_count != 0 && msg_size != 0 && msg_size < MOST_BYTES && bytes <= MOST_BYTES,
               NULL);
    osMessageQueueId_t queue = os_block(&parts, given, sizeof *queue, (size_t)bytes, take);

    OS_REQUIRE(queue != NULL, NULL);
    os_set_kind(queue, KIND_BY_PRIORITY, parts.owns);
    OS_CREATE(given,
              lm_priority_queue_create_shared(&queue->native.by_priority, given->name, parts.data,
                                              msg_count, msg_size),
              lm_priority_queue_create(&queue->native.by_priority, given->name, parts.data,
                                       msg_count, msg_size, LM_BY_PRIORITY));
    return queue;
}

OS_GET_NAME(osMessageQueueGetName, osMessageQueueId_t, LM_KIND_QUEUE)

/* Is it a queue with priorities? */
static inline bool has_priorities(const osRtxMessageQueue_t *queue)
{
    return queue != NULL && queue->kind == KIND_BY_PRIORITY;
}

static enum lm_status send(osRtxMessageQueue_t *queue, const void *message, uint32_t priority,
                           lm_timeout timeout)
{
    return has_priorities(queue)
               ? lm_priority_queue_send(&queue->native.by_priority, message, priority, timeout)
               : lm_queue_send(&queue->native.queue, message, timeout);
}

static LM_LAYER_OTHERWISE osStatus_t put(osRtxMessageQueue_t *queue, const void *message,
                                         uint32_t priority, uint32_t timeout)
{
    OS_REQUIRE_OK(os_check_timeout(timeout));
    OS_REQUIRE(OS_IS(queue, LM_KIND_QUEUE) && message != NULL, osErrorParameter);
    return os_status(send(queue, message, priority, os_timeout(timeout)), timeout);
}

osStatus_t osMessageQueuePut(osMessageQueueId_t queue, const void *msg_ptr, uint8_t msg_prio,
                             uint32_t timeout)
{
    lm_lock_key key = lm_layer_lock();

    if (LM_LAYER_USUALLY(
            os_may_wait(timeout, key) && has_priorities(queue) && msg_ptr != NULL &&
            lm_priority_queue_put_is_plain(&queue->native.by_priority, msg_ptr, msg_prio))) {
        return (osStatus_t)lm_priority_queue_append(&queue->native.by_priority, msg_ptr, msg_prio,
                                                    key);
    }
    lm_layer_unlock(key);
    return put(queue, msg_ptr, msg_prio, timeout);
}

static LM_LAYER_OTHERWISE osStatus_t get(osRtxMessageQueue_t *queue, void *message,
                                         uint8_t *priority, uint32_t timeout)
{
    uint32_t number = 0;

    OS_REQUIRE_OK(os_check_timeout(timeout));
    OS_REQUIRE(OS_IS(queue, LM_KIND_QUEUE) && message != NULL, osErrorParameter);
    enum lm_status status =
        has_priorities(queue)
            ? lm_priority_queue_receive(&queue->native.by_priority, message, &number,
                                        os_timeout(timeout))
            : lm_queue_receive(&queue->native.queue, message, os_timeout(timeout));

    if (status == LM_OK && priority != NULL) {
        *priority = (uint8_t)number;
    }
    return os_status(status, timeout);
}

osStatus_t osMessageQueueGet(osMessageQueueId_t queue, void *msg_ptr, uint8_t *msg_prio,
                             uint32_t timeout)
{
    lm_lock_key key = lm_layer_lock();

    if (LM_LAYER_USUALLY(os_may_wait(timeout, key) && has_priorities(queue) && msg_ptr != NULL &&
                         lm_priority_queue_take_is_plain(&queue->native.by_priority, msg_ptr))) {
        if (msg_prio != NULL) {
            *msg_prio = (uint8_t)lm_priority_of(queue->native.by_priority.queue.read);
        }
        return (osStatus_t)lm_priority_queue_take(&queue->native.by_priority, msg_ptr, key);
    }
    lm_layer_unlock(key);
    return get(queue, msg_ptr, msg_prio, timeout);
}

OS_GET(uint32_t, osMessageQueueGetCapacity, osMessageQueueId_t, LM_KIND_QUEUE,
       lm_layer_queue_of(object)->capacity, 0)
OS_GET(uint32_t, osMessageQueueGetMsgSize, osMessageQueueId_t, LM_KIND_QUEUE,
       has_priorities(object) ? object->native.by_priority.message_bytes
                              : object->native.queue.message_bytes,
       0)
OS_GET(uint32_t, osMessageQueueGetCount, osMessageQueueId_t, LM_KIND_QUEUE,
       lm_queue_used(lm_layer_queue_of(object)), 0)
OS_GET(uint32_t, osMessageQueueGetSpace, osMessageQueueId_t, LM_KIND_QUEUE,
       lm_layer_queue_of(object)->capacity - lm_queue_used(lm_layer_queue_of(object)), 0)

osStatus_t osMessageQueueReset(osMessageQueueId_t queue)
{
    OS_REQUIRE_OK(os_check(OS_IS(queue, LM_KIND_QUEUE)));
    (void)(has_priorities(queue) ? lm_priority_queue_clear(&queue->native.by_priority)
                                 : lm_queue_flush(&queue->native.queue));
    return osOK;
}

osStatus_t osMessageQueueDelete(osMessageQueueId_t queue)
{
    OS_REQUIRE_OK(os_check(OS_IS(queue, LM_KIND_QUEUE)));
    OS_REQUIRE(!queue->is_static, osErrorResource); /* FreeRTOS deletes it */
    OS_REQUIRE_ONE_CORE(queue);
    os_begin_deletion();
    (void)lm_queue_delete(lm_layer_queue_of(queue));
    void *data = lm_layer_queue_of(queue)->storage;

    queue->kind = KIND_DELETED;
    os_give(queue, data, queue->owns);
    os_end_deletion();
    return osOK;
}
