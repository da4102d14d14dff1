/* SPDX-License-Identifier: Apache-2.0 */
/* Queues in the order of priorities. A message with its priority in front is a message of a queue
 * (queue.c), whose ring, list of waiting threads and limit are used here, too. A waiting thread has
 * a request on its stack: the place for the message that it receives, or the one that it sends. */
#include "objects/priority_queue.h"
#include "core/link.h"
#include "cores/cores.h"
#include "cores/shared_trace.h"
#include <limen/area.h>

struct request {
    void *message;
    uint32_t priority;
};

/* The name of a call, and its checks. */
#define CALL(call, priority_queue)                                                                 \
    LM_CALL_HERE(priority_queue, call, offsetof(struct lm_priority_queue, queue.object))
#define REQUIRE_QUEUE(key, priority_queue)                                                         \
    LM_REQUIRE(key, (priority_queue) != NULL && is_queue(&(priority_queue)->queue), LM_BAD_OBJECT)
#define REQUIRE_MESSAGE(key, priority_queue, message, timeout)                                     \
    do {                                                                                           \
        REQUIRE_QUEUE(key, priority_queue);                                                        \
        LM_REQUIRE(key, (message) != NULL, LM_BAD_ARGUMENT);                                       \
        LM_REQUIRE_WAIT_UP_TO(key, timeout);                                                       \
    } while (0)

/* Is the queue shared by all cores? Requires: it exists. */
static inline bool is_shared(const struct lm_queue *queue)
{
    return lm_is_shared_any(&queue->object);
}

static inline bool is_queue(const struct lm_queue *queue)
{
    return lm_object_kind(&queue->object) == LM_KIND_QUEUE || LM_IS_SHARED(queue, LM_KIND_QUEUE);
}

/* Take the lock of all cores, too, if the queue is shared. */
static inline void lock_also(const struct lm_queue *queue)
{
    if (LM_IF_SHARED(is_shared(queue))) {
        lm_cores_lock();
    }
}

/* The thread that is served next, or NULL. */
static inline struct lm_thread *first_waiter(const struct lm_queue *queue)
{
    if (LM_IF_SHARED(is_shared(queue))) {
        return lm_shared_is_empty(&queue->waiters) ? NULL : lm_shared_first(&queue->waiters);
    }
    return queue->waiters.first;
}

/* Record a call that completes the wait of this thread, and free the locks. */
static inline __attribute__((always_inline)) enum lm_status
wake(struct lm_queue *queue, enum lm_event event, struct lm_thread *thread, lm_lock_key key)
{
    if (LM_IF_SHARED(is_shared(queue))) {
        lm_shared_observe_wake((enum lm_call)event, &queue->waiters, (uint16_t)queue->used);
        return lm_shared_wake(thread, key);
    }
    lm_queue_observe(event, queue, LM_OUTCOME_DONE, thread);
    return lm_wake(&queue->waiters, key);
}

static bool storage_is_possible(const void *storage, uint32_t capacity, uint32_t message_bytes)
{
    return message_bytes > 0 && message_bytes <= LM_AREA_BYTES_MAX - 7U && capacity > 0 &&
           capacity <= LM_AREA_BYTES_MAX / LM_PRIORITY_QUEUE_BYTES(1, message_bytes) &&
           lm_area_is_possible(storage, (size_t)LM_PRIORITY_QUEUE_BYTES(capacity, message_bytes),
                               4);
}

/* Requires: no thread waits. */
static void set_limit(struct lm_priority_queue *priority_queue)
{
    bool plain = !LM_SMALL && lm_queue_is_short(priority_queue->message_bytes) &&
                 !LM_IF_SHARED(is_shared(&priority_queue->queue));

    LM_QUEUE_LIMIT(&priority_queue->queue) =
        plain ? (int32_t)priority_queue->queue.capacity : LM_QUEUE_LOOK_AT_ALL;
}

enum lm_status lm_priority_queue_create(struct lm_priority_queue *priority_queue, const char *name,
                                        void *storage, uint32_t capacity, uint32_t message_bytes,
                                        enum lm_order order)
{
    LM_CALL_HERE(NULL, PRIORITY_QUEUE_CREATE, offsetof(struct lm_priority_queue, queue.object));
    LM_CHECK(priority_queue != NULL && storage_is_possible(storage, capacity, message_bytes) &&
                 order <= LM_BY_PRIORITY,
             LM_BAD_ARGUMENT);
    enum lm_status status =
        lm_queue_create(&priority_queue->queue, name, storage, capacity,
                        (uint32_t)LM_PRIORITY_QUEUE_BYTES(1, message_bytes), order);

    if (status == LM_OK) {
        priority_queue->message_bytes = message_bytes;
        set_limit(priority_queue);
    }
    return status;
}

/* Put a message behind all that do not have a lower priority. Those with a lower one move by a
 * place. Requires: there is space. */
static void insert(struct lm_priority_queue *priority_queue, const struct request *request)
{
    struct lm_queue *queue = &priority_queue->queue;
    uint32_t others = queue->used;
    unsigned char *place = lm_queue_place_to_put(queue);

    while (others-- > 0 && !lm_priority_is_last(queue, place, request->priority)) {
        unsigned char *before = lm_priority_place_before(queue, place);

        lm_port_copy_words(place, before, queue->message_bytes);
        place = before;
    }
    *(uint32_t *)(void *)place = request->priority;
    lm_queue_copy_any(place + LM_PRIORITY_BYTES, request->message, priority_queue->message_bytes);
}

/* Give the message to the first thread that waits for one. */
static enum lm_status hand_over(struct lm_priority_queue *priority_queue,
                                const struct request *request, lm_lock_key key)
{
    struct lm_queue *queue = &priority_queue->queue;
    struct lm_thread *receiver = first_waiter(queue);
    struct request *wanted = receiver->wait_data;

    wanted->priority = request->priority;
    lm_queue_copy_any(wanted->message, request->message, priority_queue->message_bytes);
    return wake(queue, LM_EVENT_QUEUE_SEND, receiver, key);
}

/* Send in any case that is not plain. Out of line, so that a plain send needs no request. */
static __attribute__((noinline)) enum lm_status send_any(struct lm_priority_queue *priority_queue,
                                                         struct request request, lm_timeout timeout,
                                                         lm_lock_key key)
{
    struct lm_queue *queue = &priority_queue->queue;

    lock_also(queue);
    if (queue->used == queue->capacity) {
        return LM_IF_SHARED(is_shared(queue))
                   ? lm_queue_wait_shared(queue, LM_CALL_QUEUE_SEND, &request, timeout, key)
                   : lm_queue_wait_for_space(queue, key, &request, LM_EVENT_QUEUE_SEND, timeout);
    }
    if (first_waiter(queue) != NULL) {
        return hand_over(priority_queue, &request, key);
    }
    set_limit(priority_queue);
    insert(priority_queue, &request);
    lm_queue_observe(LM_EVENT_QUEUE_SEND, queue, LM_OUTCOME_DONE, NULL);
    return lm_leave_either(is_shared(queue), key, LM_OK);
}

LM_OBSERVABLE(lm_priority_queue_send);

enum lm_status lm_priority_queue_send(struct lm_priority_queue *priority_queue, const void *message,
                                      uint32_t priority, lm_timeout timeout)
{
    CALL(PRIORITY_QUEUE_SEND, priority_queue);
    lm_lock_key key = lm_lock();

    REQUIRE_MESSAGE(key, priority_queue, message, timeout);
    if (lm_priority_queue_put_is_plain(priority_queue, message, priority)) {
        return lm_priority_queue_append(priority_queue, message, priority, key);
    }
    struct request request = {(void *)(uintptr_t)message, priority}; /* it is only read */

    return send_any(priority_queue, request, timeout, key);
}

/* Take the first message, and complete the send of the first waiting thread. */
static enum lm_status take_any(struct lm_priority_queue *priority_queue, struct request *request,
                               lm_lock_key key)
{
    struct lm_queue *queue = &priority_queue->queue;
    const unsigned char *place = lm_queue_place_to_take(queue);

    request->priority = lm_priority_of(place);
    lm_queue_copy_any(request->message, place + LM_PRIORITY_BYTES, priority_queue->message_bytes);
    struct lm_thread *sender = first_waiter(queue);

    if (sender != NULL) {
        insert(priority_queue, sender->wait_data);
        return wake(queue, LM_EVENT_QUEUE_RECEIVE, sender, key);
    }
    set_limit(priority_queue);
    lm_queue_observe(LM_EVENT_QUEUE_RECEIVE, queue, LM_OUTCOME_DONE, NULL);
    return lm_leave_either(is_shared(queue), key, LM_OK);
}

/* Requires: both locks, if the queue is shared. */
static inline __attribute__((always_inline)) enum lm_status
wait_for_message(struct lm_queue *queue, struct request *request, lm_timeout timeout,
                 lm_lock_key key)
{
    return LM_IF_SHARED(is_shared(queue))
               ? lm_queue_wait_shared(queue, LM_CALL_QUEUE_RECEIVE, request, timeout, key)
               : lm_queue_wait_for_message(queue, key, request, timeout);
}

enum lm_status lm_priority_queue_receive(struct lm_priority_queue *priority_queue, void *message,
                                         uint32_t *priority, lm_timeout timeout)
{
    CALL(PRIORITY_QUEUE_RECEIVE, priority_queue);
    lm_lock_key key = lm_lock();

    REQUIRE_MESSAGE(key, priority_queue, message, timeout);
    struct request request = {message, 0};

    lock_also(&priority_queue->queue);
    enum lm_status status = priority_queue->queue.used != 0
                                ? take_any(priority_queue, &request, key)
                                : wait_for_message(&priority_queue->queue, &request, timeout, key);

    if (priority != NULL && status == LM_OK) {
        *priority = request.priority;
    }
    return status;
}

/* Complete the sends of waiting threads. The lock stays closed: an interrupt in between would take
 * the waiting threads for receivers. chosen gets those that wait for a shared queue. */
static void let_in(struct lm_cpu *cpu, struct lm_priority_queue *priority_queue,
                   struct lm_inbox *chosen)
{
    struct lm_queue *queue = &priority_queue->queue;
    struct lm_thread *sender;

    while ((sender = first_waiter(queue)) != NULL && queue->used < queue->capacity) {
        insert(priority_queue, sender->wait_data);
        if (LM_IF_SHARED(is_shared(queue))) {
            lm_shared_note(sender, LM_CALL_QUEUE_FLUSH, lm_object_id(&queue->object));
            lm_shared_choose(chosen, sender);
        } else {
            lm_wait_satisfy(cpu, sender);
        }
    }
}

enum lm_status lm_priority_queue_clear(struct lm_priority_queue *priority_queue)
{
    CALL(PRIORITY_QUEUE_CLEAR, priority_queue);
    struct lm_cpu *cpu = lm_cpu();
    lm_lock_key key = lm_lock();

    REQUIRE_QUEUE(key, priority_queue);
    struct lm_queue *queue = &priority_queue->queue;
    struct lm_inbox chosen;

    lock_also(queue);
    chosen.first = NULL;
    lm_queue_observe(LM_EVENT_QUEUE_FLUSH, queue, LM_OUTCOME_DONE, NULL);
    if (queue->used > 0) { /* so the waiting threads are senders */
        queue->read = queue->write;
        lm_queue_count_message(queue, -(int)queue->used);
        let_in(cpu, priority_queue, &chosen);
    }
    if (LM_IF_SHARED(is_shared(queue))) {
        lm_cores_unlock();
        lm_shared_wake_chosen(&chosen);
    }
    return lm_unlock(cpu, key);
}
