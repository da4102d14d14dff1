/* SPDX-License-Identifier: Apache-2.0 */
/* Shared objects, and the threads of both cores that wait for them. */
#include "choices.h"
#include "cores/cores.h"
#include "several.h"
#include "world.h"
#include <limen/cores.h>
#include <limen/limen.h>

/* Who waits: threads of this core, of the other one, and of both. */
enum { NOBODY, OWN, REMOTE, THREE, REMOTE_AND_OWN };

static const struct {
    unsigned count;
    struct lm_thread *thread[3];
} waiters[] = {
    [NOBODY] = {0, {NULL}},
    [OWN] = {1, {&first}},
    [REMOTE] = {1, {&remote}},
    [THREE] = {3, {&first, &remote, &second}},
    [REMOTE_AND_OWN] = {2, {&remote, &first}},
};

/* The end of a timed wait, in shared_wait.c. */
void shared_wait_expire(struct lm_timeout_node *timeout);

void wait_shared(struct lm_thread *thread, struct lm_wait_list *list, void *data)
{
    thread->begun = true;
    thread->waits_for = LM_WAITS_FOR_SHARED;
    thread->wait_list = list;
    thread->wait_data = data;
    thread->shared_listed = true;
    lm_list_insert_before(&list->mark, &thread->node);
    if (thread->core == lm_core_self()) {
        thread->suspend_pending = pattern != 0 && thread == (pattern == 1 ? &second : &first);
    }
    if (thread == &first && pattern != 1) {
        thread->timeout.expire = shared_wait_expire;
        thread->wait_timed = true;
        world_start(&thread->timeout, 0);
    }
}

static void wait_all(unsigned who, struct lm_wait_list *list, void *(*data)(unsigned))
{
    for (unsigned i = 0; i < waiters[who].count; i++) {
        wait_shared(waiters[who].thread[i], list, data(i));
    }
}

static void *no_data(unsigned number)
{
    (void)number;
    return NULL;
}

struct lm_semaphore shared_semaphore;

/* The supply is 0 if a thread waits, and perhaps if none does. */
void begin_shared_semaphore(unsigned shape)
{
    REQUIRE(lm_semaphore_create_shared(&shared_semaphore, "shared", 0) == LM_OK);
    shared_semaphore.supply = shape == 0 ? (uint32_t)any_between(1, UINT32_MAX) : 0;
    wait_all(shape == 0 ? NOBODY : shape - 1, &shared_semaphore.waiters, no_data);
}

struct lm_queue shared_queue;

enum { CAPACITY = 2 };

/* The messages begin at the second place, so that they go around the end of the storage. */
void begin_shared_queue(unsigned shape)
{
    static const struct {
        unsigned used, who;
    } fills[] = {{0, NOBODY},         {0, OWN},  {0, REMOTE}, {1, NOBODY}, {2, NOBODY},
                 {2, REMOTE_AND_OWN}, {2, THREE}};
    static const uint32_t message_sizes[PATTERNS] = {4, 8, 36};
    uint32_t bytes = message_sizes[pattern];

    REQUIRE(lm_queue_create_shared(&shared_queue, "shared", last_bytes(CAPACITY * bytes), CAPACITY,
                                   bytes) == LM_OK);
    shared_queue.read = shared_queue.storage + bytes;
    shared_queue.write = fills[shape].used == 1 ? shared_queue.storage : shared_queue.read;
    shared_queue.used = fills[shape].used;
    wait_all(fills[shape].who, &shared_queue.waiters, data_of);
}

struct lm_mutex shared_mutex;
static struct lm_mutex other_mutex;

enum shared_mutex_shape {
    FREE_MUTEX,
    OWNED,
    OWNED_TWICE,
    WANTED,
    WANTED_BY_REMOTE,
    OF_REMOTE_WANTED,
    OWNS_OTHER,
    HANDED
};

/* Another core has handed the mutex to the thread, or the thread has it. */
static void give(struct lm_thread *thread, uint16_t held)
{
    shared_mutex.owner = thread;
    shared_mutex.held = held;
    thread->shared_mutex = &shared_mutex;
    if (held != 0) {
        lm_list_insert_before(&thread->owned, &shared_mutex.owned);
    }
}

/* The first thread has been woken, with the mutex, and is in the inbox of its core. */
static void hand_over(void)
{
    wait_shared(&first, &shared_mutex.waiters, NULL);
    lm_list_remove(&first.node);
    first.shared_listed = false;
    first.shared_status = pattern == 0 ? LM_OK : LM_OWNER_DIED;
    give(&first, 0);
    lm_cores_lock();
    (void)lm_cores_send(&first, lm_core_self(), 0);
}

static void own(enum shared_mutex_shape shape)
{
    if (shape == OWNS_OTHER) {
        REQUIRE(lm_mutex_create_shared(&other_mutex, "other", pattern) == LM_OK);
    }
    REQUIRE(lm_mutex_lock(shape == OWNS_OTHER ? &other_mutex : &shared_mutex, LM_NO_WAIT) == LM_OK);
    if (shape == OWNED_TWICE) {
        shared_mutex.held = (uint16_t)any_between(2, UINT16_MAX);
    }
}

void begin_shared_mutex(unsigned shape)
{
    REQUIRE(lm_mutex_create_shared(&shared_mutex, "shared", pattern) == LM_OK);
    switch ((enum shared_mutex_shape)shape) {
    case FREE_MUTEX:
        shared_mutex.was_wanted = pattern == 0 ? LM_OK : LM_OWNER_DIED;
        break;
    case OF_REMOTE_WANTED:
        give(&remote, 1);
        break;
    case HANDED:
        hand_over();
        break;
    default:
        own((enum shared_mutex_shape)shape);
        break;
    }
    if (shape == WANTED || shape == OF_REMOTE_WANTED) {
        wait_all(OWN, &shared_mutex.waiters, no_data);
    } else if (shape == WANTED_BY_REMOTE) {
        wait_shared(&other_remote, &shared_mutex.waiters, NULL);
        wait_shared(&first, &shared_mutex.waiters, NULL);
    }
}

struct lm_event_flags shared_flags;

void begin_shared_flags(unsigned shape)
{
    REQUIRE(lm_event_flags_create_shared(&shared_flags, "shared") == LM_OK);
    shared_flags.bits = shape == NOBODY ? any_u32 : 0;
    wait_all(shape, &shared_flags.waiters, wish_of);
}

struct lm_block_pool shared_pool;

enum { BLOCKS = 3, BLOCK_BYTES = 24 };

void begin_shared_pool(unsigned shape)
{
    static const unsigned char of_shape[][2] = {
        {2, NOBODY}, {3, NOBODY}, {3, OWN}, {3, REMOTE_AND_OWN}, {3, THREE}};
    static void *taken;

    REQUIRE(lm_block_pool_create_shared(&shared_pool, "shared", last_bytes(BLOCKS * BLOCK_BYTES),
                                        BLOCKS * BLOCK_BYTES, BLOCK_BYTES) == LM_OK);
    for (unsigned i = 0; i < of_shape[shape][0]; i++) {
        REQUIRE(lm_block_allocate(&shared_pool, &taken, LM_NO_WAIT) == LM_OK);
    }
    wait_all(of_shape[shape][1], &shared_pool.waiters, place_of_block);
}

/* The first thread, which waits for a shared object, or was woken with a shared_mutex. */
struct lm_thread *the_waiting(void)
{
    REQUIRE(!eva_context.in_interrupt && first.waits_for == LM_WAITS_FOR_SHARED);
    return &first;
}

/* The caller, which owns a shared mutex. */
struct lm_thread *the_owner(void)
{
    REQUIRE(caller.thread.shared_mutex != NULL);
    return &caller.thread;
}
