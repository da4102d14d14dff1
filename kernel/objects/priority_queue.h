/* SPDX-License-Identifier: Apache-2.0 */
/* The usual send and receive of a queue by priority, common to the native calls and to those of
 * compat/. Context: the kernel lock. */
#ifndef LIMEN_PRIORITY_QUEUE_INTERNAL_H
#define LIMEN_PRIORITY_QUEUE_INTERNAL_H

#include "objects/queue.h"
#include <limen/priority_queue.h>

enum { LM_PRIORITY_BYTES = 4 }; /* in front of each message */

static inline uint32_t lm_priority_of(const unsigned char *place)
{
    return *(const uint32_t *)(const void *)place;
}

static inline unsigned char *lm_priority_place_before(const struct lm_queue *queue,
                                                      unsigned char *place)
{
    return (place == queue->storage ? queue->end : place) - queue->message_bytes;
}

/* Is the priority not higher than that of the last message, which is in the place before this one?
 * Requires: the queue has messages. */
static inline bool lm_priority_is_last(const struct lm_queue *queue, unsigned char *place,
                                       uint32_t priority)
{
    return lm_priority_of(lm_priority_place_before(queue, place)) >= priority;
}

/* Is it a plain send? No thread waits, there is space, and the message becomes the last one. */
static inline bool lm_priority_queue_put_is_plain(const struct lm_priority_queue *priority_queue,
                                                  const void *message, uint32_t priority)
{
    const struct lm_queue *queue = &priority_queue->queue;

    return lm_queue_put_is_plain(queue, message) &&
           (queue->used == 0 || lm_priority_is_last(queue, queue->write, priority));
}

static inline __attribute__((always_inline)) enum lm_status
lm_priority_queue_append(struct lm_priority_queue *priority_queue, const void *message,
                         uint32_t priority, lm_lock_key key)
{
    struct lm_queue *queue = &priority_queue->queue;
    unsigned char *place = lm_queue_place_to_put(queue);

    *(uint32_t *)(void *)place = priority;
    lm_port_copy_words(place + LM_PRIORITY_BYTES, message, priority_queue->message_bytes);
    lm_queue_observe(LM_EVENT_QUEUE_SEND, queue, LM_OUTCOME_DONE, NULL);
    return lm_leave(key, LM_OK);
}

/* Is it a plain receive? The queue is not empty, and no thread waits. */
static inline bool lm_priority_queue_take_is_plain(const struct lm_priority_queue *priority_queue,
                                                   const void *message)
{
    const struct lm_queue *queue = &priority_queue->queue;

    return queue->used != 0 && (int32_t)queue->used <= LM_QUEUE_LIMIT(queue) &&
           lm_queue_is_aligned(message);
}

static inline __attribute__((always_inline)) enum lm_status
lm_priority_queue_take(struct lm_priority_queue *priority_queue, void *message, lm_lock_key key)
{
    struct lm_queue *queue = &priority_queue->queue;
    const unsigned char *place = lm_queue_place_to_take(queue);

    lm_port_copy_words(message, place + LM_PRIORITY_BYTES, priority_queue->message_bytes);
    lm_queue_observe(LM_EVENT_QUEUE_RECEIVE, queue, LM_OUTCOME_DONE, NULL);
    return lm_leave(key, LM_OK);
}

#endif
