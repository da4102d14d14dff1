/* SPDX-License-Identifier: Apache-2.0 */
/* Queues for the threads of all cores. A message is copied once to or from the queue, or from the
 * sender to the waiting receiver on any core. As in a queue of one core, threads wait to
 * receive only while the queue is empty, and to send only while it is full. */
#include "cores/copy.h"
#include "cores/cores.h"
#include "cores/shared_trace.h"

static void share(struct lm_queue *queue)
{
    lm_shared_list_init(&queue->waiters);
    queue->limit = -1; /* no call takes its usual way (LM_QUEUE_LOOK_AT_ALL) */
    queue->object.kind = LM_KIND_QUEUE | LM_KIND_SHARED;
}

enum lm_status lm_queue_create_shared(struct lm_queue *queue, const char *name, void *storage,
                                      uint32_t capacity, uint32_t message_bytes)
{
    enum lm_status status = lm_queue_create(queue, name, storage, capacity, message_bytes, LM_FIFO);

    if (status == LM_OK) {
        share(queue);
    }
    return status;
}

enum lm_status lm_priority_queue_create_shared(struct lm_priority_queue *queue, const char *name,
                                               void *storage, uint32_t capacity,
                                               uint32_t message_bytes)
{
    enum lm_status status =
        lm_priority_queue_create(queue, name, storage, capacity, message_bytes, LM_FIFO);

    if (status == LM_OK) {
        share(&queue->queue);
    }
    return status;
}

/* Copy a message. Most messages are short and aligned. */
static inline void copy(void *to, const void *from, uint32_t bytes)
{
    if (lm_queue_is_short(bytes) && lm_queue_is_aligned(to)) {
        lm_queue_copy_few(to, from, bytes);
    } else {
        lm_queue_copy_any(to, from, bytes);
    }
}

/* Move a pointer to a place of the queue on to the next place. Returns: where it was. */
static unsigned char *advance(const struct lm_queue *queue, unsigned char **place)
{
    unsigned char *here = *place, *next = here + queue->message_bytes;

    *place = next == queue->end ? queue->storage : next;
    return here;
}

static inline void observe(const struct lm_queue *queue, enum lm_call call, enum lm_outcome outcome)
{
    lm_shared_observe(call, &queue->waiters, (uint16_t)queue->used, outcome);
}

enum lm_status lm_queue_wait_shared(struct lm_queue *queue, enum lm_call call, const void *message,
                                    lm_timeout timeout, lm_lock_key key)
{
    observe(queue, call, timeout == LM_NO_WAIT ? LM_OUTCOME_UNAVAILABLE : LM_OUTCOME_WAITS);
    if (timeout == LM_NO_WAIT) {
        return lm_shared_leave(key, LM_UNAVAILABLE);
    }
    lm_cpu()->running->wait_data = (void *)(uintptr_t)message;
    return lm_shared_wait(&queue->waiters, timeout);
}

enum lm_status lm_queue_send_shared(struct lm_queue *queue, const void *message, lm_timeout timeout,
                                    lm_lock_key key)
{
    LM_CALL_ON(QUEUE_SEND, queue);

    LM_REQUIRE(key, message != NULL, LM_BAD_ARGUMENT);
    LM_REQUIRE_WAIT_UP_TO(key, timeout);
    lm_cores_lock();
    if (queue->used == queue->capacity) {
        return lm_queue_wait_shared(queue, LM_CALL_QUEUE_SEND, message, timeout, key);
    }
    if (!lm_shared_is_empty(&queue->waiters)) {
        struct lm_thread *receiver = lm_shared_first(&queue->waiters);

        copy(receiver->wait_data, message, queue->message_bytes);
        lm_shared_observe_wake(LM_CALL_QUEUE_SEND, &queue->waiters, (uint16_t)queue->used);
        return lm_shared_wake(receiver, key);
    }
    copy(advance(queue, &queue->write), message, queue->message_bytes);
    queue->used++;
    observe(queue, LM_CALL_QUEUE_SEND, LM_OUTCOME_DONE);
    return lm_shared_leave(key, LM_OK);
}

enum lm_status lm_queue_receive_shared(struct lm_queue *queue, void *message, lm_timeout timeout,
                                       lm_lock_key key)
{
    LM_CALL_ON(QUEUE_RECEIVE, queue);

    LM_REQUIRE(key, message != NULL, LM_BAD_ARGUMENT);
    LM_REQUIRE_WAIT_UP_TO(key, timeout);
    lm_cores_lock();
    if (queue->used == 0) {
        return lm_queue_wait_shared(queue, LM_CALL_QUEUE_RECEIVE, message, timeout, key);
    }
    copy(message, advance(queue, &queue->read), queue->message_bytes);
    if (!lm_shared_is_empty(&queue->waiters)) { /* the message of a sender takes the free place */
        struct lm_thread *sender = lm_shared_first(&queue->waiters);

        copy(advance(queue, &queue->write), sender->wait_data, queue->message_bytes);
        lm_shared_observe_wake(LM_CALL_QUEUE_RECEIVE, &queue->waiters, (uint16_t)queue->used);
        return lm_shared_wake(sender, key);
    }
    queue->used--;
    observe(queue, LM_CALL_QUEUE_RECEIVE, LM_OUTCOME_DONE);
    return lm_shared_leave(key, LM_OK);
}

enum lm_status lm_queue_receive_shared_forever(struct lm_queue *queue, void *message,
                                               lm_lock_key key)
{
    return lm_queue_receive_shared(queue, message, LM_FOREVER, key);
}
