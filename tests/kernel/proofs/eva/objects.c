/* SPDX-License-Identifier: Apache-2.0 */
/* The objects of a state that contain no data: one of each kind, in one of its shapes. Each
 * function returns the object; the last two shapes are NULL and memory that is not an object of
 * this kind. */
#include "choices.h"
#include "objects/ownership.h"
#include "world.h"
#include <limen/limen.h>

static struct lm_semaphore semaphore;

struct lm_semaphore *any_semaphore(unsigned shape)
{
    REQUIRE(lm_semaphore_create(&semaphore, "semaphore", 0, order()) == LM_OK);
    if (shape == 4) {
        return NULL;
    }
    if (shape == 5) {
        IS_NO(&semaphore, LM_KIND_SEMAPHORE);
        return &semaphore;
    }
    world_wait(&semaphore.waiters, shape);
    semaphore.count = shape == 0 ? any_u32 : 0;
    return &semaphore;
}

static struct lm_mutex mutex;
static struct lm_mutex elsewhere; /* for which the owner of the first one waits */

static void own(struct lm_mutex *owned, struct lm_thread *thread)
{
    lm_mutex_own(owned, thread);
    lm_priority_update(lm_cpu(), thread, lm_priority_reason(owned));
}

static void want(struct lm_mutex *wanted, struct lm_thread *thread, bool timed)
{
    wanted->was_wanted = true;
    world_wait_one(thread, &wanted->waiters, timed);
    lm_priority_waiters_changed(lm_cpu(), wanted, LM_CHANGE_INHERITANCE);
}

static void create_mutex(struct lm_mutex *created)
{
    enum lm_protocol protocol = pattern == 0 ? LM_PLAIN : pattern == 1 ? LM_INHERIT : LM_CEILING;

    REQUIRE(lm_mutex_create(created, "mutex", protocol, 0, order()) == LM_OK);
}

/* The mutex is owned by a thread that waits for another one, whose owner is this thread. */
static void chain(struct lm_thread *to)
{
    create_mutex(&elsewhere);
    own(&elsewhere, to);
    own(&mutex, &first);
    want(&elsewhere, &first, true);
}

enum mutex_shape {
    FREE_MUTEX,
    OWNED,
    OWNED_TWICE,
    WANTED_BY_ONE,
    WANTED_BY_ALL,
    OF_OTHER,
    OF_OTHER_WANTED,
    IN_CHAIN,
    IN_CIRCLE,
    OF_IDLE
};

static void shape_mutex(enum mutex_shape shape)
{
    switch (shape) {
    case FREE_MUTEX:
        mutex.was_wanted = pattern == 0 ? 0 : LM_OWNER_DIED;
        break;
    case OWNED_TWICE:
        own(&mutex, &caller.thread);
        mutex.held = (uint16_t)any_between(2, UINT16_MAX);
        break;
    case OWNED:
    case WANTED_BY_ONE:
    case WANTED_BY_ALL:
        own(&mutex, &caller.thread);
        break;
    case OF_OTHER:
    case OF_OTHER_WANTED:
        own(&mutex, &first);
        break;
    case IN_CHAIN:
        chain(&second);
        break;
    case IN_CIRCLE:
        chain(&caller.thread);
        break;
    default:
        mutex.held = 1;
        lm_priority_own(&mutex, &lm_cpu()->idle);
        break;
    }
    if (shape == WANTED_BY_ONE || shape == WANTED_BY_ALL) {
        want(&mutex, &first, true);
    }
    if (shape == WANTED_BY_ALL || shape == OF_OTHER_WANTED) {
        want(&mutex, &second, false);
    }
    if (shape == WANTED_BY_ALL) {
        want(&mutex, &third, true);
    }
}

struct lm_mutex *any_mutex(unsigned shape)
{
    create_mutex(&mutex);
    if (shape == MUTEX_SHAPES - 2) {
        return NULL;
    }
    if (shape == MUTEX_SHAPES - 1) {
        IS_NO(&mutex, LM_KIND_MUTEX);
        return &mutex;
    }
    shape_mutex((enum mutex_shape)shape);
    return &mutex;
}

static struct lm_timer timer;

struct lm_timer *any_timer(unsigned shape)
{
    REQUIRE(lm_timer_create(&timer, "timer", do_nothing, NULL) == LM_OK);
    if (shape == 5) {
        return NULL;
    }
    if (shape == 6) {
        IS_NO(&timer, LM_KIND_TIMER);
        return &timer;
    }
    timer.period = pattern == 0 ? 0 : time_is_exact ? 1ULL << 50 : any_between(1, 1ULL << 60);
    timer.due = time_is_exact ? 100 : any_between(0, 1ULL << 42);
    if (shape > 1) {
        world_start(&timer.timeout, shape - 2);
    }
    return &timer;
}

static struct lm_semaphore place;

enum thread_shape {
    ITSELF,
    NEW,
    IS_READY,
    SLEEPS,
    WAITS,
    WAITS_FOR_MUTEX,
    SUSPENDED,
    TERMINATED,
    OWNS,
    OWNS_WANTED,
    RUNNING_OWNS
};

static void shape_thread(enum thread_shape shape)
{
    create_mutex(&mutex);
    switch (shape) {
    case IS_READY:
        first.begun = true;
        (void)lm_sched_ready(lm_cpu(), &first, LM_OK);
        break;
    case SLEEPS:
        first.begun = true;
        first.waits_for = LM_WAITS_FOR_TIME;
        first.suspend_pending = pattern == 2;
        world_start(&first.timeout, 0);
        break;
    case WAITS:
        REQUIRE(lm_semaphore_create(&place, "place", 0, order()) == LM_OK);
        world_wait(&place.waiters, 2);
        break;
    case WAITS_FOR_MUTEX:
        own(&mutex, &caller.thread);
        want(&mutex, &first, true);
        break;
    case SUSPENDED:
        first.begun = true;
        break;
    case TERMINATED:
        first.state = LM_STATE_TERMINATED;
        first.waits_for = LM_HAS_RETURNED;
        break;
    case OWNS:
        own(&mutex, &first);
        break;
    case OWNS_WANTED:
    case RUNNING_OWNS:
        own(&mutex, shape == OWNS_WANTED ? &first : &caller.thread);
        want(&mutex, &second, false);
        break;
    default:
        break;
    }
}

struct lm_thread *any_thread(unsigned shape)
{
    if (shape == THREAD_SHAPES - 2) {
        return NULL;
    }
    if (shape == THREAD_SHAPES - 1) {
        IS_NO(&third, LM_KIND_THREAD);
        return &third;
    }
    shape_thread((enum thread_shape)shape);
    return shape == ITSELF || shape == RUNNING_OWNS ? &caller.thread : &first;
}
