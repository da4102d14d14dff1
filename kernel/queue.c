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

/* Whole words one by one where all is aligned: a call of memcpy costs more than the copy of the
 * short messages that most queues have. */
static inline void copy(void *to, const void *from, uint32_t bytes)
{
    if ((((uintptr_t)to | (uintptr_t)from | bytes) & 3U) != 0) {
        memcpy(to, from, bytes);
        return;
    }
    unsigned char *target = __builtin_assume_aligned(to, 4);
    const unsigned char *source = __builtin_assume_aligned(from, 4);

    do {
        bytes -= 4;
        memcpy(target + bytes, source + bytes, 4);
    } while (bytes != 0);
}

static inline unsigned char *next_place(const struct lm_queue *queue, unsigned char *place)
{
    place += queue->message_bytes;
    return place == queue->end ? queue->storage : place;
}

static inline void put(struct lm_queue *queue, const void *message)
{
    copy(queue->write, message, queue->message_bytes);
    queue->write = next_place(queue, queue->write);
    queue->used++;
}

static inline void take(struct lm_queue *queue, void *message)
{
    copy(message, queue->read, queue->message_bytes);
    queue->read = next_place(queue, queue->read);
    queue->used--;
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
    trace(queue, event, LM_OUTCOME_WAITS, NULL);
    return lm_wait(list, timeout);
}

/* Both out of line, so that the calls that need not wait save few registers. */
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

enum lm_status lm_queue_send(struct lm_queue *queue, const void *message, lm_timeout timeout)
{
    LM_CHECK_OBJECT(queue, LM_KIND_QUEUE);
    LM_CHECK(message != NULL, LM_BAD_ARGUMENT);
    LM_CHECK(timeout == LM_NO_WAIT || lm_may_wait(), LM_BAD_CONTEXT);

    struct lm_kernel *kernel = lm_kernel();
    lm_lock_key key = lm_lock();
    struct lm_thread *receiver = lm_wait_first(&queue->receivers);

    if (receiver != NULL) {
        copy(receiver->wait_data, message, queue->message_bytes);
        trace(queue, LM_EVENT_QUEUE_SEND, LM_OUTCOME_DONE, receiver);
        lm_wait_satisfy(kernel, receiver);
        lm_unlock(kernel, key);
        return LM_OK;
    }
    if (queue->used == queue->capacity) {
        kernel->running->wait_data = (void *)(uintptr_t)message; /* it is only read */
        return wait_for_space(queue, key, timeout);
    }
    put(queue, message);
    trace(queue, LM_EVENT_QUEUE_SEND, LM_OUTCOME_DONE, NULL);
    lm_port_unlock(key);
    return LM_OK;
}

enum lm_status lm_queue_receive(struct lm_queue *queue, void *message, lm_timeout timeout)
{
    LM_CHECK_OBJECT(queue, LM_KIND_QUEUE);
    LM_CHECK(message != NULL, LM_BAD_ARGUMENT);
    LM_CHECK(timeout == LM_NO_WAIT || lm_may_wait(), LM_BAD_CONTEXT);

    struct lm_kernel *kernel = lm_kernel();
    lm_lock_key key = lm_lock();

    if (queue->used == 0) {
        kernel->running->wait_data = message;
        return wait_for_message(queue, key, timeout);
    }
    take(queue, message);

    struct lm_thread *sender = lm_wait_first(&queue->senders);

    if (sender != NULL) {
        put(queue, sender->wait_data);
        trace(queue, LM_EVENT_QUEUE_RECEIVE, LM_OUTCOME_DONE, sender);
        lm_wait_satisfy(kernel, sender);
        lm_unlock(kernel, key);
        return LM_OK;
    }
    trace(queue, LM_EVENT_QUEUE_RECEIVE, LM_OUTCOME_DONE, NULL);
    lm_port_unlock(key);
    return LM_OK;
}

uint32_t lm_queue_used(const struct lm_queue *queue)
{
    return queue->used;
}

enum lm_status lm_queue_delete(struct lm_queue *queue)
{
    LM_CHECK_OBJECT(queue, LM_KIND_QUEUE);

    struct lm_kernel *kernel = lm_kernel();
    lm_lock_key key = lm_lock();

    queue->object.kind = LM_KIND_NONE;
    lm_trace(LM_EVENT_QUEUE_DELETE, queue->object.id, 0, 0);
    lm_unlock(kernel, key);
    lm_wait_delete_all(kernel, &queue->receivers);
    lm_wait_delete_all(kernel, &queue->senders);
    return LM_OK;
}
