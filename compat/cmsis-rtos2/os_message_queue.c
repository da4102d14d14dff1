/* SPDX-License-Identifier: Apache-2.0 */
/* Message queues. A semaphore counts the messages and one counts the free places, so that a thread
 * that gets a unit of one of them finds a message or a place. The messages are a list through their
 * places, the most urgent and of these the oldest first.
 */
#include "os.h"

enum { NO_PLACE = 0xFFFFFF, PRIORITY_SHIFT = 24, LINK_BYTES = 4 };

static bool is_queue(const osRtxMessageQueue_t *queue)
{
    return OS_IS(queue, LM_KIND_SEMAPHORE) &&
           queue->space.waiters.object == &queue->space.object; /* it is no semaphore */
}

static unsigned char *place_at(const osRtxMessageQueue_t *queue, uint32_t number)
{
    return queue->data + (size_t)number * queue->place_size;
}

/* What a place has besides its message: the number of the next place, and the priority of the
 * message. */
static uint32_t *link_of(const osRtxMessageQueue_t *queue, uint32_t number)
{
    return (uint32_t *)(void *)place_at(queue, number);
}

static uint32_t next_of(const osRtxMessageQueue_t *queue, uint32_t number)
{
    return *link_of(queue, number) & NO_PLACE;
}

static uint32_t priority_of(const osRtxMessageQueue_t *queue, uint32_t number)
{
    return *link_of(queue, number) >> PRIORITY_SHIFT;
}

static void set_next(osRtxMessageQueue_t *queue, uint32_t number, uint32_t next)
{
    *link_of(queue, number) = (*link_of(queue, number) & ~(uint32_t)NO_PLACE) | next;
}

/* Put the place of a message into the list. With interrupts off. */
static void insert(osRtxMessageQueue_t *queue, uint32_t number, uint32_t priority)
{
    uint32_t before = NO_PLACE;
    uint32_t next = queue->first;

    while (next != NO_PLACE && priority_of(queue, next) >= priority) {
        before = next;
        next = next_of(queue, next);
    }
    *link_of(queue, number) = priority << PRIORITY_SHIFT | next;
    if (before == NO_PLACE) {
        queue->first = number;
    } else {
        set_next(queue, before, number);
    }
}

static void put(osRtxMessageQueue_t *queue, const void *message, uint32_t priority)
{
    uint32_t key = lm_interrupts_disable();
    uint32_t number = queue->free;

    queue->free = next_of(queue, number);
    memcpy(place_at(queue, number) + LINK_BYTES, message, queue->msg_size);
    insert(queue, number, priority);
    lm_interrupts_enable(key);
}

/* message may be NULL. Returns: the priority. */
static uint8_t get(osRtxMessageQueue_t *queue, void *message)
{
    uint32_t key = lm_interrupts_disable();
    uint32_t number = queue->first;
    uint32_t priority = priority_of(queue, number);

    queue->first = next_of(queue, number);
    if (message != NULL) {
        memcpy(message, place_at(queue, number) + LINK_BYTES, queue->msg_size);
    }
    *link_of(queue, number) = queue->free;
    queue->free = number;
    lm_interrupts_enable(key);
    return (uint8_t)priority;
}

static void begin(osRtxMessageQueue_t *queue, const char *name)
{
    queue->first = NO_PLACE;
    queue->free = NO_PLACE;
    for (uint32_t number = queue->capacity; number-- > 0;) {
        *link_of(queue, number) = queue->free;
        queue->free = number;
    }
    (void)lm_semaphore_create(&queue->native, name, 0, LM_BY_PRIORITY);
    (void)lm_semaphore_create(&queue->space, name, queue->capacity, LM_BY_PRIORITY);
}

static inline enum lm_status wait_for(struct lm_semaphore *semaphore, uint32_t timeout)
{
    return os_waits_for_ever(timeout) ? lm_semaphore_wait_forever(semaphore)
                                      : lm_semaphore_wait(semaphore, lm_layer_timeout(timeout));
}

static bool is_memory(const struct os_attr *attr, uint64_t bytes)
{
    return attr->data_mem == NULL ? attr->data_size == 0
                                  : (uintptr_t)attr->data_mem % 4 == 0 && attr->data_size >= bytes;
}

osMessageQueueId_t osMessageQueueNew(uint32_t msg_count, uint32_t msg_size,
                                     const osMessageQueueAttr_t *attr)
{
    struct os_attr given = os_attr_with_data(attr);
    uint64_t place_size = (((uint64_t)msg_size + 3U) & ~(uint64_t)3U) + LINK_BYTES;
    uint64_t bytes = msg_count * place_size;

    OS_REQUIRE(msg_count != 0 && msg_size != 0 && msg_count < NO_PLACE && bytes < 0x80000000U,
               NULL);
    OS_REQUIRE(os_may_create(&given, sizeof(osRtxMessageQueue_t)) && is_memory(&given, bytes),
               NULL);
    struct lm_layer_parts parts = {given.cb_mem, given.data_mem, sizeof(osRtxMessageQueue_t),
                                   (size_t)bytes, 0};

    OS_REQUIRE(lm_layer_parts_take(&parts), NULL);
    osRtxMessageQueue_t *queue = parts.block;

    queue->data = parts.data;
    queue->capacity = msg_count;
    queue->msg_size = msg_size;
    queue->place_size = (uint32_t)place_size;
    queue->owns = parts.owns;
    begin(queue, given.name);
    return queue;
}

const char *osMessageQueueGetName(osMessageQueueId_t mq_id)
{
    osRtxMessageQueue_t *queue = mq_id;

    return is_queue(queue) ? os_name(&queue->native.object) : NULL;
}

osStatus_t osMessageQueuePut(osMessageQueueId_t mq_id, const void *msg_ptr, uint8_t msg_prio,
                             uint32_t timeout)
{
    osRtxMessageQueue_t *queue = mq_id;
    osStatus_t check = os_check_wait(timeout);

    OS_REQUIRE(check == osOK, check);
    OS_REQUIRE(is_queue(queue) && msg_ptr != NULL, osErrorParameter);
    enum lm_status status = wait_for(&queue->space, timeout);

    if (status == LM_OK) {
        put(queue, msg_ptr, msg_prio);
        (void)lm_semaphore_post(&queue->native);
    }
    return os_status(status, timeout);
}

osStatus_t osMessageQueueGet(osMessageQueueId_t mq_id, void *msg_ptr, uint8_t *msg_prio,
                             uint32_t timeout)
{
    osRtxMessageQueue_t *queue = mq_id;
    osStatus_t check = os_check_wait(timeout);

    OS_REQUIRE(check == osOK, check);
    OS_REQUIRE(is_queue(queue) && msg_ptr != NULL, osErrorParameter);
    enum lm_status status = wait_for(&queue->native, timeout);

    if (status == LM_OK) {
        uint8_t priority = get(queue, msg_ptr);

        (void)lm_semaphore_post(&queue->space);
        if (msg_prio != NULL) {
            *msg_prio = priority;
        }
    }
    return os_status(status, timeout);
}

uint32_t osMessageQueueGetCapacity(osMessageQueueId_t mq_id)
{
    osRtxMessageQueue_t *queue = mq_id;

    return is_queue(queue) ? queue->capacity : 0;
}

uint32_t osMessageQueueGetMsgSize(osMessageQueueId_t mq_id)
{
    osRtxMessageQueue_t *queue = mq_id;

    return is_queue(queue) ? queue->msg_size : 0;
}

uint32_t osMessageQueueGetCount(osMessageQueueId_t mq_id)
{
    osRtxMessageQueue_t *queue = mq_id;

    return is_queue(queue) ? lm_semaphore_count(&queue->native) : 0;
}

uint32_t osMessageQueueGetSpace(osMessageQueueId_t mq_id)
{
    osRtxMessageQueue_t *queue = mq_id;

    return is_queue(queue) ? queue->capacity - lm_semaphore_count(&queue->native) : 0;
}

/* Preemption is disabled, so that threads that wait for a place put nothing before the queue is
 * empty. */
osStatus_t osMessageQueueReset(osMessageQueueId_t mq_id)
{
    osRtxMessageQueue_t *queue = mq_id;

    OS_REQUIRE_NO_ISR(osErrorISR);
    OS_REQUIRE(is_queue(queue), osErrorParameter);
    bool runs = lm_layer_state == LM_LAYER_RUNNING;

    if (runs) {
        (void)lm_preempt_disable();
    }
    while (lm_semaphore_wait(&queue->native, LM_NO_WAIT) == LM_OK) {
        (void)get(queue, NULL);
        (void)lm_semaphore_post(&queue->space);
    }
    if (runs) {
        (void)lm_preempt_enable();
    }
    return osOK;
}

osStatus_t osMessageQueueDelete(osMessageQueueId_t mq_id)
{
    osRtxMessageQueue_t *queue = mq_id;

    OS_REQUIRE_NO_ISR(osErrorISR);
    OS_REQUIRE(is_queue(queue), osErrorParameter);
    (void)lm_semaphore_delete(&queue->native);
    (void)lm_semaphore_delete(&queue->space);
    lm_layer_parts_give(queue, queue->data, queue->owns);
    return osOK;
}
