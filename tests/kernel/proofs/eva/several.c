/* SPDX-License-Identifier: Apache-2.0 */
/* The states of several cores. One core makes the call. The other one does nothing meanwhile, but
 * frees the lock that it has. */
#include "several.h"
#include "choices.h"
#include "cores/cores.h"
#include "world.h"
#include <limen/cores.h>
#include <limen/limen.h>

struct lm_thread remote, other_remote;
static uint64_t remote_stacks[2][4];
enum several_kind about;
static bool is_locked_elsewhere;

void let_other_core_lock(void)
{
    lm_the_cores.next++;
    is_locked_elsewhere = true;
}

/* The other core frees the shared lock as soon as this one has looked. */
void eva_fence(void)
{
    if (is_locked_elsewhere) {
        is_locked_elsewhere = false;
        lm_the_cores.serving++;
    }
}

enum lm_status lm_port_interrupt_core(unsigned core, lm_lock_key key)
{
    REQUIRE(core < LM_CORES);
    lm_port_unlock(key);
    return LM_OK;
}

void lm_port_attach_core(void)
{
}

void lm_port_start_core(unsigned core)
{
    (void)core;
}

static void create_remote(struct lm_thread *thread, unsigned number)
{
    const struct lm_thread_config config = {
        .name = "remote",
        .entry = do_nothing,
        .stack = remote_stacks[number],
        .stack_bytes = sizeof remote_stacks[number],
        .priority = 1,
        .threshold = 1,
        .suspended = true,
    };

    REQUIRE(lm_thread_create(thread, &config) == LM_OK);
}

static void begin_other_core(void)
{
    null_core ^= 1U;
    lm_kernel_init();
    create_remote(&remote, 0);
    create_remote(&other_remote, 1);
    null_core ^= 1U;
    eva_context.locked = 0;
}

/* Threads. The second core has started, or not yet, in calls of the first one. */
static void begin_no_shared_object(unsigned shape)
{
    REQUIRE(pattern == 0 || shape == 1);
    lm_the_cores.is_started[1] = shape == 1;
}

/* By what the state is about. */
static const struct {
    unsigned shapes;
    void (*begin)(unsigned shape);
} kinds[] = {
    [NO_SHARED_OBJECT] = {2, begin_no_shared_object},
    [SHARED_SEMAPHORE] = {5, begin_shared_semaphore},
    [SHARED_QUEUE] = {7, begin_shared_queue},
    [SHARED_MUTEX] = {8, begin_shared_mutex},
    [SHARED_FLAGS] = {4, begin_shared_flags},
    [SHARED_POOL] = {5, begin_shared_pool},
    [REMOTE_THREAD] = {4, begin_remote_thread},
    [INBOX] = {INBOX_SHAPES, begin_inbox},
};

void begin_cores(unsigned shape)
{
    unsigned kind = NO_SHARED_OBJECT;

    REQUIRE(pattern != 1);
    for (; shape >= kinds[kind].shapes; kind++) {
        shape -= kinds[kind].shapes;
    }
    about = (enum several_kind)kind;
    REQUIRE(!time_is_exact || about == SHARED_SEMAPHORE);
    begin_other_core();
    kinds[kind].begin(shape);
    REQUIRE(!time_is_exact || first.wait_timed);
    if (pattern == 2) {
        let_other_core_lock();
    }
}

/* Memory in which an object is created. */
#define ANY_NEW(type)                                                                              \
    static struct lm_##type new_##type;                                                            \
                                                                                                   \
    struct lm_##type *any_new_##type(void)                                                         \
    {                                                                                              \
        new_##type.object.kind = (uint8_t)any_u32;                                                 \
        new_##type.object.epoch = (uint8_t)any_u32;                                                \
        return ANY_BOOL ? &new_##type : NULL;                                                      \
    }

ANY_NEW(semaphore)
ANY_NEW(queue)
ANY_NEW(mutex)
ANY_NEW(event_flags)
ANY_NEW(block_pool)

/* Of a core, or of none. */
unsigned any_core(unsigned choice)
{
    return choice < LM_CORES ? choice ^ 1U : (unsigned)any_between(LM_CORES, UINT32_MAX);
}

static void prepare(void)
{
}

void (*any_prepare(void))(void)
{
    return ANY_BOOL ? prepare : NULL;
}

struct lm_thread created;
static uint64_t created_stack[8];

/* For each core, and for one that does not exist. */
const struct lm_thread_config *any_config_of_core(unsigned choice)
{
    static struct lm_thread_config config = {
        .entry = do_nothing, LM_PREEMPTIVE(1), LM_USE_STACK(created_stack)};

    config.on_core = (uint8_t)(choice + 1);
    config.suspended = ANY_BOOL;
    return &config;
}

/* A thread that has not begun, the caller, one of the other core, one that is no thread, or
 * NULL. */
struct lm_thread *any_one_of_cores(unsigned choice)
{
    static struct lm_thread *const threads[CORE_THREADS] = {&first, &caller.thread, &remote,
                                                            &third};

    if (choice == 3) {
        IS_NO(&third, LM_KIND_THREAD);
    }
    return threads[choice];
}

enum lm_event_mode any_mode(void)
{
    return (enum lm_event_mode)any_u32;
}

uint32_t *any_found(void)
{
    static uint32_t found;

    return ANY_BOOL ? &found : NULL;
}

void **any_place_of_block(void)
{
    static void *place;

    return ANY_BOOL ? &place : NULL;
}

unsigned *any_previous(void)
{
    static unsigned previous;

    return ANY_BOOL ? &previous : NULL;
}

/* Locks for which a core spins: one that is free, one of the caller, which is to be ended or not,
 * one of the other core, and NULL. */
static struct lm_core_lock lock;

/* The other core frees the lock. */
void eva_spin(void)
{
    REQUIRE(lock.owner == &remote);
    lock.owner = NULL;
    lock.serving++;
}

struct lm_core_lock *any_core_lock(unsigned choice)
{
    if (choice == 1 || choice == 2) {
        REQUIRE(lm_core_enter(&lock) == LM_OK);
        caller.thread.end_pending = choice == 2;
    } else if (choice == 3) {
        lock.next++;
        lock.owner = &remote;
    }
    return choice < CORE_LOCKS - 1 ? &lock : NULL;
}

/* The other core begins. */
void other_core_begins(void)
{
    null_core ^= 1U;
    lm_the_cores.prepare[null_core] = ANY_BOOL ? prepare : NULL;
}
