/* SPDX-License-Identifier: Apache-2.0 */
/* Queues of fixed-size messages.
 *
 * Invariant: threads wait to receive only while the queue is empty, and to send only while it is
 * full. So one list of waiting threads serves both, and the fill level shows whether they wait to
 * receive or to send.
 *
 * The usual sends and receives compare the fill only with the limit, whose value covers all other
 * conditions:
 *
 *   capacity        no thread waits; messages are short and aligned to words
 *   0               the same, but threads may wait to receive, all with aligned buffers
 *   LM_QUEUE_LOOK_AT_ALL     anything else. The state may have returned to normal since: the next
 *                   slow call checks it and resets the limit.
 */
#include "objects/queue.h"
#include "core/link.h"
#include "objects/long_call.h"
#include <limen/area.h>

void lm_queue_copy_any(void *to, const void *from, uint32_t bytes)
{
    if ((((uintptr_t)to | (uintptr_t)from | bytes) & 3U) != 0) {
        memcpy(to, from, bytes);
        return;
    }
    if (LM_SMALL) {
        lm_port_copy_words(to, from, bytes);
        return;
    }
    unsigned char *target = __builtin_assume_aligned(to, 4);
    const unsigned char *source = __builtin_assume_aligned(from, 4);
    const unsigned char *end = source + bytes / LM_QUEUE_BLOCK_BYTES * LM_QUEUE_BLOCK_BYTES;

    while (source != end) {
        memcpy(target, source, LM_QUEUE_BLOCK_BYTES);
        target += LM_QUEUE_BLOCK_BYTES;
        source += LM_QUEUE_BLOCK_BYTES;
    }
    if (bytes % LM_QUEUE_BLOCK_BYTES != 0) {
        lm_port_copy_words(target, source, bytes % LM_QUEUE_BLOCK_BYTES);
    }
}

/* Requires: no thread waits. */
void lm_queue_set_limit(struct lm_queue *queue)
{
    bool plain =
        !LM_SMALL && lm_queue_is_aligned(queue->storage) && lm_queue_is_short(queue->message_bytes);

    LM_QUEUE_LIMIT(queue) = plain ? (int32_t)queue->capacity : LM_QUEUE_LOOK_AT_ALL;
}

unsigned char *lm_queue_place_to_put_first(struct lm_queue *queue)
{
    unsigned char *place = queue->read == queue->storage ? queue->end : queue->read;

    queue->read = place - queue->message_bytes;
    lm_queue_count_message(queue, 1);
    return queue->read;
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
    lm_queue_set_limit(queue);
    lm_object_create(&queue->object, LM_KIND_QUEUE, name,
                     (struct lm_object_facts){.size = capacity});
    lm_observe(LM_EVENT_QUEUE_CREATE, queue, (uint16_t)capacity, message_bytes);
    return lm_leave(key, LM_OK);
}

enum lm_status lm_queue_hand_over(struct lm_queue *queue, const void *message, lm_lock_key key)
{
    struct lm_thread *receiver = queue->waiters.first;

    lm_queue_copy_few(receiver->wait_data, message, queue->message_bytes);
    lm_queue_observe(LM_EVENT_QUEUE_SEND, queue, LM_OUTCOME_DONE, receiver);
    return lm_wake(&queue->waiters, key);
}

enum lm_status lm_queue_append_again(struct lm_queue *queue, const void *message, lm_lock_key key)
{
    LM_QUEUE_LIMIT(queue) = (int32_t)queue->capacity;
    lm_queue_copy_few(lm_queue_place_to_put(queue), message, queue->message_bytes);
    lm_queue_observe(LM_EVENT_QUEUE_SEND, queue, LM_OUTCOME_DONE, NULL);
    return lm_leave(key, LM_OK);
}

/* The slow part of a send. Out of line, because most sends do not come here. */
static __attribute__((noinline)) enum lm_status append_any(struct lm_queue *queue,
                                                           const void *message, lm_lock_key key)
{
    return lm_queue_put_or_wait(queue, key, message, LM_EVENT_QUEUE_SEND, LM_FOREVER);
}

LM_OBSERVABLE(lm_queue_send_forever);

enum lm_status lm_queue_send_forever(struct lm_queue *queue, const void *message)
{
    LM_CALL_ON(QUEUE_SEND, queue);
    lm_lock_key key = lm_lock();

    LM_REQUIRE_MESSAGE(key, queue, message, LM_FOREVER,
                       lm_queue_send_shared(queue, message, LM_FOREVER, key));
    if (LM_SMALL) {
        return lm_queue_put_or_wait(queue, key, message, LM_EVENT_QUEUE_SEND, LM_FOREVER);
    }
    if (!lm_queue_put_is_plain(queue, message)) {
        return LM_QUEUE_LIMIT(queue) == 0 ? lm_queue_put_at_limit_0(queue, message, key)
                                          : append_any(queue, message, key);
    }
    return lm_queue_append(queue, message, key);
}

/* Take a message, and complete the send of the first waiting thread: its message goes into the
 * queue, or directly to the caller if it sends to the front. */
static __attribute__((noinline)) enum lm_status take_and_let_in(struct lm_queue *queue,
                                                                void *message, lm_lock_key key)
{
    struct lm_thread *sender = queue->waiters.first;

    if (sender->wait_ahead) {
        lm_queue_copy_any(message, sender->wait_data, queue->message_bytes);
    } else {
        lm_queue_copy_any(message, lm_queue_place_to_take(queue), queue->message_bytes);
        lm_queue_copy_any(lm_queue_place_to_put(queue), sender->wait_data, queue->message_bytes);
    }
    lm_queue_observe(LM_EVENT_QUEUE_RECEIVE, queue, LM_OUTCOME_DONE, sender);
    return lm_wake(&queue->waiters, key);
}

enum lm_status lm_queue_take_any(struct lm_queue *queue, void *message, lm_lock_key key)
{
    if (queue->waiters.first != NULL) {
        return take_and_let_in(queue, message, key);
    }
    lm_queue_set_limit(queue);
    lm_queue_copy_any(message, lm_queue_place_to_take(queue), queue->message_bytes);
    lm_queue_observe(LM_EVENT_QUEUE_RECEIVE, queue, LM_OUTCOME_DONE, NULL);
    return lm_leave(key, LM_OK);
}

enum lm_status lm_queue_receive_forever(struct lm_queue *queue, void *message)
{
    LM_CALL_ON(QUEUE_RECEIVE, queue);
    lm_lock_key key = lm_lock();

    LM_REQUIRE_MESSAGE(key, queue, message, LM_FOREVER,
                       lm_queue_receive_shared(queue, message, LM_FOREVER, key));
    return lm_queue_take_or_wait(queue, key, message, LM_FOREVER);
}

/* Discard the messages of waiting senders. The queue stays full until no thread waits, because an
 * interrupt in between takes the waiting threads of a full queue for senders. Returns: the key. */
static lm_lock_key discard(struct lm_cpu *cpu, struct lm_queue *queue, lm_lock_key key)
{
    uint16_t id = lm_object_id(&queue->object);
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
    lm_queue_observe(LM_EVENT_QUEUE_FLUSH, queue, LM_OUTCOME_DONE, NULL);
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
    if (LM_IS_SHARED(queue, LM_KIND_QUEUE)) {
        return queue->used;
    }
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
    info->name = lm_object_get_name(&queue->object);
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
