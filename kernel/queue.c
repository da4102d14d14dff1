/* SPDX-License-Identifier: Apache-2.0 */
/* Queues of fixed-size messages. Invariant: threads wait to receive only while the queue is
 * empty, and to send only while it is full.
 */
#include "contract.h"
#include "lock.h"
#include "trace.h"
#include "wait.h"
#include <limen/queue.h>
#include <string.h>

/* Whole words one by one: a call of memcpy costs more than the copy of the short messages that
 * most queues have. Requires: all is aligned to words. */
static inline void copy_words(void *to, const void *from, uint32_t bytes)
{
    unsigned char *target = __builtin_assume_aligned(to, 4);
    const unsigned char *source = __builtin_assume_aligned(from, 4);

    const unsigned char *end = source + bytes;

    do {
        memcpy(target, source, 4);
        target += 4;
        source += 4;
    } while (source != end);
}

static inline bool is_in_words(const struct lm_queue *queue, const void *message)
{
    return ((queue->alignment | (uintptr_t)message) & 3U) == 0;
}

static inline unsigned char *next_place(const struct lm_queue *queue, unsigned char *place)
{
    place += queue->message_bytes;
    return place == queue->end ? queue->storage : place;
}

/* The place for the next message, or of the oldest one, which counts as put or taken from now
 * on. Before the copy, so that the compiler need not fear that the copy changes the queue. */
static inline unsigned char *place_to_put(struct lm_queue *queue)
{
    unsigned char *place = queue->write;

    queue->write = next_place(queue, place);
    queue->used++;
    return place;
}

static inline unsigned char *place_to_take(struct lm_queue *queue)
{
    unsigned char *place = queue->read;

    queue->read = next_place(queue, place);
    queue->used--;
    return place;
}

/* What a record about this call says. */
static inline void trace(const struct lm_queue *queue, enum lm_event event, enum lm_outcome outcome,
                         const struct lm_thread *other)
{
    uint32_t id = other != NULL ? other->object.id : 0U;

    lm_trace(event, queue->object.id, (uint16_t)queue->used, outcome | id << 16);
}

enum lm_status lm_queue_create(struct lm_queue *queue, const char *name, void *storage,
                               uint32_t capacity, uint32_t message_bytes, enum lm_order order)
{
    LM_CHECK(queue != NULL && storage != NULL && capacity > 0 && message_bytes > 0 &&
                 capacity <= UINT32_MAX / message_bytes && order <= LM_BY_PRIORITY,
             LM_BAD_ARGUMENT);

    struct lm_kernel *kernel = lm_kernel();
    lm_lock_key key = lm_lock();

    queue->used = 0;
    queue->capacity = capacity;
    queue->message_bytes = message_bytes;
    queue->storage = storage;
    queue->alignment = (uint32_t)((uintptr_t)storage | message_bytes);
    queue->write = storage;
    queue->read = storage;
    queue->end = queue->storage + (size_t)capacity * message_bytes;
    lm_wait_list_init(&queue->receivers, &queue->object, LM_WAITS_FOR_MESSAGE, order);
    lm_wait_list_init(&queue->senders, &queue->object, LM_WAITS_FOR_SPACE, order);
    lm_trace_object(kernel, &queue->object, LM_KIND_QUEUE, name, 0, 0, capacity);
    lm_trace(LM_EVENT_QUEUE_CREATE, queue->object.id, (uint16_t)capacity, message_bytes);
    lm_unlock(kernel, key);
    return LM_OK;
}

/* Requires: the lock, which it frees. */
static inline enum lm_status wait_in(struct lm_queue *queue, struct lm_wait_list *list,
                                     enum lm_event event, lm_lock_key key, lm_timeout timeout)
{
    if (timeout == LM_NO_WAIT) {
        trace(queue, event, LM_OUTCOME_UNAVAILABLE, NULL);
        lm_port_unlock(key);
        return LM_UNAVAILABLE;
    }
    if (LM_CHECKED && queue->object.kind == LM_KIND_NONE) { /* since the check */
        lm_port_unlock(key);
        return LM_DELETED;
    }
    trace(queue, event, LM_OUTCOME_WAITS, NULL);
    return lm_wait(list, timeout);
}

/* These and the following out of line, so that the usual calls save few registers. */
static __attribute__((noinline)) enum lm_status wait_for_space(struct lm_queue *queue,
                                                               lm_lock_key key, lm_timeout timeout)
{
    return wait_in(queue, &queue->senders, LM_EVENT_QUEUE_SEND, key, timeout);
}

static __attribute__((noinline)) enum lm_status
wait_for_message(struct lm_queue *queue, lm_lock_key key, lm_timeout timeout)
{
    return wait_in(queue, &queue->receivers, LM_EVENT_QUEUE_RECEIVE, key, timeout);
}

/* A thread waits for the message. Requires: the lock, which it frees. */
static __attribute__((noinline)) enum lm_status hand_over(struct lm_queue *queue,
                                                          const void *message, lm_lock_key key)
{
    struct lm_kernel *kernel = lm_kernel();
    struct lm_thread *receiver = lm_wait_first(&queue->receivers);

    if (is_in_words(queue, (void *)((uintptr_t)message | (uintptr_t)receiver->wait_data))) {
        copy_words(receiver->wait_data, message, queue->message_bytes);
    } else {
        memcpy(receiver->wait_data, message, queue->message_bytes);
    }
    trace(queue, LM_EVENT_QUEUE_SEND, LM_OUTCOME_DONE, receiver);
    lm_wait_satisfy(kernel, receiver);
    lm_unlock(kernel, key);
    return LM_OK;
}

/* A thread waits for the space that has become free. Requires: the lock, which it frees. */
static __attribute__((noinline)) enum lm_status let_in(struct lm_queue *queue, lm_lock_key key)
{
    struct lm_kernel *kernel = lm_kernel();
    struct lm_thread *sender = lm_wait_first(&queue->senders);

    memcpy(place_to_put(queue), sender->wait_data, queue->message_bytes);
    trace(queue, LM_EVENT_QUEUE_RECEIVE, LM_OUTCOME_DONE, sender);
    lm_wait_satisfy(kernel, sender);
    lm_unlock(kernel, key);
    return LM_OK;
}

/* Space, or a message, is there, but not in whole words. Requires: the lock, which they free. */
static __attribute__((noinline)) enum lm_status put_bytes(struct lm_queue *queue,
                                                          const void *message, lm_lock_key key)
{
    memcpy(place_to_put(queue), message, queue->message_bytes);
    trace(queue, LM_EVENT_QUEUE_SEND, LM_OUTCOME_DONE, NULL);
    lm_port_unlock(key);
    return LM_OK;
}

/* What follows when a message has been taken. */
static inline enum lm_status finish_receive(struct lm_queue *queue, lm_lock_key key)
{
    if (!lm_list_is_empty(&queue->senders.threads)) {
        return let_in(queue, key);
    }
    trace(queue, LM_EVENT_QUEUE_RECEIVE, LM_OUTCOME_DONE, NULL);
    lm_port_unlock(key);
    return LM_OK;
}

static __attribute__((noinline)) enum lm_status take_bytes(struct lm_queue *queue, void *message,
                                                           lm_lock_key key)
{
    memcpy(message, place_to_take(queue), queue->message_bytes);
    return finish_receive(queue, key);
}

enum lm_status lm_queue_send(struct lm_queue *queue, const void *message, lm_timeout timeout)
{
    LM_CHECK_OBJECT(queue, LM_KIND_QUEUE);
    LM_CHECK(message != NULL, LM_BAD_ARGUMENT);
    LM_CHECK(timeout == LM_NO_WAIT || lm_may_wait(), LM_BAD_CONTEXT);

    lm_lock_key key = lm_lock();

    if (!lm_list_is_empty(&queue->receivers.threads)) {
        return hand_over(queue, message, key);
    }
    if (queue->used == queue->capacity) {
        lm_kernel()->running->wait_data = (void *)(uintptr_t)message; /* it is only read */
        return wait_for_space(queue, key, timeout);
    }
    if (!is_in_words(queue, message)) {
        return put_bytes(queue, message, key);
    }
    uint32_t bytes = queue->message_bytes;

    copy_words(place_to_put(queue), message, bytes);
    trace(queue, LM_EVENT_QUEUE_SEND, LM_OUTCOME_DONE, NULL);
    lm_port_unlock(key);
    return LM_OK;
}

enum lm_status lm_queue_receive(struct lm_queue *queue, void *message, lm_timeout timeout)
{
    LM_CHECK_OBJECT(queue, LM_KIND_QUEUE);
    LM_CHECK(message != NULL, LM_BAD_ARGUMENT);
    LM_CHECK(timeout == LM_NO_WAIT || lm_may_wait(), LM_BAD_CONTEXT);

    lm_lock_key key = lm_lock();

    if (queue->used == 0) {
        lm_kernel()->running->wait_data = message;
        return wait_for_message(queue, key, timeout);
    }
    if (!is_in_words(queue, message)) {
        return take_bytes(queue, message, key);
    }
    uint32_t bytes = queue->message_bytes;

    copy_words(message, place_to_take(queue), bytes);
    return finish_receive(queue, key);
}

uint32_t lm_queue_used(const struct lm_queue *queue)
{
    LM_CHECK(queue != NULL, 0);

    return queue->used;
}

enum lm_status lm_queue_delete(struct lm_queue *queue)
{
    LM_CHECK_OBJECT(queue, LM_KIND_QUEUE);

    struct lm_kernel *kernel = lm_kernel();
    bool begun = lm_wait_delete_begin();
    lm_lock_key key = lm_lock();

    queue->object.kind = LM_KIND_NONE;
    lm_trace(LM_EVENT_QUEUE_DELETE, queue->object.id, 0, 0);
    lm_unlock(kernel, key);
    lm_wait_delete_all(kernel, &queue->receivers);
    lm_wait_delete_all(kernel, &queue->senders);
    lm_wait_delete_end(begun);
    return LM_OK;
}
