/* SPDX-License-Identifier: Apache-2.0 */
/* Queues of fixed-size messages.
 *
 * Invariant: threads wait to receive only while the queue is empty, and to send only while it is
 * full. So one list of waiting threads serves both, and the fill says what they wait for.
 *
 * Short messages in whole words that nobody waits for, and of which nobody is notified, take
 * the short way. All others are told from these by the two lower bits of irregular.
 */
#include "core/contract.h"
#include "core/lock.h"
#include "observe/counters.h"
#include "observe/trace.h"
#include "time/wait.h"
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

static inline bool is_regular(const struct lm_queue *queue, const void *message)
{
    return ((queue->irregular | (uintptr_t)message) & 3U) == 0;
}

static inline unsigned char *next_place(const struct lm_queue *queue, unsigned char *place)
{
    place += queue->message_bytes;
    return place == queue->end ? queue->storage : place;
}

static inline void count_message(struct lm_queue *queue, int change)
{
    queue->used += (uint32_t)change;
    if (LM_COUNTED) {
        queue->available -= (uint32_t)change;
    }
}

/* The place for the next message, or of the oldest one, which counts as put or taken from now
 * on. Before the copy, so that the compiler need not fear that the copy changes the queue. */
static inline unsigned char *place_to_put(struct lm_queue *queue)
{
    unsigned char *place = queue->write;

    queue->write = next_place(queue, place);
    count_message(queue, 1);
    return place;
}

static inline unsigned char *place_to_take(struct lm_queue *queue)
{
    unsigned char *place = queue->read;

    queue->read = next_place(queue, place);
    count_message(queue, -1);
    return place;
}

static unsigned char *place_to_put_first(struct lm_queue *queue)
{
    unsigned char *place = queue->read == queue->storage ? queue->end : queue->read;

    queue->read = place - queue->message_bytes;
    count_message(queue, 1);
    return queue->read;
}

/* What a record about this call says. */
static inline void trace(const struct lm_queue *queue, enum lm_event event, enum lm_outcome outcome,
                         const struct lm_thread *other)
{
    uint32_t id = other != NULL ? other->object.id : 0U;

    lm_trace(event, queue->object.id, (uint16_t)queue->used, outcome | id << 16);
}

static inline void clear(struct lm_queue *queue)
{
    queue->used = 0;
    queue->available = queue->capacity;
    queue->write = queue->storage;
    queue->read = queue->storage;
}

enum lm_status lm_queue_create(struct lm_queue *queue, const char *name, void *storage,
                               uint32_t capacity, uint32_t message_bytes, enum lm_order order)
{
    LM_CHECK(queue != NULL && storage != NULL && capacity > 0 && message_bytes > 0 &&
                 capacity <= UINT32_MAX / message_bytes && order <= LM_BY_PRIORITY,
             LM_BAD_ARGUMENT);

    struct lm_kernel *kernel = lm_kernel();
    lm_lock_key key = lm_lock();

    queue->capacity = capacity;
    queue->message_bytes = message_bytes;
    queue->storage = storage;
    queue->irregular = (uint32_t)((uintptr_t)storage | message_bytes);
    queue->end = queue->storage + (size_t)capacity * message_bytes;
    queue->notify = NULL;
    clear(queue);
    lm_wait_list_init(&queue->waiters, &queue->object, order);
    lm_trace_object(kernel, &queue->object, LM_KIND_QUEUE, name, 0, 0, capacity);
    lm_trace(LM_EVENT_QUEUE_CREATE, queue->object.id, (uint16_t)capacity, message_bytes);
    lm_unlock(kernel, key);
    return LM_OK;
}

/* message: where the wait takes it from or puts it. Requires: the lock, which it frees. */
static inline enum lm_status wait_in(struct lm_queue *queue, void *message, enum lm_event event,
                                     lm_lock_key key, lm_timeout timeout)
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
    lm_kernel()->running->wait_data = message;
    return lm_wait(&queue->waiters, LM_WAITS_FOR_QUEUE, timeout);
}

/* The queue is full. These and the following out of line, so that the usual calls save few
 * registers. */
static __attribute__((noinline)) enum lm_status wait_for_space(struct lm_queue *queue,
                                                               const void *message, lm_lock_key key,
                                                               lm_timeout timeout, bool front)
{
    struct lm_kernel *kernel = lm_kernel();
    struct lm_thread *thread = kernel->running;
    bool waits = timeout != LM_NO_WAIT;

    if (!waits) { /* perhaps in an interrupt: the running thread may wait itself */
        LM_COUNT_OBJECT(kernel, &queue->object, refused);
    } else {
        LM_COUNT_OBJECT(kernel, &queue->object, waits_for_space);
        queue->irregular |= front; /* receivers have to look who waits, from now on */
        thread->wait_ahead = front;
    }
    void (*notify)(struct lm_queue *) = queue->notify; /* it may be deleted when the wait is over */
    enum lm_event event = front ? LM_EVENT_QUEUE_SEND_FRONT : LM_EVENT_QUEUE_SEND;
    void *data = (void *)(uintptr_t)message; /* it is only read */
    enum lm_status status = wait_in(queue, data, event, key, timeout);

    if (waits) {
        thread->wait_ahead = false;
    }
    if (status == LM_OK && notify != NULL) {
        notify(queue);
    }
    return status;
}

static __attribute__((noinline)) enum lm_status
wait_for_message(struct lm_queue *queue, void *message, lm_lock_key key, lm_timeout timeout)
{
    return wait_in(queue, message, LM_EVENT_QUEUE_RECEIVE, key, timeout);
}

/* A message has been sent. Requires: the lock, which it frees. */
static inline enum lm_status finish_send(struct lm_queue *queue, lm_lock_key key)
{
    void (*notify)(struct lm_queue *) = queue->notify;

    lm_unlock(lm_kernel(), key);
    if (notify != NULL) {
        notify(queue);
    }
    return LM_OK;
}

/* A thread waits for the message. Requires: the lock, which it frees. */
static __attribute__((noinline)) enum lm_status
hand_over(struct lm_queue *queue, const void *message, lm_lock_key key, enum lm_event event)
{
    struct lm_kernel *kernel = lm_kernel();
    struct lm_thread *receiver = lm_wait_first(&queue->waiters);

    if (is_regular(queue, (void *)((uintptr_t)message | (uintptr_t)receiver->wait_data))) {
        copy_words(receiver->wait_data, message, queue->message_bytes);
    } else {
        memcpy(receiver->wait_data, message, queue->message_bytes);
    }
    trace(queue, event, LM_OUTCOME_DONE, receiver);
    LM_COUNT_OBJECT(kernel, &queue->object, given);
    LM_COUNT_OBJECT(kernel, &queue->object, taken);
    lm_wait_satisfy(kernel, receiver);
    return finish_send(queue, key);
}

/* Requires: the lock, which it frees. */
static __attribute__((noinline)) enum lm_status put_irregular(struct lm_queue *queue,
                                                              const void *message, lm_lock_key key)
{
    memcpy(place_to_put(queue), message, queue->message_bytes);
    trace(queue, LM_EVENT_QUEUE_SEND, LM_OUTCOME_DONE, NULL);
    LM_COUNT_OBJECT(lm_kernel(), &queue->object, given);
    return finish_send(queue, key);
}

/* A thread waits for the space that has become free. Requires: the lock, which it frees. */
static __attribute__((noinline)) enum lm_status let_in(struct lm_queue *queue, lm_lock_key key)
{
    struct lm_kernel *kernel = lm_kernel();
    struct lm_thread *sender = lm_wait_first(&queue->waiters);

    memcpy(place_to_put(queue), sender->wait_data, queue->message_bytes);
    trace(queue, LM_EVENT_QUEUE_RECEIVE, LM_OUTCOME_DONE, sender);
    LM_COUNT_OBJECT(kernel, &queue->object, given);
    lm_wait_satisfy(kernel, sender);
    lm_unlock(kernel, key);
    return LM_OK;
}

/* A message has been taken. Requires: the lock, which it frees. */
static inline enum lm_status finish_receive(struct lm_queue *queue, lm_lock_key key)
{
    LM_COUNT_OBJECT(lm_kernel(), &queue->object, taken);
    if (queue->waiters.first != NULL) {
        return let_in(queue, key);
    }
    trace(queue, LM_EVENT_QUEUE_RECEIVE, LM_OUTCOME_DONE, NULL);
    lm_port_unlock(key);
    return LM_OK;
}

/* The first of the waiting threads sends ahead of all messages: its own is the next.
 * Requires: the lock, which it frees. */
static enum lm_status take_ahead(struct lm_queue *queue, void *message, lm_lock_key key)
{
    struct lm_kernel *kernel = lm_kernel();
    struct lm_thread *sender = lm_wait_first(&queue->waiters);

    memcpy(message, sender->wait_data, queue->message_bytes);
    trace(queue, LM_EVENT_QUEUE_RECEIVE, LM_OUTCOME_DONE, sender);
    LM_COUNT_OBJECT(kernel, &queue->object, given);
    LM_COUNT_OBJECT(kernel, &queue->object, taken);
    lm_wait_satisfy(kernel, sender);
    lm_unlock(kernel, key);
    return LM_OK;
}

static __attribute__((noinline)) enum lm_status take_irregular(struct lm_queue *queue,
                                                               void *message, lm_lock_key key)
{
    const struct lm_thread *sender = lm_wait_first(&queue->waiters);

    if (sender != NULL && sender->wait_ahead) {
        return take_ahead(queue, message, key);
    }
    memcpy(message, place_to_take(queue), queue->message_bytes);
    return finish_receive(queue, key);
}

enum lm_status lm_queue_send(struct lm_queue *queue, const void *message, lm_timeout timeout)
{
    LM_CHECK_OBJECT(queue, LM_KIND_QUEUE);
    LM_CHECK(message != NULL, LM_BAD_ARGUMENT);
    LM_CHECK(timeout == LM_NO_WAIT || lm_may_wait(), LM_BAD_CONTEXT);

    lm_lock_key key = lm_lock();

    if (queue->used == queue->capacity) {
        return wait_for_space(queue, message, key, timeout, false);
    }
    if (queue->waiters.first != NULL) {
        return hand_over(queue, message, key, LM_EVENT_QUEUE_SEND);
    }
    if (!is_regular(queue, message)) {
        return put_irregular(queue, message, key);
    }
    uint32_t bytes = queue->message_bytes;

    copy_words(place_to_put(queue), message, bytes);
    trace(queue, LM_EVENT_QUEUE_SEND, LM_OUTCOME_DONE, NULL);
    LM_COUNT_OBJECT(lm_kernel(), &queue->object, given);
    lm_port_unlock(key);
    return LM_OK;
}

enum lm_status lm_queue_send_front(struct lm_queue *queue, const void *message, lm_timeout timeout)
{
    LM_CHECK_OBJECT(queue, LM_KIND_QUEUE);
    LM_CHECK(message != NULL, LM_BAD_ARGUMENT);
    LM_CHECK(timeout == LM_NO_WAIT || lm_may_wait(), LM_BAD_CONTEXT);

    lm_lock_key key = lm_lock();

    if (queue->used == queue->capacity) {
        return wait_for_space(queue, message, key, timeout, true);
    }
    if (queue->waiters.first != NULL) {
        return hand_over(queue, message, key, LM_EVENT_QUEUE_SEND_FRONT);
    }
    memcpy(place_to_put_first(queue), message, queue->message_bytes);
    trace(queue, LM_EVENT_QUEUE_SEND_FRONT, LM_OUTCOME_DONE, NULL);
    LM_COUNT_OBJECT(lm_kernel(), &queue->object, given);
    return finish_send(queue, key);
}

enum lm_status lm_queue_receive(struct lm_queue *queue, void *message, lm_timeout timeout)
{
    LM_CHECK_OBJECT(queue, LM_KIND_QUEUE);
    LM_CHECK(message != NULL, LM_BAD_ARGUMENT);
    LM_CHECK(timeout == LM_NO_WAIT || lm_may_wait(), LM_BAD_CONTEXT);

    lm_lock_key key = lm_lock();

    if (queue->used == 0) {
        return wait_for_message(queue, message, key, timeout);
    }
    if (!is_regular(queue, message)) {
        return take_irregular(queue, message, key);
    }
    uint32_t bytes = queue->message_bytes;

    copy_words(message, place_to_take(queue), bytes);
    return finish_receive(queue, key);
}

enum lm_status lm_queue_flush(struct lm_queue *queue)
{
    LM_CHECK_OBJECT(queue, LM_KIND_QUEUE);

    struct lm_kernel *kernel = lm_kernel();
    lm_lock_key key = lm_lock();

    trace(queue, LM_EVENT_QUEUE_FLUSH, LM_OUTCOME_DONE, NULL);
    if (queue->used > 0) { /* so who waits wants to send */
        clear(queue);
        while (queue->waiters.first != NULL) {
            lm_wait_satisfy(kernel, queue->waiters.first);
        }
    }
    lm_unlock(kernel, key);
    return LM_OK;
}

enum lm_status lm_queue_prioritize(struct lm_queue *queue)
{
    LM_CHECK_OBJECT(queue, LM_KIND_QUEUE);

    lm_wait_prioritize(&queue->waiters);
    return LM_OK;
}

enum lm_status lm_queue_set_notify(struct lm_queue *queue, void (*notify)(struct lm_queue *queue))
{
    LM_CHECK_OBJECT(queue, LM_KIND_QUEUE);

    lm_lock_key key = lm_lock();

    queue->notify = notify;
    queue->irregular |= notify != NULL;
    lm_trace(LM_EVENT_NOTIFY, queue->object.id, notify != NULL, 0);
    lm_port_unlock(key);
    return LM_OK;
}

uint32_t lm_queue_used(const struct lm_queue *queue)
{
    LM_CHECK(queue != NULL, 0);

    return queue->used;
}

enum lm_status lm_queue_get_info(const struct lm_queue *queue, struct lm_queue_info *info)
{
    LM_CHECK_OBJECT(queue, LM_KIND_QUEUE);
    LM_CHECK(info != NULL, LM_BAD_ARGUMENT);

    lm_lock_key key = lm_lock();

    lm_trace(LM_EVENT_INFO, queue->object.id, 0, 0);
    info->name = queue->object.name;
    info->used = queue->used;
    info->capacity = queue->capacity;
    info->message_bytes = queue->message_bytes;
    info->waiters = lm_wait_info(&queue->waiters);
    lm_port_unlock(key);
    return LM_OK;
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
    lm_wait_delete_all(kernel, &queue->waiters);
    lm_wait_delete_end(begun);
    return LM_OK;
}
