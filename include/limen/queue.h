/* SPDX-License-Identifier: Apache-2.0 */
/* Queues of messages of one size, copied in and out. A message for a waiting thread is copied
 * straight to it; a waiting sender's message takes the place that a receiver makes free.
 */
#ifndef LIMEN_QUEUE_H
#define LIMEN_QUEUE_H

#include <limen/object.h>
#include <limen/status.h>
#include <limen/time.h>

struct lm_queue {
    struct lm_wait_list receivers;
    struct lm_wait_list senders;
    uint32_t used;
    uint32_t capacity;
    uint32_t message_bytes;
    uint32_t alignment; /* of storage and messages: bits 0 and 1 are 0 if both are whole words */
    unsigned char *write;
    unsigned char *read;
    unsigned char *end;
    unsigned char *storage;
    struct lm_object object;
};

/* storage: capacity * message_bytes bytes; aligned like a message it is copied faster.
 * Context: any. Returns: LM_OK, LM_BAD_ARGUMENT. Cost: O(1). */
enum lm_status lm_queue_create(struct lm_queue *queue, const char *name, void *storage,
                               uint32_t capacity, uint32_t message_bytes, enum lm_order order);

/* Put a message at the end; wait for space up to timeout.
 * Context: thread; any with LM_NO_WAIT. Returns: LM_OK, LM_TIMEOUT, LM_UNAVAILABLE, LM_DELETED,
 * LM_BAD_ARGUMENT, LM_BAD_OBJECT, LM_BAD_CONTEXT.
 * Cost: O(message_bytes); O(waiters) more to wait by priority. */
enum lm_status lm_queue_send(struct lm_queue *queue, const void *message, lm_timeout timeout);

/* Take the oldest message; wait for one up to timeout. As lm_queue_send. */
enum lm_status lm_queue_receive(struct lm_queue *queue, void *message, lm_timeout timeout);

/* Messages in it. Context: any. Cost: O(1). */
uint32_t lm_queue_used(const struct lm_queue *queue);

/* Threads that wait get LM_DELETED.
 * Context: any. Returns: LM_OK, LM_BAD_OBJECT. Cost: O(waiters), the lock open in between. */
enum lm_status lm_queue_delete(struct lm_queue *queue);

#endif
