/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: an observer is called once for each unit, message and flag that its object gets, in the
 * same step, and for nothing else. The effect of a call does not depend on an observer.
 *
 * Method: every sequence of four calls on a semaphore, a queue, event flags and a queue by priority
 * is compared with counts and with the same sequence on objects without observers. In examples,
 * threads wait for the object, for space, and for an object that an observer posts.
 */
#include "check.h"
#include "explore.h"
#include "waiters.h"
#include <limen/board.h>
#include <limen/observer.h>
#include <stdio.h>
#include <string.h>

enum { STEPS = 4, CAPACITY = 2, CEILING = 2 };
enum action {
    POST,
    POST_BELOW,
    WAIT,
    SEND,
    SEND_FOREVER,
    SEND_FRONT,
    OVERWRITE,
    RECEIVE,
    SET,
    CLEAR,
    SEND_BY_PRIORITY,
    ACTIONS
};

/* Two of each: with an observer and without one. */
static struct objects {
    struct lm_semaphore semaphore;
    struct lm_queue queue;
    struct lm_queue single;
    struct lm_event_flags flags;
    struct lm_priority_queue by_priority;
    uint32_t storage[CAPACITY];
    uint32_t place[1];
    uint32_t places[2 * CAPACITY];
} observed, plain;

enum { SEMAPHORE, QUEUE, SINGLE, FLAGS, BY_PRIORITY, OBJECTS };

static struct watcher {
    struct lm_observer observer;
    unsigned told;
} watchers[OBJECTS];

static unsigned expected[OBJECTS];
static struct explore explore;

static void explain(void *context)
{
    (void)context;
    explore_print(&explore);
}

static void count(struct lm_observer *observer)
{
    CHECK(lm_interrupts_are_disabled());
    LM_CONTAINER(observer, struct watcher, observer)->told++;
}

static void create(struct objects *objects)
{
    memset(objects, 0, sizeof *objects);
    CHECK_STATUS(lm_semaphore_create(&objects->semaphore, "semaphore", 0, LM_FIFO), LM_OK);
    CHECK_STATUS(lm_queue_create(&objects->queue, "queue", objects->storage, CAPACITY, 4, LM_FIFO),
                 LM_OK);
    CHECK_STATUS(lm_queue_create(&objects->single, "single", objects->place, 1, 4, LM_FIFO), LM_OK);
    CHECK_STATUS(lm_event_flags_create(&objects->flags, "flags", LM_FIFO), LM_OK);
    CHECK_STATUS(lm_priority_queue_create(&objects->by_priority, "by priority", objects->places,
                                          CAPACITY, 4, LM_FIFO),
                 LM_OK);
}

static void observe(void)
{
    const struct lm_object *const object[OBJECTS] = {
        &observed.semaphore.object, &observed.queue.object, &observed.single.object,
        &observed.flags.object, &observed.by_priority.queue.object};

    for (int i = 0; i < OBJECTS; i++) {
        watchers[i] = (struct watcher){{.object = object[i], .told = count}, 0};
        expected[i] = 0;
        CHECK_STATUS(lm_observer_add(&watchers[i].observer), LM_OK);
    }
}

/* The object to which the action gives something, or OBJECTS. */
static unsigned target_of(enum action action)
{
    static const uint8_t targets[ACTIONS] = {[POST] = SEMAPHORE,
                                             [POST_BELOW] = SEMAPHORE,
                                             [WAIT] = OBJECTS,
                                             [SEND] = QUEUE,
                                             [SEND_FOREVER] = QUEUE,
                                             [SEND_FRONT] = QUEUE,
                                             [OVERWRITE] = SINGLE,
                                             [RECEIVE] = OBJECTS,
                                             [SET] = FLAGS,
                                             [CLEAR] = OBJECTS,
                                             [SEND_BY_PRIORITY] = BY_PRIORITY};

    return targets[action];
}

static enum lm_status act(struct objects *objects, enum action action, uint32_t number)
{
    switch (action) {
    case POST:
        return lm_semaphore_post(&objects->semaphore);
    case POST_BELOW:
        return lm_semaphore_post_below(&objects->semaphore, CEILING);
    case WAIT:
        return lm_semaphore_wait(&objects->semaphore, LM_NO_WAIT);
    case SEND:
        return lm_queue_send(&objects->queue, &number, LM_NO_WAIT);
    case SEND_FOREVER:
        return lm_queue_used(&objects->queue) < CAPACITY
                   ? lm_queue_send(&objects->queue, &number, LM_FOREVER)
                   : LM_UNAVAILABLE;
    case SEND_FRONT:
        return lm_queue_send_front(&objects->queue, &number, LM_NO_WAIT);
    case OVERWRITE:
        return lm_queue_overwrite(&objects->single, &number);
    case RECEIVE:
        return lm_queue_receive(&objects->queue, &number, LM_NO_WAIT);
    case SET:
        return lm_event_flags_set(&objects->flags, 1U << number);
    case CLEAR:
        return lm_event_flags_clear(&objects->flags, UINT32_MAX);
    default:
        return lm_priority_queue_send(&objects->by_priority, &number, number, LM_NO_WAIT);
    }
}

static void compare(void)
{
    CHECK_EQUAL(lm_semaphore_count(&observed.semaphore), lm_semaphore_count(&plain.semaphore));
    CHECK_EQUAL(lm_queue_used(&observed.queue), lm_queue_used(&plain.queue));
    CHECK_EQUAL(lm_event_flags_get(&observed.flags), lm_event_flags_get(&plain.flags));
    CHECK(memcmp(observed.storage, plain.storage, sizeof plain.storage) == 0);
    CHECK(memcmp(observed.place, plain.place, sizeof plain.place) == 0);
    CHECK(memcmp(observed.places, plain.places, sizeof plain.places) == 0);
}

static void all_sequences(void)
{
    check_explain(explain, NULL);
    while (explore_next(&explore)) {
        lm_kernel_init();
        create(&observed);
        create(&plain);
        observe();
        for (uint32_t i = 0; i < STEPS; i++) {
            enum action action = explore_choose(&explore, ACTIONS);
            bool replaces = action == OVERWRITE && lm_queue_used(&plain.single) != 0;
            enum lm_status status = act(&plain, action, i);
            unsigned target = target_of(action);

            CHECK_STATUS(act(&observed, action, i), status);
            expected[target % OBJECTS] += status == LM_OK && target < OBJECTS && !replaces;
            compare();
        }
        for (int i = 0; i < OBJECTS; i++) {
            CHECK_EQUAL(watchers[i].told, expected[i]);
        }
    }
    check_explain(NULL, NULL);
}

/* One thread waits for two objects: their observers set flags for it. */
static struct lm_event_flags ready;
static uint32_t seen[WAITERS];

static void set_ready(struct lm_observer *observer)
{
    bool is_queue = observer->object == &observed.queue.object;

    CHECK_STATUS(lm_event_flags_set(&ready, is_queue ? 2U : 1U), LM_OK);
    CHECK(seen[0] != 3); /* the waiting thread has not run yet */
}

static void wait_for_both(void *argument)
{
    uint32_t *own = argument;
    uint32_t bits = 0;

    if (own != &seen[0]) {
        return;
    }
    while (*own != 3) {
        CHECK_STATUS(lm_event_flags_wait(&ready, 3, LM_ANY_CLEAR, &bits, LM_FOREVER), LM_OK);
        *own |= bits;
    }
}

static void give_both(void *argument)
{
    uint32_t message = 7;

    (void)argument;
    CHECK_STATUS(lm_semaphore_post(&observed.semaphore), LM_OK);
    CHECK_EQUAL(seen[0], 1); /* it is more urgent */
    CHECK_STATUS(lm_queue_send(&observed.queue, &message, LM_FOREVER), LM_OK);
    CHECK_EQUAL(seen[0], 3);
}

static void a_thread_waits_for_several_objects(void)
{
    lm_kernel_init();
    create(&observed);
    memset(&ready, 0, sizeof ready);
    memset(seen, 0, sizeof seen);
    CHECK_STATUS(lm_event_flags_create(&ready, "ready", LM_FIFO), LM_OK);
    observe();
    watchers[SEMAPHORE].observer.told = set_ready;
    watchers[QUEUE].observer.told = set_ready;
    play_with_waiters(give_both, wait_for_both, seen, sizeof seen[0]);
    CHECK_EQUAL(seen[0], 3);
}

/* The first thread fills the queue, and waits for space. */
static void send_three(void *argument)
{
    uint32_t *own = argument;

    for (*own = 1; own == &seen[0] && *own <= CAPACITY + 1; (*own)++) {
        CHECK_STATUS(lm_queue_send(&observed.queue, own, LM_MS(1)), LM_OK);
    }
}

static void receive_one(void *argument)
{
    uint32_t message = 0;

    (void)argument;
    CHECK_EQUAL(watchers[QUEUE].told, CAPACITY);
    CHECK_STATUS(lm_queue_receive(&observed.queue, &message, LM_NO_WAIT), LM_OK);
    CHECK_EQUAL(message, 1);
    CHECK_EQUAL(watchers[QUEUE].told, CAPACITY + 1);
}

static void a_send_that_waits_tells_at_its_end(void)
{
    lm_kernel_init();
    create(&observed);
    observe();
    play_with_waiters(receive_one, send_three, seen, sizeof seen[0]);
    CHECK_EQUAL(watchers[QUEUE].told, CAPACITY + 1);
}

static void take_unit(void *argument)
{
    (void)argument;
    CHECK_STATUS(lm_semaphore_wait(&observed.semaphore, LM_FOREVER), LM_OK);
}

static void post_twice(void *argument)
{
    (void)argument;
    CHECK_STATUS(lm_semaphore_post(&observed.semaphore), LM_OK);
    CHECK_STATUS(lm_semaphore_post(&observed.semaphore), LM_OK);
    CHECK_EQUAL(watchers[SEMAPHORE].told, 2);
    CHECK_EQUAL(lm_semaphore_count(&observed.semaphore), 0);
}

static void what_a_waiting_thread_gets_is_told(void)
{
    lm_kernel_init();
    create(&observed);
    observe();
    play_with_waiters(post_twice, take_unit, seen, sizeof seen[0]);
}

static void leave(struct lm_observer *observer)
{
    count(observer);
    CHECK_STATUS(lm_observer_remove(observer), LM_OK);
}

static void observers_come_and_go(void)
{
    static struct watcher second;

    lm_kernel_init();
    create(&observed);
    observe();
    watchers[SEMAPHORE].observer.told = leave;
    second = (struct watcher){{.object = &observed.semaphore.object, .told = leave}, 0};
    CHECK_STATUS(lm_observer_add(&second.observer), LM_OK);
    for (int i = 0; i < 2; i++) {
        CHECK_STATUS(lm_semaphore_post(&observed.semaphore), LM_OK);
        CHECK_EQUAL(watchers[SEMAPHORE].told, 1);
        CHECK_EQUAL(second.told, 1);
    }
    CHECK_STATUS(lm_observer_remove(&second.observer), LM_BAD_STATE);
    CHECK_STATUS(lm_observer_add(&watchers[QUEUE].observer), LM_BAD_STATE);
    lm_kernel_init(); /* forgets them */
    create(&observed);
    CHECK_STATUS(lm_event_flags_set(&observed.flags, 1), LM_OK);
    CHECK_EQUAL(watchers[FLAGS].told, 0);
}

static void mistakes_are_refused(void)
{
    static struct lm_mutex mutex;
    struct lm_observer observer = {.told = count};

    CHECK_STATUS(lm_observer_add(NULL), LM_BAD_ARGUMENT);
    CHECK_STATUS(lm_observer_add(&observer), LM_BAD_ARGUMENT);
    CHECK_STATUS(lm_mutex_create(&mutex, "mutex", LM_PLAIN, 0, LM_FIFO), LM_OK);
    observer.object = &mutex.object;
    CHECK_STATUS(lm_observer_add(&observer), LM_BAD_OBJECT);
    CHECK_STATUS(lm_observer_remove(NULL), LM_BAD_STATE);
}

int main(int argc, char **argv)
{
    if (argc > 1) {
        explore_replay(&explore, argv[1]);
    }
    all_sequences();
    a_thread_waits_for_several_objects();
    a_send_that_waits_tells_at_its_end();
    what_a_waiting_thread_gets_is_told();
    observers_come_and_go();
    mistakes_are_refused();
    printf("%llu sequences\n", (unsigned long long)explore.runs);
    return 0;
}
