/* SPDX-License-Identifier: Apache-2.0 */
/* Peek: a copy of the first message, which stays in the queue. Tasks that wait to peek are served
 * by the next send, ahead of the tasks that wait to receive. */
#include "limen.h"

/* On the stack of a waiting task. */
struct lm_freertos_peeker {
    struct lm_freertos_peeker *next;
    TaskHandle_t task;
    void *item;
};

void lm_freertos_peekers_serve(QueueHandle_t queue, const void *item)
{
    struct lm_freertos_peeker *each = queue->peekers;

    queue->peekers = NULL;
    lm_freertos_watch(queue);
    while (each != NULL) {
        struct lm_freertos_peeker *next = each->next;

        memcpy(each->item, item, queue->native.queue.message_bytes);
        lm_freertos_signal(each->task);
        each = next;
    }
}

static void forget(QueueHandle_t queue, const struct lm_freertos_peeker *peeker)
{
    uint32_t key = lm_interrupts_disable();

    LM_LAYER_UNLINK(&queue->peekers, peeker);
    lm_freertos_watch(queue);
    lm_interrupts_enable(key);
}

BaseType_t xQueuePeek(QueueHandle_t queue, void *item, TickType_t ticks)
{
    lm_timeout until = lm_layer_timeout(ticks);
    TaskHandle_t self = lm_freertos_self();
    uint32_t key;

    if (queue->kind != KIND_QUEUE) {
        return uxQueueMessagesWaiting(queue) != 0;
    }
    key = lm_interrupts_disable();
    bool is_there = lm_queue_peek(&queue->native.queue, item) == LM_OK;

    if (is_there || ticks == 0 || self == NULL) {
        lm_interrupts_enable(key);
        return is_there;
    }
    struct lm_freertos_peeker peeker = {.next = queue->peekers, .task = self, .item = item};

    queue->peekers = &peeker;
    lm_freertos_watch(queue);
    lm_freertos_wait_begin(self);
    lm_interrupts_enable(key);
    bool was_served = lm_freertos_wait(self, until);

    if (!was_served) {
        forget(queue, &peeker);
    }
    return was_served;
}
