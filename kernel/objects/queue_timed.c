/* SPDX-License-Identifier: Apache-2.0 */
/* Sends and receives up to a timeout, and sends to the front. Programs without these calls
 * contain neither this file nor the code of timeouts. */
#include "core/link.h"
#include "objects/queue.h"

/* The slow part of a send. Out of line, because most sends do not come here. */
static __attribute__((noinline)) enum lm_status
append_any(struct lm_queue *queue, const void *message, lm_lock_key key, lm_timeout timeout)
{
    return lm_queue_put_or_wait(queue, key, message, LM_EVENT_QUEUE_SEND, timeout);
}

#undef lm_queue_send
LM_OBSERVABLE(lm_queue_send);

enum lm_status lm_queue_send(struct lm_queue *queue, const void *message, lm_timeout timeout)
{
    LM_CALL_ON(QUEUE_SEND, queue);
    lm_lock_key key = lm_lock();

    LM_REQUIRE_MESSAGE(key, queue, message, timeout,
                       lm_queue_send_shared(queue, message, timeout, key));
    if (lm_queue_put_is_plain(queue, message)) {
        return lm_queue_append(queue, message, key);
    }
    if (LM_QUEUE_LIMIT(queue) == 0) {
        return lm_queue_put_at_limit_0(queue, message, key);
    }
    return append_any(queue, message, key, timeout);
}

LM_OBSERVABLE(lm_queue_send_front);

enum lm_status lm_queue_send_front(struct lm_queue *queue, const void *message, lm_timeout timeout)
{
    LM_CALL_ON(QUEUE_SEND_FRONT, queue);
    lm_lock_key key = lm_lock();

    LM_REQUIRE_MESSAGE(key, queue, message, timeout, LM_REFUSE(key, LM_BAD_OBJECT));
    return lm_queue_put_or_wait(queue, key, message, LM_EVENT_QUEUE_SEND_FRONT, timeout);
}

#undef lm_queue_receive
enum lm_status lm_queue_receive(struct lm_queue *queue, void *message, lm_timeout timeout)
{
    LM_CALL_ON(QUEUE_RECEIVE, queue);
    lm_lock_key key = lm_lock();

    LM_REQUIRE_MESSAGE(key, queue, message, timeout,
                       lm_queue_receive_shared(queue, message, timeout, key));
    return lm_queue_take_or_wait(queue, key, message, timeout);
}
