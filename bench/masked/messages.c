/* SPDX-License-Identifier: Apache-2.0 */
/* Interrupts off: queues, with messages of 4, 64 and 2,048 bytes. */
#include "masked.h"

static uint32_t other[MESSAGE_BYTES_MAX / 4 + 1];

WAIT(wait_to_receive, lm_queue_receive(&queue, other, LM_FOREVER))
WAIT(wait_to_send, lm_queue_send(&queue, other, LM_FOREVER))
WAIT(wait_to_send_front, lm_queue_send_front(&queue, other, LM_FOREVER))

CALL(create, lm_queue_create(&queue, "queue", other, 1, 4, LM_FIFO))
CALL(send, lm_queue_send(&queue, message, LM_FOREVER))
CALL(send_unaligned, lm_queue_send(&queue, (char *)message + 1, LM_FOREVER))
CALL(send_front, lm_queue_send_front(&queue, message, LM_FOREVER))
EXPECT(send_no_wait, lm_queue_send(&queue, message, LM_NO_WAIT), LM_UNAVAILABLE)
CALL(receive, lm_queue_receive(&queue, message, LM_FOREVER))
CALL(receive_unaligned, lm_queue_receive(&queue, (char *)message + 1, LM_FOREVER))
CALL(flush, lm_queue_flush(&queue))
CALL(prioritize, lm_queue_prioritize(&queue))
CALL(get_info, lm_queue_get_info(&queue, &(struct lm_queue_info){0}))
CALL(delete_queue, lm_queue_delete(&queue))

#define OF_SIZE(bytes, text)                                                                       \
    {"queue_send, " text, .act = send, .message_bytes = (bytes)},                                  \
        {"queue_send, " text ", to a waiting thread", .wait = wait_to_receive, .act = send,        \
         .message_bytes = (bytes)},                                                                \
        {"queue_send_front, " text, .act = send_front, .message_bytes = (bytes)},                  \
        {"queue_receive, " text, .ready = send, .act = receive, .message_bytes = (bytes)},         \
        {"queue_receive, " text ", from a waiting thread",                                         \
         false,                                                                                    \
         send,                                                                                     \
         wait_to_send,                                                                             \
         .act = receive,                                                                           \
         .message_bytes = (bytes)},                                                                \
    {                                                                                              \
        "queue_receive, " text ", from one that sends to the front", false, send,                  \
            wait_to_send_front, .act = receive, .message_bytes = (bytes)                           \
    }

const struct masked_case message_cases[] = {
    {"queue_create", .ready = delete_queue, .act = create},
    OF_SIZE(4, "4 bytes"),
    OF_SIZE(64, "64 bytes"),
    OF_SIZE(2048, "2,048 bytes"),
    {"queue_send, 2,048 bytes, not aligned", .act = send_unaligned, .message_bytes = 2048},
    {"queue_receive, 2,048 bytes, not aligned", .ready = send, .act = receive_unaligned,
     .message_bytes = 2048},
    {"queue_send, full, without waiting", .ready = send, .act = send_no_wait},
    {"queue_send, full, behind n", true, send, wait_to_send, .act = send},
    {"queue_send, full, ahead of n", true, send, wait_to_send, .act = send,
     .order = LM_BY_PRIORITY},
    {"queue_send_front, full, n wait", true, send, wait_to_send_front, .act = send_front},
    {"queue_receive, ahead of n", true, .wait = wait_to_receive, .act = receive,
     .order = LM_BY_PRIORITY},
    {"queue_flush", true, send, wait_to_send, .act = flush},
    {"queue_prioritize", true, send, wait_to_send, .act = prioritize},
    {"queue_get_info", true, send, wait_to_send, .act = get_info},
    {"queue_delete", true, send, wait_to_send, .act = delete_queue},
    {0},
};
