/* SPDX-License-Identifier: Apache-2.0 */
/* Queues of fixed-size messages.
 *
 * Invariant: threads wait to receive only while the queue is empty, and to send only while it is
 * full. So one list of waiting threads serves both, and the fill level tells whether they wait to
 * receive or to send.
 *
 * The usual sends and receives compare the fill only with the limit, whose value covers all other
 * conditions:
 *
 *   capacity        no thread waits, messages are a few whole words
 *   0               the same, but threads may wait to receive, all at whole words
 *   LOOK_AT_ALL     anything else. The state may have returned to normal since: the next
 *                   slow call checks it and resets the limit.
 */
#include "objects/long_call.h"
#include "time/wait.h"
#include <limen/area.h>
#include <limen/queue.h>
#include <string.h>

enum { BLOCK_BYTES = 32, LOOK_AT_ALL = -1 };

/* Copy word by word. For the short messages of most queues, a call of memcpy would cost more than
 * the copy. Requires: pointers and size are aligned to words; at least a word. */
static inline __attribute__((always_inline)) void copy_words(void *to, const void *from,
                                                             uint32_t bytes)
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

/* Copy any message. A long one is copied in blocks, which compilers copy with few instructions,
 * because interrupts are off meanwhile. If it is not aligned to words, the C library copies it. */
static __attribute__((noinline)) void copy_any(void *to, const void *from, uint32_t bytes)
{
    if ((((uintptr_t)to | (uintptr_t)from | bytes) & 3U) != 0) {
        memcpy(to, from, bytes);
        return;
    }
    unsigned char *target = __builtin_assume_aligned(to, 4);
    const unsigned char *source = __builtin_assume_aligned(from, 4);
    const unsigned char *end = source + bytes / BLOCK_BYTES * BLOCK_BYTES;

    while (source != end) {
        memcpy(target, source, BLOCK_BYTES);
        target += BLOCK_BYTES;
        source += BLOCK_BYTES;
    }
    if (bytes % BLOCK_BYTES != 0) {
        copy_words(target, source, bytes % BLOCK_BYTES);
    }
}

static inline bool is_aligned(const void *address)
{
    return ((uintptr_t)address & 3U) == 0;
}

/* A few whole words. */
static inline bool is_short(uint32_t bytes)
{
    return (bytes & ~(BLOCK_BYTES - 4U)) == 0;
}

/* Copy a few whole words to whole words, from any address. */
static inline void copy_few(void *to, const void *from, uint32_t bytes)
{
    if (is_aligned(from)) {
        copy_words(to, from, bytes);
    } else {
        copy_any(to, from, bytes);
    }
}

/* Requires: no thread waits. */
static void set_limit(struct lm_queue *queue)
{
    bool plain = is_aligned(queue->storage) && is_short(queue->message_bytes);

    queue->limit = plain ? (int32_t)queue->capacity : LOOK_AT_ALL;
}

static inline unsigned char *next_place(const struct lm_queue *queue, unsigned char *place)
{
    place += queue->message_bytes;
    return place == queue->end ? queue->storage : place;
}

static inline void count_message(struct lm_queue *queue, int change)
{
    queue->used += (uint32_t)change;
    LM_IF_COUNTED(queue->available -= (uint32_t)change);
}

/* The place for the next message, or of the oldest message, which counts as put or taken from now
 * on. The queue changes before the copy, because for the compiler the copy may change the queue. */
static inline __attribute__((always_inline)) unsigned char *place_to_put(struct lm_queue *queue)
{
    unsigned char *place = queue->write;

    queue->write = next_place(queue, place);
    count_message(queue, 1);
    return place;
}

static inline __attribute__((always_inline)) unsigned char *place_to_take(struct lm_queue *queue)
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

/* A record about this queue. */
static inline void observe(enum lm_event event, const struct lm_queue *queue,
                           enum lm_outcome outcome, const struct lm_thread *other)
{
    uint32_t id = other != NULL ? other->object.id : 0U;

    lm_observe(event, queue, (uint16_t)queue->used, outcome | id << 16);
}

static inline void clear(struct lm_queue *queue)
{
    queue->used = 0;
    LM_IF_COUNTED(queue->available = queue->capacity);
    queue->write = queue->storage;
    queue->read = queue->storage;
}

static bool storage_is_possible(const void *storage, uint32_t capacity, uint32_t message_bytes)
{
    return capacity > 0 && message_bytes > 0 && capacity <= LM_AREA_BYTES_MAX / message_bytes &&
           lm_area_is_possible(storage, (size_t)capacity * message_bytes, 1);
}

enum lm_status lm_queue_create(struct lm_queue *queue, const char *name, void *storage,
                               uint32_t capacity, uint32_t message_bytes, enum lm_order order)
{
    LM_CALL_CREATES(QUEUE_CREATE, queue);
    LM_CHECK(queue != NULL && storage_is_possible(storage, capacity, message_bytes) &&
                 order <= LM_BY_PRIORITY,
             LM_BAD_ARGUMENT);

    lm_lock_key key = lm_lock();

    LM_REQUIRE_NO_OBJECT(key, queue);
    queue->capacity = capacity;
    queue->message_bytes = message_bytes;
    queue->storage = storage;
    queue->end = queue->storage + (size_t)capacity * message_bytes;
    clear(queue);
    lm_wait_list_init(&queue->waiters, &queue->object, LM_WAITS_FOR_QUEUE, order);
    set_limit(queue);
    lm_object_create(&queue->object, LM_KIND_QUEUE, name,
                     (struct lm_object_facts){.size = capacity});
    lm_observe(LM_EVENT_QUEUE_CREATE, queue, (uint16_t)capacity, message_bytes);
    return lm_leave(key, LM_OK);
}

/* The queue is full. */
static inline enum lm_status wait_for_space(struct lm_queue *queue, lm_lock_key key,
                                            const void *message, enum lm_event event,
                                            lm_timeout timeout)
{
    struct lm_thread *caller = lm_cpu()->running;

    if (timeout == LM_NO_WAIT) {
        observe(event, queue, LM_OUTCOME_UNAVAILABLE, NULL);
        return lm_leave(key, LM_UNAVAILABLE);
    }
    caller->wait_data = (void *)(uintptr_t)message; /* it is only read */
    queue->limit = LOOK_AT_ALL;
    lm_wait_list_set_ahead(&queue->waiters, caller, event == LM_EVENT_QUEUE_SEND_FRONT);
    observe(event, queue, LM_OUTCOME_WAITS, NULL);
    return lm_wait_in(&queue->waiters, timeout);
}

/* A thread waits for the message; its buffer and the message are a few whole words. */
static __attribute__((noinline)) enum lm_status hand_over(struct lm_queue *queue,
                                                          const void *message, lm_lock_key key)
{
    struct lm_thread *receiver = queue->waiters.first;

    copy_few(receiver->wait_data, message, queue->message_bytes);
    observe(LM_EVENT_QUEUE_SEND, queue, LM_OUTCOME_DONE, receiver);
    return lm_wake(&queue->waiters, key);
}

/* A send of any kind. */
static inline enum lm_status send(struct lm_queue *queue, lm_lock_key key, const void *message,
                                  enum lm_event event, lm_timeout timeout)
{
    struct lm_thread *receiver = queue->waiters.first;

    if (queue->used == queue->capacity) {
        return wait_for_space(queue, key, message, event, timeout);
    }
    if (receiver != NULL) {
        copy_any(receiver->wait_data, message, queue->message_bytes);
        observe(event, queue, LM_OUTCOME_DONE, receiver);
        return lm_wake(&queue->waiters, key);
    }
    set_limit(queue);
    copy_any(event == LM_EVENT_QUEUE_SEND ? place_to_put(queue) : place_to_put_first(queue),
             message, queue->message_bytes);
    observe(event, queue, LM_OUTCOME_DONE, NULL);
    return lm_leave(key, LM_OK);
}

/* The checks of a send and of a receive, under the lock. */
#define REQUIRE_MESSAGE(key, queue, message, timeout)                                              \
    do {                                                                                           \
        LM_REQUIRE_OBJECT(key, queue, LM_KIND_QUEUE);                                              \
        LM_REQUIRE(key, (message) != NULL, LM_BAD_ARGUMENT);                                       \
        if ((timeout) != LM_NO_WAIT) {                                                             \
            LM_REQUIRE_WAIT(key);                                                                  \
        }                                                                                          \
    } while (0)

/* The slow part of a send. Out of line, because most sends do not come here. */
static __attribute__((noinline)) enum lm_status
append_any(struct lm_queue *queue, const void *message, lm_lock_key key, lm_timeout timeout)
{
    return send(queue, key, message, LM_EVENT_QUEUE_SEND, timeout);
}

/* The slow receive without a timeout, which would not fit into registers. */
static __attribute__((noinline)) enum lm_status
append_any_forever(struct lm_queue *queue, const void *message, lm_lock_key key)
{
    return send(queue, key, message, LM_EVENT_QUEUE_SEND, LM_FOREVER);
}

/* A plain send. */
static inline enum lm_status append(struct lm_queue *queue, const void *message, lm_lock_key key)
{
    copy_words(place_to_put(queue), message, queue->message_bytes);
    observe(LM_EVENT_QUEUE_SEND, queue, LM_OUTCOME_DONE, NULL);
    return lm_leave(key, LM_OK);
}

/* The first message since the last waiting thread left: only now is the limit set back. */
static __attribute__((noinline)) enum lm_status append_again(struct lm_queue *queue,
                                                             const void *message, lm_lock_key key)
{
    queue->limit = (int32_t)queue->capacity;
    copy_few(place_to_put(queue), message, queue->message_bytes);
    observe(LM_EVENT_QUEUE_SEND, queue, LM_OUTCOME_DONE, NULL);
    return lm_leave(key, LM_OK);
}

static inline __attribute__((always_inline)) enum lm_status
append_if_usual(struct lm_queue *queue, const void *message, lm_lock_key key, lm_timeout timeout)
{
    if ((int32_t)queue->used < queue->limit && is_aligned(message)) {
        return append(queue, message, key);
    }
    if (queue->limit == 0) {
        return queue->waiters.first != NULL ? hand_over(queue, message, key)
                                            : append_again(queue, message, key);
    }
    return LM_IS_FOREVER(timeout) ? append_any_forever(queue, message, key)
                                  : append_any(queue, message, key, timeout);
}

#undef lm_queue_send
enum lm_status lm_queue_send(struct lm_queue *queue, const void *message, lm_timeout timeout)
{
    LM_CALL_ON(QUEUE_SEND, queue);
    lm_lock_key key = lm_lock();

    REQUIRE_MESSAGE(key, queue, message, timeout);
    return append_if_usual(queue, message, key, timeout);
}

enum lm_status lm_queue_send_forever(struct lm_queue *queue, const void *message)
{
    LM_CALL_ON(QUEUE_SEND, queue);
    lm_lock_key key = lm_lock();

    REQUIRE_MESSAGE(key, queue, message, LM_FOREVER);
    return append_if_usual(queue, message, key, LM_FOREVER);
}

enum lm_status lm_queue_send_front(struct lm_queue *queue, const void *message, lm_timeout timeout)
{
    LM_CALL_ON(QUEUE_SEND_FRONT, queue);
    lm_lock_key key = lm_lock();

    REQUIRE_MESSAGE(key, queue, message, timeout);
    return send(queue, key, message, LM_EVENT_QUEUE_SEND_FRONT, timeout);
}

/* Take a message, and complete the send of the first waiting thread: its message goes into the
 * queue, or directly to the caller if it sends to the front. */
static __attribute__((noinline)) enum lm_status take_and_let_in(struct lm_queue *queue,
                                                                void *message, lm_lock_key key)
{
    struct lm_thread *sender = queue->waiters.first;

    if (sender->wait_ahead) {
        copy_any(message, sender->wait_data, queue->message_bytes);
    } else {
        copy_any(message, place_to_take(queue), queue->message_bytes);
        copy_any(place_to_put(queue), sender->wait_data, queue->message_bytes);
    }
    observe(LM_EVENT_QUEUE_RECEIVE, queue, LM_OUTCOME_DONE, sender);
    return lm_wake(&queue->waiters, key);
}

/* The queue is empty. */
static inline enum lm_status wait_for_message(struct lm_queue *queue, lm_lock_key key,
                                              void *message, lm_timeout timeout)
{
    if (timeout == LM_NO_WAIT) {
        observe(LM_EVENT_QUEUE_RECEIVE, queue, LM_OUTCOME_UNAVAILABLE, NULL);
        return lm_leave(key, LM_UNAVAILABLE);
    }
    lm_cpu()->running->wait_data = message;
    if (queue->limit != LOOK_AT_ALL) {
        queue->limit = is_aligned(message) ? 0 : LOOK_AT_ALL;
    }
    observe(LM_EVENT_QUEUE_RECEIVE, queue, LM_OUTCOME_WAITS, NULL);
    return lm_wait_in(&queue->waiters, timeout);
}

/* A receive of any kind from a queue that is not empty. */
static __attribute__((noinline)) enum lm_status take_any(struct lm_queue *queue, void *message,
                                                         lm_lock_key key)
{
    if (queue->waiters.first != NULL) {
        return take_and_let_in(queue, message, key);
    }
    set_limit(queue);
    copy_any(message, place_to_take(queue), queue->message_bytes);
    observe(LM_EVENT_QUEUE_RECEIVE, queue, LM_OUTCOME_DONE, NULL);
    return lm_leave(key, LM_OK);
}

static inline enum lm_status receive(struct lm_queue *queue, lm_lock_key key, void *message,
                                     lm_timeout timeout)
{
    if (queue->used == 0) {
        return wait_for_message(queue, key, message, timeout);
    }
    if ((int32_t)queue->used > queue->limit || !is_aligned(message)) {
        return take_any(queue, message, key);
    }
    copy_words(message, place_to_take(queue), queue->message_bytes);
    observe(LM_EVENT_QUEUE_RECEIVE, queue, LM_OUTCOME_DONE, NULL);
    return lm_leave(key, LM_OK);
}

#undef lm_queue_receive
enum lm_status lm_queue_receive(struct lm_queue *queue, void *message, lm_timeout timeout)
{
    LM_CALL_ON(QUEUE_RECEIVE, queue);
    lm_lock_key key = lm_lock();

    REQUIRE_MESSAGE(key, queue, message, timeout);
    return receive(queue, key, message, timeout);
}

enum lm_status lm_queue_receive_forever(struct lm_queue *queue, void *message)
{
    LM_CALL_ON(QUEUE_RECEIVE, queue);
    lm_lock_key key = lm_lock();

    REQUIRE_MESSAGE(key, queue, message, LM_FOREVER);
    return receive(queue, key, message, LM_FOREVER);
}

/* The queue stays full until no thread waits to send, because an interrupt in between takes the
 * threads that wait for a full queue as senders. Returns: the key. */
static lm_lock_key discard(struct lm_cpu *cpu, struct lm_queue *queue, lm_lock_key key)
{
    uint16_t id = queue->object.id;
    bool several = queue->waiters.count > 1;
    bool begun = several && lm_long_call_begin(cpu, key);

    while (lm_object_is(&queue->object, LM_KIND_QUEUE, id) && queue->waiters.first != NULL) {
        lm_wait_satisfy(cpu, queue->waiters.first);
        if (several) {
            key = lm_long_call_pause(key);
        }
    }
    if (lm_object_is(&queue->object, LM_KIND_QUEUE, id)) {
        clear(queue);
    }
    key = lm_long_call_end(cpu, begun, key);
    return key;
}

enum lm_status lm_queue_flush(struct lm_queue *queue)
{
    LM_CALL_ON(QUEUE_FLUSH, queue);
    struct lm_cpu *cpu = lm_cpu();
    lm_lock_key key = lm_lock();

    LM_REQUIRE_OBJECT(key, queue, LM_KIND_QUEUE);
    observe(LM_EVENT_QUEUE_FLUSH, queue, LM_OUTCOME_DONE, NULL);
    if (queue->used > 0) { /* so the waiting threads are senders */
        key = discard(cpu, queue, key);
    }
    lm_unlock(cpu, key);
    return LM_OK;
}

enum lm_status lm_queue_prioritize(struct lm_queue *queue)
{
    LM_CALL_ON(QUEUE_PRIORITIZE, queue);
    lm_lock_key key = lm_lock();

    LM_REQUIRE_OBJECT(key, queue, LM_KIND_QUEUE);
    return lm_long_call_prioritize(&queue->waiters, key);
}

uint32_t lm_queue_used(const struct lm_queue *queue)
{
    LM_CALL_ON(QUEUE_USED, queue);
    LM_CHECK_OBJECT_OR(queue, LM_KIND_QUEUE, 0);

    return queue->used;
}

enum lm_status lm_queue_get_info(const struct lm_queue *queue, struct lm_queue_info *info)
{
    LM_CALL_ON(QUEUE_GET_INFO, queue);
    lm_lock_key key = lm_lock();

    LM_REQUIRE_OBJECT(key, queue, LM_KIND_QUEUE);
    LM_REQUIRE(key, info != NULL, LM_BAD_ARGUMENT);
    lm_observe(LM_EVENT_INFO, queue, 0, 0);
    info->name = queue->object.name;
    info->used = queue->used;
    info->capacity = queue->capacity;
    info->message_bytes = queue->message_bytes;
    info->waiters = lm_wait_list_info(&queue->waiters);
    return lm_leave(key, LM_OK);
}

enum lm_status lm_queue_delete(struct lm_queue *queue)
{
    LM_CALL_ON(QUEUE_DELETE, queue);
    lm_lock_key key = lm_lock();

    LM_REQUIRE_OBJECT(key, queue, LM_KIND_QUEUE);
    return lm_long_call_delete(&queue->object, &queue->waiters, LM_EVENT_QUEUE_DELETE, key);
}
