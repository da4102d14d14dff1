/* SPDX-License-Identifier: Apache-2.0 */
/* Looks at the first message of a queue, and replaces the only one. */
#include "core/link.h"
#include "objects/queue.h"

enum lm_status lm_queue_peek(const struct lm_queue *queue, void *message)
{
    LM_CALL_ON(QUEUE_PEEK, queue);
    lm_lock_key key = lm_lock();

    LM_REQUIRE_OBJECT(key, queue, LM_KIND_QUEUE);
    LM_REQUIRE(key, message != NULL, LM_BAD_ARGUMENT);
    lm_observe(LM_EVENT_INFO, queue, 0, 0);
    if (queue->used == 0) {
        return lm_leave(key, LM_UNAVAILABLE);
    }
    lm_queue_copy_any(message, queue->read, queue->message_bytes);
    return lm_leave(key, LM_OK);
}

LM_OBSERVABLE(lm_queue_overwrite);

enum lm_status lm_queue_overwrite(struct lm_queue *queue, const void *message)
{
    LM_CALL_ON(QUEUE_OVERWRITE, queue);
    lm_lock_key key = lm_lock();

    LM_REQUIRE_OBJECT(key, queue, LM_KIND_QUEUE);
    LM_REQUIRE(key, message != NULL, LM_BAD_ARGUMENT);
    LM_REQUIRE(key, queue->capacity == 1, LM_BAD_STATE);
    if (queue->used == 0) {
        return lm_queue_put_or_wait(queue, key, message, LM_EVENT_QUEUE_SEND, LM_NO_WAIT);
    }
    lm_queue_copy_any(queue->read, message, queue->message_bytes);
    lm_queue_observe(LM_EVENT_QUEUE_SEND, queue, LM_OUTCOME_DONE, NULL);
    return lm_leave(key, LM_OK);
}
