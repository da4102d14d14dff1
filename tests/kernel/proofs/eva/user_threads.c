/* SPDX-License-Identifier: Apache-2.0 */
/* The states of user threads, and what one can pass to the gate. The caller is a user thread; the
 * gate has found the object of its handle. The regions are addresses that are numbers: the memory
 * of those from WRITABLE to BEHIND exists, and contains anything (eva.py), and no other address
 * that is a number can be accessed. */
#include "behind.h"
#include "choices.h"
#include "objects/thread.h"
#include "world.h"
#include <limen/limen.h>

enum { REGION = 0x100, WRITABLE = 0x1000, DEVICE = 0x1100, READABLE = 0x1200, BEHIND = 0x1300 };
enum { EXECUTABLE = 0x3000 }; /* a region without memory: an access to it is an alarm */

static const struct lm_user_area regions[LM_USER_REGIONS] = {
    {EXECUTABLE, REGION, LM_USER_EXECUTE},
    {DEVICE, REGION, LM_USER_WRITE | LM_USER_DEVICE},
    {READABLE, REGION, LM_USER_READ},
    {WRITABLE, REGION, LM_USER_WRITE},
};

/* What the state is about: each has calls of its own. And the object of the handle. */
enum granted_kind { NO_OBJECT, USER_THREAD, SEMAPHORE, QUEUE, MUTEX, EVENT_FLAGS };
static enum granted_kind about;
static void *granted;

static struct lm_user_thread other, new_user;
static uintptr_t buffer_bytes; /* of a message of the queue */

/* Unlike the doubles of the tests: user mode is not followed. */
void lm_port_user_begin(struct lm_user_thread *user)
{
    user->entry(user->argument);
    for (;;) {
    }
}

static struct lm_user_config usual_config(void)
{
    return (struct lm_user_config){
        .thread = {.name = "user",
                   LM_PREEMPTIVE(1),
                   .entry = do_nothing,
                   .stack = (void *)WRITABLE,
                   .stack_bytes = LM_USER_STACK_MIN},
        .areas = regions,
        .area_count = LM_USER_REGIONS,
    };
}

/* The caller has what the creation gives to a thread, and any numbers. */
static void make_caller_a_user(void)
{
    struct lm_user_config config = usual_config();
    struct lm_thread thread = caller.thread;

    config.thread.suspended = true;
    REQUIRE(lm_user_thread_create(&other, &config) == LM_OK);
    thread.entry = other.thread.entry;
    thread.argument = &caller;
    caller = other;
    caller.thread = thread;
    caller.policy = (enum lm_user_policy)any_between(LM_USER_END, LM_USER_HALT);
    caller.restarts_left = any_u32;
    caller.faults = any_u32;
}

enum other_shape { READY_USER, TERMINATED_USER, DELETED_USER };

static void begin_no_object(unsigned shape)
{
    (void)shape;
}

static void begin_user_thread(unsigned shape)
{
    if (shape == READY_USER) {
        other.thread.begun = true;
        (void)lm_sched_ready(lm_cpu(), &other.thread, LM_OK);
        return;
    }
    REQUIRE(lm_thread_terminate(&other.thread) == LM_OK);
    REQUIRE(shape == TERMINATED_USER || lm_user_thread_delete(&other) == LM_OK);
}

/* An object in some of its shapes. The last one has been deleted since the thread was created. */
static void begin_semaphore(unsigned shape)
{
    static const unsigned char shapes[] = {0, 1, SEMAPHORE_SHAPES - 1};

    granted = any_semaphore(shapes[shape]);
}

static void begin_queue(unsigned shape)
{
    static const unsigned char shapes[] = {0, 1, 5, QUEUE_SHAPES - 1};
    struct lm_queue *queue = any_queue(shapes[shape]);

    granted = queue;
    buffer_bytes = queue->message_bytes;
}

static void begin_mutex(unsigned shape)
{
    static const unsigned char shapes[] = {0, 1, 4, 6, MUTEX_SHAPES - 1};

    granted = any_mutex(shapes[shape]);
}

static void begin_event_flags(unsigned shape)
{
    static const unsigned char shapes[] = {0, 1, EVENT_FLAGS_SHAPES - 1};

    granted = any_event_flags(shapes[shape]);
}

static const struct {
    unsigned shapes;
    void (*begin)(unsigned shape);
} kinds[] = {
    [NO_OBJECT] = {1, begin_no_object}, [USER_THREAD] = {DELETED_USER + 1, begin_user_thread},
    [SEMAPHORE] = {3, begin_semaphore}, [QUEUE] = {4, begin_queue},
    [MUTEX] = {5, begin_mutex},         [EVENT_FLAGS] = {3, begin_event_flags},
};

void begin_user(unsigned shape)
{
    unsigned kind = NO_OBJECT;

    for (; shape >= kinds[kind].shapes; kind++) {
        shape -= kinds[kind].shapes;
    }
    REQUIRE(kind == NO_OBJECT || pattern != 1);
    about = (enum granted_kind)kind;
    make_caller_a_user();
    kinds[kind].begin(shape);
    first.begun = true; /* if it does not wait, it is suspended: the caller runs */
}

/* Each number is in one of these ranges: the bytes at it are in a region, cross its end, or begin
 * outside of the regions. */
static uintptr_t any_address(unsigned choice, uintptr_t bytes)
{
    switch (choice) {
    case 0:
        return any_between(WRITABLE, DEVICE - bytes);
    case 1:
        return any_between(DEVICE, READABLE - bytes);
    case 2:
        return any_between(READABLE, BEHIND - bytes);
    case 3:
        return any_between(EXECUTABLE, EXECUTABLE + REGION - bytes);
    case 4:
        return any_between(DEVICE - bytes + 1, DEVICE - 1);
    case 5:
        return any_between(READABLE - bytes + 1, READABLE - 1);
    case 6:
        return any_between(BEHIND - bytes + 1, BEHIND - 1);
    case 7:
        return any_between(EXECUTABLE + REGION - bytes + 1, EXECUTABLE + REGION - 1);
    case 8:
        return any_between(0, WRITABLE - 1);
    case 9:
        return any_between(BEHIND, EXECUTABLE - 1);
    default:
        return any_between(EXECUTABLE + REGION, UINT64_MAX);
    }
}

enum { INSIDE = 4 }; /* choices of addresses in regions */

/* For a message: at the beginning, at the end and at an odd address of a region, or any address
 * that is refused. A buffer that a call writes can also be in a region for reading. */
static void *any_buffer(unsigned choice)
{
    const uintptr_t inside[] = {WRITABLE, DEVICE - buffer_bytes, DEVICE + 1, BEHIND - buffer_bytes};

    return (void *)(choice < INSIDE ? inside[choice] : any_address(choice, buffer_bytes));
}

const void *any_source(unsigned choice)
{
    return any_buffer(choice);
}

void *any_target(unsigned choice)
{
    return choice < SOURCES ? any_buffer(choice) : (void *)any_address(INSIDE - 1, buffer_bytes);
}

/* Arguments in the memory of the thread, with any place for the result; at the end of a region; not
 * at a multiple of words; and outside of the regions. */
const void *any_given(unsigned choice, unsigned timeout)
{
    struct lm_user_event_flags_wait_arguments *given = (void *)WRITABLE;
    uintptr_t bytes = sizeof *given;

    given->wanted = any_u32;
    given->mode = (enum lm_event_mode)any_u32;
    given->found = choice < PLACES ? (void *)any_address(choice, sizeof *given->found) : NULL;
    given->timeout = any_wait(timeout);
    if (choice <= PLACES) {
        return given;
    }
    if (choice == PLACES + 1) {
        return memcpy((void *)(BEHIND - bytes), given, bytes);
    }
    return choice == PLACES + 2 ? (const char *)given + 2
                                : (void *)any_address(INSIDE + choice - PLACES - 3, bytes);
}

const struct lm_user_fault *any_fault(unsigned restarts)
{
    static struct lm_user_fault fault;

    fault.cause = (enum lm_user_cause)any_u32;
    fault.status = any_u32;
    fault.address = any_u64;
    fault.pc = any_u64;
    caller.restart_ticks = restarts == 0 ? any_timeout(2) : 0;
    eva_context.comes_back = true;
    return &fault;
}

struct lm_user_thread *any_user(unsigned choice)
{
    static struct lm_user_thread *const users[USERS] = {&other, &caller, &new_user, NULL};

    if (choice == 2) {
        IS_NO(&new_user.thread, LM_KIND_THREAD);
    }
    return users[choice];
}

static void any_head(struct lm_object *object)
{
    object->kind = (uint8_t)any_u32;
    object->epoch = (uint8_t)any_u32;
}

struct lm_user_thread *any_new_user(unsigned choice)
{
    static struct lm_user_thread *const users[NEW_USERS] = {&new_user, &other, &caller, NULL};

    any_head(&new_user.thread.object);
    new_user.thread.state = (uint8_t)any_between(LM_STATE_READY, LM_STATE_TERMINATED);
    return users[choice];
}

/* Two grants with any rights: the first one to memory with any kind. */
static void grant_anything(struct lm_user_config *config, bool is_nothing)
{
    static union {
        struct lm_semaphore semaphore;
        struct lm_queue queue;
        struct lm_mutex mutex;
        struct lm_event_flags event_flags;
    } memory;
    static struct lm_user_grant grants[2];

    any_head(&memory.semaphore.object);
    any_head(&memory.queue.object);
    any_head(&memory.mutex.object);
    any_head(&memory.event_flags.object);
    grants[0].object = &memory;
    grants[0].rights = any_u32;
    grants[1].object = is_nothing ? NULL : &memory;
    grants[1].rights = any_u32;
    config->grants = grants;
    config->grant_count = 2;
}

/* Up to all regions, with any numbers. None is behind them. */
static void allow_anything(struct lm_user_config *config, unsigned count)
{
    static struct lm_user_area areas[LM_USER_REGIONS];

    for (unsigned i = 0; i < LM_USER_REGIONS; i++) {
        areas[i].base = any_u64;
        areas[i].bytes = any_u64;
        areas[i].access = any_u32;
    }
    config->areas = areas + LM_USER_REGIONS - count;
    config->area_count = count;
}

/* A plain one with any grants; others for the thread; up to all regions with any numbers, and more
 * regions than there can be; tables that are NULL; a granted object that is NULL; and NULL. */
const struct lm_user_config *any_user_config(unsigned choice)
{
    enum { THREAD = 5, COUNTS = THREAD + LM_USER_REGIONS + 1 };
    static struct lm_user_config config;

    config = usual_config();
    config.thread.entry = ANY_BOOL ? do_nothing : NULL;
    config.policy = (enum lm_user_policy)any_u32;
    config.thread.suspended = ANY_BOOL;
    if (choice == 0 || choice > COUNTS + 2) {
        grant_anything(&config, choice > COUNTS + 2);
    } else if (choice < THREAD) {
        config.thread = *any_config(choice);
        config.thread.stack = (void *)any_u64;
        config.thread.stack_bytes = any_u64;
    } else if (choice < COUNTS) {
        allow_anything(&config, choice - THREAD);
    } else if (choice == COUNTS) {
        config.area_count = (unsigned)any_between(LM_USER_REGIONS + 1, UINT32_MAX);
    } else {
        config.areas = choice == COUNTS + 1 ? NULL : regions;
        config.grant_count = any_u32;
    }
    return choice < USER_CONFIGS - 1 ? &config : NULL;
}
