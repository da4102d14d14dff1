/* SPDX-License-Identifier: Apache-2.0 */
/* Sends and receives, common to the calls with and without a timeout; see queue.c for how a queue
 * works. Context: the kernel lock. */
#ifndef LIMEN_QUEUE_INTERNAL_H
#define LIMEN_QUEUE_INTERNAL_H

#include "core/door.h"
#include "cores/copy.h"
#include "cores/shared.h"
#include "time/wait.h"
#include <limen/queue.h>
#include <string.h>

enum { LM_QUEUE_LOOK_AT_ALL = -1 };

/* The limit; limen-small has none, and looks at all conditions each time. */
#define LM_QUEUE_LIMIT(queue) (*LM_SMALL_OR(&(int32_t){LM_QUEUE_LOOK_AT_ALL}, &(queue)->limit))

/* Set the limit. Requires: no thread waits. */
void lm_queue_set_limit(struct lm_queue *queue);

static inline unsigned char *lm_queue_next_place(const struct lm_queue *queue, unsigned char *place)
{
    place += queue->message_bytes;
    return place == queue->end ? queue->storage : place;
}

static inline void lm_queue_count_message(struct lm_queue *queue, int change)
{
    queue->used += (uint32_t)change;
    LM_IF_COUNTED(queue->available -= (uint32_t)change);
}

/* Returns the place for the next message, or that of the oldest message, and counts the message as
 * put or taken. This comes before the copy, because the compiler assumes that the copy may change
 * the queue. */
static inline __attribute__((always_inline)) unsigned char *
lm_queue_place_to_put(struct lm_queue *queue)
{
    unsigned char *place = queue->write;

    queue->write = lm_queue_next_place(queue, place);
    lm_queue_count_message(queue, 1);
    return place;
}

static inline __attribute__((always_inline)) unsigned char *
lm_queue_place_to_take(struct lm_queue *queue)
{
    unsigned char *place = queue->read;

    queue->read = lm_queue_next_place(queue, place);
    lm_queue_count_message(queue, -1);
    return place;
}

/* lm_queue_place_to_put for a message that is to be received first. */
unsigned char *lm_queue_place_to_put_first(struct lm_queue *queue);

/* A record about this queue. */
static inline void lm_queue_observe(enum lm_event event, const struct lm_queue *queue,
                                    enum lm_outcome outcome, const struct lm_thread *other)
{
    uint32_t id = other != NULL ? lm_object_id(&other->object) : 0U;

    lm_observe(event, queue, (uint16_t)queue->used, outcome | id << 16);
}

/* Wait for space in a full queue. */
static inline enum lm_status lm_queue_wait_for_space(struct lm_queue *queue, lm_lock_key key,
                                                     const void *message, enum lm_event event,
                                                     lm_timeout timeout)
{
    struct lm_thread *caller = lm_cpu()->running;

    if (timeout == LM_NO_WAIT) {
        lm_queue_observe(event, queue, LM_OUTCOME_UNAVAILABLE, NULL);
        return lm_leave(key, LM_UNAVAILABLE);
    }
    caller->wait_data = (void *)(uintptr_t)message; /* it is only read */
    LM_QUEUE_LIMIT(queue) = LM_QUEUE_LOOK_AT_ALL;
    lm_wait_list_set_ahead(&queue->waiters, caller, event == LM_EVENT_QUEUE_SEND_FRONT);
    lm_queue_observe(event, queue, LM_OUTCOME_WAITS, NULL);
    return lm_wait_in(&queue->waiters, timeout);
}

/* Copy a message to the first waiting receiver. The buffer and the message are short and
 * aligned. */
enum lm_status lm_queue_hand_over(struct lm_queue *queue, const void *message, lm_lock_key key);

/* Send in any case. */
static inline enum lm_status lm_queue_put_or_wait(struct lm_queue *queue, lm_lock_key key,
                                                  const void *message, enum lm_event event,
                                                  lm_timeout timeout)
{
    LM_UNLESS_OWN(queue, event == LM_EVENT_QUEUE_SEND
                             ? lm_queue_send_shared(queue, message, timeout, key)
                             : lm_leave(key, LM_BAD_OBJECT));
    struct lm_thread *receiver = queue->waiters.first;

    if (queue->used == queue->capacity) {
        return lm_queue_wait_for_space(queue, key, message, event, timeout);
    }
    if (receiver != NULL) {
        lm_queue_copy_any(receiver->wait_data, message, queue->message_bytes);
        lm_queue_observe(event, queue, LM_OUTCOME_DONE, receiver);
        return lm_wake(&queue->waiters, key);
    }
    lm_queue_set_limit(queue);
    lm_queue_copy_any(event == LM_EVENT_QUEUE_SEND ? lm_queue_place_to_put(queue)
                                                   : lm_queue_place_to_put_first(queue),
                      message, queue->message_bytes);
    lm_queue_observe(event, queue, LM_OUTCOME_DONE, NULL);
    return lm_leave(key, LM_OK);
}

/* The checks of a send and of a receive, under the lock. */
#define LM_REQUIRE_MESSAGE(key, queue, message, timeout, shared_form)                              \
    do {                                                                                           \
        LM_REQUIRE_OWN(key, queue, LM_KIND_QUEUE, shared_form);                                    \
        LM_REQUIRE(key, (message) != NULL, LM_BAD_ARGUMENT);                                       \
        LM_REQUIRE_WAIT_UP_TO(key, timeout);                                                       \
    } while (0)

/* Append the message of a plain send. */
static inline enum lm_status lm_queue_append(struct lm_queue *queue, const void *message,
                                             lm_lock_key key)
{
    lm_port_copy_words(lm_queue_place_to_put(queue), message, queue->message_bytes);
    lm_queue_observe(LM_EVENT_QUEUE_SEND, queue, LM_OUTCOME_DONE, NULL);
    return lm_leave(key, LM_OK);
}

/* lm_queue_append for the first message since the last waiting thread left: it resets the limit. */
enum lm_status lm_queue_append_again(struct lm_queue *queue, const void *message, lm_lock_key key);

/* Send with the limit 0: either no thread waits, or receivers with aligned buffers do. */
static inline enum lm_status lm_queue_put_at_limit_0(struct lm_queue *queue, const void *message,
                                                     lm_lock_key key)
{
    return queue->waiters.first != NULL ? lm_queue_hand_over(queue, message, key)
                                        : lm_queue_append_again(queue, message, key);
}

/* Is it a plain send, for which the comparison with the limit is enough? */
static inline bool lm_queue_put_is_plain(const struct lm_queue *queue, const void *message)
{
    return (int32_t)queue->used < LM_QUEUE_LIMIT(queue) && lm_queue_is_aligned(message);
}

/* Wait for a message in an empty queue. */
static inline enum lm_status lm_queue_wait_for_message(struct lm_queue *queue, lm_lock_key key,
                                                       void *message, lm_timeout timeout)
{
    if (timeout == LM_NO_WAIT) {
        lm_queue_observe(LM_EVENT_QUEUE_RECEIVE, queue, LM_OUTCOME_UNAVAILABLE, NULL);
        return lm_leave(key, LM_UNAVAILABLE);
    }
    lm_cpu()->running->wait_data = message;
    if (LM_QUEUE_LIMIT(queue) != LM_QUEUE_LOOK_AT_ALL) {
        LM_QUEUE_LIMIT(queue) = lm_queue_is_aligned(message) ? 0 : LM_QUEUE_LOOK_AT_ALL;
    }
    lm_queue_observe(LM_EVENT_QUEUE_RECEIVE, queue, LM_OUTCOME_WAITS, NULL);
    return lm_wait_in(&queue->waiters, timeout);
}

/* Take the oldest message for a plain receive: the queue is not empty, its fill does not exceed the
 * limit, and the buffer is aligned. */
static inline __attribute__((always_inline)) enum lm_status
lm_queue_take(struct lm_queue *queue, void *message, lm_lock_key key)
{
    lm_port_copy_words(message, lm_queue_place_to_take(queue), queue->message_bytes);
    lm_queue_observe(LM_EVENT_QUEUE_RECEIVE, queue, LM_OUTCOME_DONE, NULL);
    return lm_leave(key, LM_OK);
}

/* Receive from a queue that is not empty, in any case. */
enum lm_status lm_queue_take_any(struct lm_queue *queue, void *message, lm_lock_key key);

/* Receive from a shared queue. Without a timeout all arguments are in registers, so that the usual
 * receive needs no frame. */
static inline enum lm_status lm_queue_take_shared(struct lm_queue *queue, void *message,
                                                  lm_timeout timeout, lm_lock_key key)
{
    return timeout == LM_FOREVER ? lm_queue_receive_shared_forever(queue, message, key)
                                 : lm_queue_receive_shared(queue, message, timeout, key);
}

static inline enum lm_status lm_queue_take_or_wait(struct lm_queue *queue, lm_lock_key key,
                                                   void *message, lm_timeout timeout)
{
    if (queue->used == 0) {
        LM_UNLESS_OWN(queue, lm_queue_take_shared(queue, message, timeout, key));
        return lm_queue_wait_for_message(queue, key, message, timeout);
    }
    if (LM_SMALL || (int32_t)queue->used > LM_QUEUE_LIMIT(queue) || !lm_queue_is_aligned(message)) {
        LM_UNLESS_OWN(queue, lm_queue_take_shared(queue, message, timeout, key));
        return lm_queue_take_any(queue, message, key);
    }
    return lm_queue_take(queue, message, key);
}

#endif
