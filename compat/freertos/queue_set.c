/* SPDX-License-Identifier: Apache-2.0 */
/* Queue sets: a queue of the handles of those members that got a message, in this order. Only
 * programs with sets contain this file, and so have posts and sends that look for observers. */
#include "limen.h"

#undef lm_queue_send

void lm_freertos_set_tell(StaticQueue_t *member)
{
    QueueHandle_t queue = &member->queue;

    (void)lm_freertos_send_at_once(member->set, &queue, lm_queue_send);
}

static void tell(struct lm_observer *observer)
{
    lm_freertos_set_tell(LM_CONTAINER(observer, StaticQueue_t, observer));
}

/* With interrupts off. */
static void enter(StaticQueue_t *member, QueueSetHandle_t set)
{
    QueueHandle_t queue = &member->queue;
    bool is_queue = queue->kind == KIND_QUEUE;
    const struct lm_object *object =
        is_queue ? &queue->native.queue.object : &queue->native.semaphore.object;

    member->set = set;
    lm_freertos_watch(member);
    if (!is_queue && queue->kind != KIND_SEMAPHORE) {
        return; /* give_mutex in queue.c tells the set */
    }
    if (set != NULL) {
        member->observer = (struct lm_observer){.object = object, .told = tell};
        (void)lm_observer_add(&member->observer);
    } else {
        (void)lm_observer_remove(&member->observer);
    }
}

void lm_freertos_set_forget(StaticQueue_t *member)
{
    uint32_t key = lm_interrupts_disable();

    enter(member, NULL);
    lm_interrupts_enable(key);
}

/* An object of CMSIS-RTOS2 cannot be a member. */
static BaseType_t move(QueueSetMemberHandle_t member, QueueSetHandle_t from, QueueSetHandle_t to)
{
    StaticQueue_t *block = lm_freertos_static(member);
    uint32_t key = lm_interrupts_disable();
    bool may = block != NULL && block->set == from && uxQueueMessagesWaiting(member) == 0;

    if (may) {
        enter(block, to);
    }
    lm_interrupts_enable(key);
    return may ? pdPASS : pdFAIL;
}

BaseType_t xQueueAddToSet(QueueSetMemberHandle_t member, QueueSetHandle_t set)
{
    return move(member, NULL, set);
}

BaseType_t xQueueRemoveFromSet(QueueSetMemberHandle_t member, QueueSetHandle_t set)
{
    return move(member, set, NULL);
}

QueueSetMemberHandle_t xQueueSelectFromSet(QueueSetHandle_t set, const TickType_t ticks)
{
    QueueSetMemberHandle_t member = NULL;

    return xQueueReceive(set, &member, ticks) == pdPASS ? member : NULL;
}
