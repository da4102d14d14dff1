/* SPDX-License-Identifier: Apache-2.0 */
/* Queues of messages of one size, in the order of their priorities. The message with the highest
 * number is received first; among equal numbers, the message that was sent first.
 *
 * These calls of queues work on the member queue: lm_queue_used(&priority_queue.queue),
 * lm_queue_flush, lm_queue_prioritize, lm_queue_get_info, lm_queue_delete. They count the word with
 * the priority as a part of the message. lm_queue_send and lm_queue_receive must not be used.
 */
#ifndef LIMEN_PRIORITY_QUEUE_H
#define LIMEN_PRIORITY_QUEUE_H

#include <limen/queue.h>

#ifdef __cplusplus
extern "C" {
#endif

struct lm_priority_queue {
    uint32_t message_bytes;
    struct lm_queue queue; /* its messages are a word with the priority, and the message */
};

/* The storage of this number of messages. */
#define LM_PRIORITY_QUEUE_BYTES(capacity, message_bytes)                                           \
    ((capacity) * (((message_bytes) + 3U) / 4U + 1U) * 4U)

/* storage: LM_PRIORITY_QUEUE_BYTES bytes, aligned to words. Calls are faster if messages are one to
 * seven whole words. order: of the threads that wait.
 * Context: any. Returns: LM_OK, LM_BAD_ARGUMENT, LM_BAD_OBJECT (it exists already). Cost: O(1). */
enum lm_status lm_priority_queue_create(struct lm_priority_queue *queue, const char *name,
                                        void *storage, uint32_t capacity, uint32_t message_bytes,
                                        enum lm_order order);

/* Send a message, and wait for space up to timeout.
 * Context: thread; any with LM_NO_WAIT. Returns: LM_OK, LM_TIMEOUT, LM_UNAVAILABLE, LM_DELETED,
 * LM_ABORTED, LM_BAD_ARGUMENT, LM_BAD_OBJECT, LM_BAD_CONTEXT.
 * Cost: O(message_bytes * messages of lower priorities), with interrupts off. O(waiters) more to
 * wait by priority. */
enum lm_status lm_priority_queue_send(struct lm_priority_queue *queue, const void *message,
                                      uint32_t priority, lm_timeout timeout);

/* Take the first message, and wait for one up to timeout. *priority gets its priority. priority may
 * be NULL. If threads wait for space, the message of the first of them gets its place.
 * Otherwise like lm_priority_queue_send. */
enum lm_status lm_priority_queue_receive(struct lm_priority_queue *queue, void *message,
                                         uint32_t *priority, lm_timeout timeout);

/* Remove all messages. Then those of threads that wait to send take their places. lm_queue_flush
 * discards them, too.
 * Context: any. Returns: LM_OK, LM_BAD_OBJECT. Cost: O(waiters * capacity * message_bytes), with
 * interrupts off. */
enum lm_status lm_priority_queue_clear(struct lm_priority_queue *queue);

#ifdef __cplusplus
}
#endif

#endif
