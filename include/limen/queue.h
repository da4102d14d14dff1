/* SPDX-License-Identifier: Apache-2.0 */
/* Queues of messages of one size. A send copies the message into the queue, a receive copies it
 * out. A message for a waiting thread is copied directly to that thread. When a receiver frees a
 * place in a full queue, the message of the first waiting sender takes it.
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
    LM_UNLESS_SMALL(int32_t limit;) /* compared by the usual sends and receives:
                                     * kernel/objects/queue.c */
    uint32_t capacity;
    LM_IF_COUNTED(uint32_t available;) /* capacity - used */
    uint32_t message_bytes;
    unsigned char *write;
    unsigned char *read;
    unsigned char *end;
    unsigned char *storage;
    struct lm_object object;
};

struct lm_queue_info {
    const char *name;
    uint32_t used;
    uint32_t capacity;
    uint32_t message_bytes;
    struct lm_waiters_info waiters;
};

/* storage: an area (limen/area.h) of capacity * message_bytes bytes, at any address. Calls are
 * faster if it is aligned to words and messages are up to seven words.
 * Context: any. Returns: LM_OK, LM_BAD_ARGUMENT, LM_BAD_OBJECT (it exists already). Cost: O(1). */
enum lm_status lm_queue_create(struct lm_queue *queue, const char *name, void *storage,
                               uint32_t capacity, uint32_t message_bytes, enum lm_order order);

/* Append a message, and wait for space up to timeout.
 * Context: thread; any with LM_NO_WAIT. Returns: LM_OK, LM_TIMEOUT, LM_UNAVAILABLE, LM_DELETED,
 * LM_BAD_ARGUMENT, LM_BAD_OBJECT, LM_BAD_CONTEXT.
 * Cost: O(message_bytes), with interrupts off: if messages are long, send their addresses.
 * O(waiters) more to wait by priority. */
enum lm_status lm_queue_send(struct lm_queue *queue, const void *message, lm_timeout timeout);

/* lm_queue_send with LM_FOREVER. The macro calls it where that is a constant: it is faster without
 * a timeout. */
enum lm_status lm_queue_send_forever(struct lm_queue *queue, const void *message);
#define lm_queue_send(queue, message, timeout)                                                     \
    (LM_IS_FOREVER(timeout) ? lm_queue_send_forever(queue, message)                                \
                            : (lm_queue_send)(queue, message, timeout))

/* Like lm_queue_send, but put the message ahead of all others, including those of waiting threads.
 * If several threads wait in this call, the last one is served first, ahead of all that wait in
 * lm_queue_send. */
enum lm_status lm_queue_send_front(struct lm_queue *queue, const void *message, lm_timeout timeout);

/* Take the first message, and wait for one up to timeout. Otherwise like lm_queue_send. */
enum lm_status lm_queue_receive(struct lm_queue *queue, void *message, lm_timeout timeout);

/* lm_queue_receive with LM_FOREVER; see lm_queue_send_forever. */
enum lm_status lm_queue_receive_forever(struct lm_queue *queue, void *message);
#define lm_queue_receive(queue, message, timeout)                                                  \
    (LM_IS_FOREVER(timeout) ? lm_queue_receive_forever(queue, message)                             \
                            : (lm_queue_receive)(queue, message, timeout))

/* Copy the first message, which stays in the queue.
 * Context: any. Returns: LM_OK, LM_UNAVAILABLE (the queue is empty), LM_BAD_ARGUMENT,
 * LM_BAD_OBJECT. Cost: O(message_bytes), with interrupts off. */
enum lm_status lm_queue_peek(const struct lm_queue *queue, void *message);

/* Send a message to a queue with the capacity 1. It replaces the message in the queue. Messages of
 * threads that wait to send come after it.
 * Context: any. Returns: LM_OK, LM_BAD_ARGUMENT, LM_BAD_OBJECT, LM_BAD_STATE (it has room for
 * more). Cost: O(message_bytes), with interrupts off. */
enum lm_status lm_queue_overwrite(struct lm_queue *queue, const void *message);

/* Discard all messages, also those of threads that wait to send: their calls return LM_OK.
 * Context: any. Returns: LM_OK, LM_BAD_OBJECT. Cost: O(waiters). The lock is open in between. */
enum lm_status lm_queue_flush(struct lm_queue *queue);

/* Serve the most urgent waiting thread next. Of several, it is the one that has waited longest.
 * Context: any. Returns: LM_OK, LM_BAD_OBJECT. Cost: O(waiters). The lock is open in between. */
enum lm_status lm_queue_prioritize(struct lm_queue *queue);

/* Messages in the queue. Context: any. Cost: O(1). */
uint32_t lm_queue_used(const struct lm_queue *queue);

/* Context: any. Returns: LM_OK, LM_BAD_OBJECT, LM_BAD_ARGUMENT. Cost: O(1). */
enum lm_status lm_queue_get_info(const struct lm_queue *queue, struct lm_queue_info *info);

/* Threads that wait get LM_DELETED.
 * Context: any. Returns: LM_OK, LM_BAD_OBJECT. Cost: O(waiters). The lock is open in between. */
enum lm_status lm_queue_delete(struct lm_queue *queue);

#ifdef __cplusplus
}
#endif

#endif
