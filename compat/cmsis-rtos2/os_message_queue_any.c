/* SPDX-License-Identifier: Apache-2.0 */
/* Message queues whose memory has no room for priorities: programs for the wrapper on FreeRTOS,
 * which ignores priorities, provide memory for the messages alone. Such a queue is a plain one. */
#include "core/link.h"
#include "os_message_queue.h"

#undef lm_queue_send
#undef lm_queue_receive

/* os_message_queue.c calls these if a program contains them. */
LM_LINK(lm_queue_send);
LM_LINK(lm_queue_receive);

osMessageQueueId_t os_message_queue_new_any(uint32_t msg_count, uint32_t msg_size,
                                            const osMessageQueueAttr_t *attr, os_limen_take *take)
{
    const struct os_attr *given = os_attr(attr);
    struct lm_layer_parts parts;
    uint64_t bytes = (uint64_t)msg_count * msg_size;

    if (!os_has_freertos() || given->data_mem == NULL || given->data_size < bytes ||
        given->data_size >= msg_count * LM_PRIORITY_QUEUE_BYTES(1, (uint64_t)msg_size)) {
        return os_message_queue_new(msg_count, msg_size, attr, take);
    }
    OS_REQUIRE(msg_count != 0 && msg_size != 0 && bytes <= MOST_BYTES, NULL);
    osMessageQueueId_t queue = os_block(&parts, given, sizeof *queue, 0, take);

    OS_REQUIRE(queue != NULL, NULL);
    os_set_kind(queue, KIND_QUEUE, parts.owns);
    (void)lm_queue_create(&queue->native.queue, given->name, given->data_mem, msg_count, msg_size,
                          LM_BY_PRIORITY);
    return queue;
}
