/* SPDX-License-Identifier: Apache-2.0 */
/* Observers. A program with them has the calls below instead of those of the objects, which are
 * weak: LM_OBSERVABLE in core/link.h gives those a second name. A program without them pays
 * nothing, because this file is behind the others in the library.
 */
#include "core/door.h"
#include "core/link.h"
#include <limen/event_flags.h>
#include <limen/observer.h>
#include <limen/priority_queue.h>
#include <limen/queue.h>
#include <limen/semaphore.h>

#undef lm_queue_send

LM_PLAIN_CALL(lm_semaphore_post);
LM_PLAIN_CALL(lm_semaphore_post_below);
LM_PLAIN_CALL(lm_event_flags_set);
LM_PLAIN_CALL(lm_queue_send);
LM_PLAIN_CALL(lm_queue_send_front);
LM_PLAIN_CALL(lm_queue_overwrite);
LM_PLAIN_CALL(lm_priority_queue_send);

static LM_PORT_INSTANCE struct {
    uint8_t epoch; /* the epoch of lm_kernel_init in which they were added */
    struct lm_observer *first;
} observers;

/* The link to the first observer, from this one on, of an object; else to the end of the list. With
 * interrupts off. */
static struct lm_observer **find(struct lm_observer **link, const struct lm_object *object)
{
    while (*link != NULL && (*link)->object != object) {
        link = &(*link)->next;
    }
    return link;
}

static struct lm_observer **begin(void)
{
    if (observers.epoch != lm_kernel()->epoch) {
        observers.epoch = lm_kernel()->epoch;
        observers.first = NULL;
    }
    return &observers.first;
}

/* If the caller must not wait for this time, the call of the object refuses the wait. */
static bool is_observed_up_to(const struct lm_object *object, lm_timeout timeout)
{
    lm_lock_key key = lm_port_lock();
    bool is = *find(begin(), object) != NULL && (timeout == LM_NO_WAIT || lm_may_wait(key));

    lm_port_unlock(key);
    return is;
}

static bool is_observed(const struct lm_object *object)
{
    return is_observed_up_to(object, LM_NO_WAIT);
}

/* Call the observers of an object that has changed, and enable interrupts. Returns: the status. */
static enum lm_status tell(const struct lm_object *object, enum lm_status status, uint32_t key)
{
    struct lm_observer *each = status == LM_OK ? *find(begin(), object) : NULL;

    while (each != NULL) {
        struct lm_observer *next = *find(&each->next, object);

        each->told(each);
        each = next;
    }
    lm_interrupts_enable(key);
    return status;
}

enum lm_status lm_semaphore_post(struct lm_semaphore *semaphore)
{
    if (!is_observed(&semaphore->object)) {
        return lm_semaphore_post_plain(semaphore);
    }
    uint32_t key = lm_interrupts_disable();

    return tell(&semaphore->object, lm_semaphore_post_plain(semaphore), key);
}

enum lm_status lm_semaphore_post_below(struct lm_semaphore *semaphore, uint32_t ceiling)
{
    if (!is_observed(&semaphore->object)) {
        return lm_semaphore_post_below_plain(semaphore, ceiling);
    }
    uint32_t key = lm_interrupts_disable();

    return tell(&semaphore->object, lm_semaphore_post_below_plain(semaphore, ceiling), key);
}

enum lm_status lm_event_flags_set(struct lm_event_flags *flags, uint32_t bits)
{
    if (!is_observed(&flags->object)) {
        return lm_event_flags_set_plain(flags, bits);
    }
    uint32_t key = lm_interrupts_disable();

    return tell(&flags->object, lm_event_flags_set_plain(flags, bits), key);
}

enum lm_status lm_queue_overwrite(struct lm_queue *queue, const void *message)
{
    if (!is_observed(&queue->object)) {
        return lm_queue_overwrite_plain(queue, message);
    }
    uint32_t key = lm_interrupts_disable();
    bool was_empty = queue->used == 0;
    enum lm_status status = lm_queue_overwrite_plain(queue, message);

    if (!was_empty) {
        lm_interrupts_enable(key);
        return status;
    }
    return tell(&queue->object, status, key);
}

/* A send of any kind to a queue. A priority queue has its priority, too. */
struct send {
    enum lm_status (*call)(const struct send *send, lm_timeout timeout);
    struct lm_queue *queue;
    const void *message;
    struct lm_priority_queue *priority_queue;
    uint32_t priority;
};

/* Send at once, and call the observers in the same step; or wait for space, and call them then. */
static enum lm_status send_any(const struct send *send, lm_timeout timeout)
{
    const struct lm_object *object = &send->queue->object;

    if (!is_observed_up_to(object, timeout)) {
        return send->call(send, timeout);
    }
    uint32_t key = lm_interrupts_disable();
    enum lm_status status = send->call(send, LM_NO_WAIT);

    if (status == LM_UNAVAILABLE && timeout != LM_NO_WAIT) {
        lm_interrupts_enable(key);
        status = send->call(send, timeout);
        key = lm_interrupts_disable();
    }
    return tell(object, status, key);
}

static enum lm_status send_last(const struct send *send, lm_timeout timeout)
{
    return lm_queue_send_plain(send->queue, send->message, timeout);
}

enum lm_status lm_queue_send(struct lm_queue *queue, const void *message, lm_timeout timeout)
{
    const struct send send = {send_last, queue, message, NULL, 0};

    return send_any(&send, timeout);
}

enum lm_status lm_queue_send_forever(struct lm_queue *queue, const void *message)
{
    return lm_queue_send(queue, message, LM_FOREVER);
}

static enum lm_status send_first(const struct send *send, lm_timeout timeout)
{
    return lm_queue_send_front_plain(send->queue, send->message, timeout);
}

enum lm_status lm_queue_send_front(struct lm_queue *queue, const void *message, lm_timeout timeout)
{
    const struct send send = {send_first, queue, message, NULL, 0};

    return send_any(&send, timeout);
}

static enum lm_status send_by_priority(const struct send *send, lm_timeout timeout)
{
    return lm_priority_queue_send_plain(send->priority_queue, send->message, send->priority,
                                        timeout);
}

enum lm_status lm_priority_queue_send(struct lm_priority_queue *queue, const void *message,
                                      uint32_t priority, lm_timeout timeout)
{
    const struct send send = {send_by_priority, &queue->queue, message, queue, priority};

    return send_any(&send, timeout);
}

static bool is_observable(const struct lm_object *object)
{
    enum lm_kind kind = lm_object_kind(object);

    return kind == LM_KIND_SEMAPHORE || kind == LM_KIND_QUEUE || kind == LM_KIND_EVENT_FLAGS;
}

/* The link to an observer, or to the end of the list. */
static struct lm_observer **link_of(const struct lm_observer *observer)
{
    struct lm_observer **link = begin();

    while (*link != NULL && *link != observer) {
        link = &(*link)->next;
    }
    return link;
}

enum lm_status lm_observer_add(struct lm_observer *observer)
{
    LM_CALL(OBSERVER_ADD);
    LM_CHECK(observer != NULL && observer->object != NULL && observer->told != NULL,
             LM_BAD_ARGUMENT);
    lm_lock_key key = lm_lock();

    LM_REQUIRE(key, is_observable(observer->object), LM_BAD_OBJECT);
    LM_REQUIRE(key, *link_of(observer) == NULL, LM_BAD_STATE);
    observer->next = *begin();
    observers.first = observer;
    return lm_leave(key, LM_OK);
}

enum lm_status lm_observer_remove(struct lm_observer *observer)
{
    LM_CALL(OBSERVER_REMOVE);
    lm_lock_key key = lm_lock();
    struct lm_observer **link = link_of(observer);

    LM_REQUIRE(key, observer != NULL && *link != NULL, LM_BAD_STATE);
    *link = observer->next;
    return lm_leave(key, LM_OK);
}
