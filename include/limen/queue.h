/* SPDX-License-Identifier: Apache-2.0 */
/* Queues of messages of one size, copied in and out. A message for a waiting thread is copied
 * straight to it; a waiting sender's message takes the place that a receiver makes free.
 */
#ifndef LIMEN_QUEUE_H
#define LIMEN_QUEUE_H

#include <limen/object.h>
#include <limen/status.h>
#include <limen/time.h>

#ifdef __cplusplus
extern "C" {
#endif

struct lm_queue {
    struct lm_wait_list waiters; /* while it is empty: to receive; while it is full: to send */
    uint32_t used;
    uint32_t capacity;
    uint32_t available; /* capacity - used; kept by the libraries that count */
    uint32_t message_bytes;
    unsigned char *write;
    unsigned char *read;
    unsigned char *end;
    unsigned char *storage;
    void (*notify)(struct lm_queue *queue);
    struct lm_object object;
};

struct lm_queue_info {
    const char *name;
    uint32_t used;
    uint32_t capacity;
    uint32_t message_bytes;
    struct lm_waiters_info waiters;
};

/* storage: capacity * message_bytes bytes; aligned like a message it is copied faster.
 * Context: any. Returns: LM_OK, LM_BAD_ARGUMENT, LM_BAD_OBJECT (it exists already). Cost: O(1). */
enum lm_status lm_queue_create(struct lm_queue *queue, const char *name, void *storage,
                               uint32_t capacity, uint32_t message_bytes, enum lm_order order);

/* Put a message at the end; wait for space up to timeout.
 * Context: thread; any with LM_NO_WAIT. Returns: LM_OK, LM_TIMEOUT, LM_UNAVAILABLE, LM_DELETED,
 * LM_BAD_ARGUMENT, LM_BAD_OBJECT, LM_BAD_CONTEXT.
 * Cost: O(message_bytes); O(waiters) more to wait by priority. */
enum lm_status lm_queue_send(struct lm_queue *queue, const void *message, lm_timeout timeout);

/* Put a message ahead of all others, those of waiting threads included. As lm_queue_send, but
 * the last one is served first, and those who wait to send to the end come later in any case. */
enum lm_status lm_queue_send_front(struct lm_queue *queue, const void *message, lm_timeout timeout);

/* Take the oldest message; wait for one up to timeout. As lm_queue_send. */
enum lm_status lm_queue_receive(struct lm_queue *queue, void *message, lm_timeout timeout);

/* Discard all messages, those of threads that wait to send included: their calls return LM_OK.
 * Context: any. Returns: LM_OK, LM_BAD_OBJECT. Cost: O(waiters), under the lock. */
enum lm_status lm_queue_flush(struct lm_queue *queue);

/* Serve the most urgent of the waiting threads next, of equals the one that has waited longest.
 * Context: any. Returns: LM_OK, LM_BAD_OBJECT. Cost: O(waiters), under the lock. */
enum lm_status lm_queue_prioritize(struct lm_queue *queue);

/* Have a function called after each message that is sent, by its sender, without the lock; NULL:
 * none. Without it a send costs nothing more.
 * Context: any. Returns: LM_OK, LM_BAD_OBJECT. Cost: O(1). */
enum lm_status lm_queue_set_notify(struct lm_queue *queue, void (*notify)(struct lm_queue *queue));

/* Messages in it. Context: any. Cost: O(1). */
uint32_t lm_queue_used(const struct lm_queue *queue);

/* Context: any. Returns: LM_OK, LM_BAD_OBJECT, LM_BAD_ARGUMENT. Cost: O(waiters), under the
 * lock. */
enum lm_status lm_queue_get_info(const struct lm_queue *queue, struct lm_queue_info *info);

/* Threads that wait get LM_DELETED.
 * Context: any. Returns: LM_OK, LM_BAD_OBJECT. Cost: O(waiters), the lock open in between. */
enum lm_status lm_queue_delete(struct lm_queue *queue);

#ifdef __cplusplus
}
#endif

#endif
