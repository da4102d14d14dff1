/* SPDX-License-Identifier: Apache-2.0 */
/* The states of observers: of the object of a state, of another one, or none. */
#include "choices.h"
#include "world.h"
#include <limen/limen.h>
#include <limen/observer.h>

static struct lm_observer observer, other, added;
static struct lm_semaphore told_of;
static struct lm_object *observed;
static unsigned kind;

static void post(struct lm_observer *from)
{
    (void)from;
    (void)lm_semaphore_post(&told_of);
}

static void leave(struct lm_observer *from)
{
    (void)lm_observer_remove(from);
}

enum observed_kind { OF_SEMAPHORE, OF_QUEUE, OF_PRIORITY_QUEUE, OF_FLAGS };

static struct lm_semaphore *semaphore_of;
static struct lm_queue *queue_of;
static struct lm_priority_queue *priority_queue_of;
static struct lm_event_flags *flags_of;

/* An object for which nobody waits, one for which a thread waits, and a third state. */
static struct lm_object *object_of(unsigned shape)
{
    switch (kind) {
    case OF_SEMAPHORE:
        semaphore_of = any_semaphore(shape);
        return &semaphore_of->object;
    case OF_QUEUE:
        queue_of = any_queue(shape == 2 ? 4 : shape);
        return &queue_of->object;
    case OF_PRIORITY_QUEUE:
        priority_queue_of = any_priority_queue(shape == 2 ? 4 : shape);
        return &priority_queue_of->queue.object;
    default:
        flags_of = any_event_flags(shape);
        return &flags_of->object;
    }
}

/* No observers; one, which posts a semaphore; two, of which the first one removes itself. */
void begin_observer(unsigned shape)
{
    kind = shape / 9;
    observed = object_of(shape / 3 % 3);
    REQUIRE(lm_semaphore_create(&told_of, "told", 0, LM_FIFO) == LM_OK);
    if (shape % 3 > 0) {
        observer.object = observed;
        observer.told = post;
        REQUIRE(lm_observer_add(&observer) == LM_OK);
    }
    if (shape % 3 > 1) {
        other.object = observed;
        other.told = leave;
        REQUIRE(lm_observer_add(&other) == LM_OK);
    }
}

struct lm_observer *any_observer(unsigned choice)
{
    added.object = choice == 2 ? &caller.thread.object : ANY_BOOL ? observed : NULL;
    added.told = ANY_BOOL ? post : NULL;
    return choice == 0 || choice == 2 ? &added : choice == 1 ? &observer : NULL;
}

static void send(unsigned call, lm_timeout timeout)
{
    (void)(call == 0   ? (lm_queue_send)(queue_of, messages[3], timeout)
           : call == 1 ? lm_queue_send_front(queue_of, messages[3], timeout)
                       : lm_queue_overwrite(queue_of, messages[3]));
}

/* Each observed call about the object. */
void give(unsigned call)
{
    switch (kind) {
    case OF_SEMAPHORE:
        (void)(call == 0 ? lm_semaphore_post(semaphore_of)
                         : lm_semaphore_post_below(semaphore_of, any_u32));
        break;
    case OF_QUEUE:
        send(call, any_timeout(CHOOSE(TIMEOUTS - 1)));
        break;
    case OF_PRIORITY_QUEUE:
        (void)lm_priority_queue_send(priority_queue_of, messages[3], any_u32,
                                     any_timeout(CHOOSE(TIMEOUTS - 1)));
        break;
    default:
        (void)lm_event_flags_set(flags_of, any_bits(call));
        break;
    }
}
