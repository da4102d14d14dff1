/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: for each kind of object, get_info reports the waiting threads in the order in which they
 * are served, the most urgent one can be moved to the head, and the counters count these events.
 *
 * Method: a small world for each kind of object. Four threads of any priorities wait. Then one of
 * them may leave, or its priority may change, and the most urgent may be moved to the head. Then
 * the object goes from one thread to the next. A reference of a plain list has the order. Queues
 * have a world of their own: test_queue_services.c.
 */
#include "check.h"
#include "explore.h"
#include <limen/board.h>
#include <limen/limen.h>
#include <stdio.h>
#include <string.h>

enum { WAITERS = 4, PRIORITIES = 3, LEAST_URGENT = 9, BYTES = 512, STACK = 4096 };

enum disturbance { NONE, ABORTED, MADE_URGENT, DISTURBANCES };

struct waiter {
    struct lm_thread thread;
    unsigned priority;
};

/* The operations of the world on an object. */
struct kind {
    const char *name;
    enum lm_waits_for waits_for;
    struct lm_object *object;
    void (*create)(enum lm_order order); /* and take it */
    enum lm_status (*take)(void);
    enum lm_status (*give)(void);
    enum lm_status (*prioritize)(void);
    struct lm_waiters_info (*info)(void);
    uint32_t taken; /* by create, as it is counted */
};

static _Alignas(LM_PORT_STACK_ALIGN) unsigned char stacks[WAITERS + 1][LM_PORT_STACK_BYTES(STACK)];
static struct waiter waiters[WAITERS];
static struct lm_thread control;
static struct lm_semaphore semaphore;
static struct lm_mutex mutex;
static struct lm_block_pool blocks;
static struct lm_byte_pool bytes;
static _Alignas(8) unsigned char area[BYTES];
static void *memory; /* of the thread that has taken it */
static struct lm_object_counters counters;

static struct explore explore;
static const struct kind *kind;
static enum lm_order order;
static int expected[WAITERS]; /* the first is served first */
static unsigned expected_count;
static int served[WAITERS];
static unsigned served_count;
static bool done;

static void explain(void *context)
{
    (void)context;
    fprintf(stderr, "%s, %s, priorities %u %u %u %u; choices ", kind->name,
            order == LM_FIFO ? "FIFO" : "by priority", waiters[0].priority, waiters[1].priority,
            waiters[2].priority, waiters[3].priority);
    explore_print(&explore);
}

/* The kinds. */

static void create_semaphore(enum lm_order how)
{
    (void)lm_semaphore_delete(&semaphore); /* of the run before, as in the following */
    CHECK_STATUS(lm_semaphore_create(&semaphore, "semaphore", 0, how), LM_OK);
    lm_object_attach_counters(&semaphore.object, &counters);
}

static enum lm_status take_semaphore(void)
{
    return lm_semaphore_wait(&semaphore, LM_FOREVER);
}

static enum lm_status give_semaphore(void)
{
    return lm_semaphore_post(&semaphore);
}

static enum lm_status prioritize_semaphore(void)
{
    return lm_semaphore_prioritize(&semaphore);
}

static struct lm_waiters_info info_of_semaphore(void)
{
    struct lm_semaphore_info info;

    CHECK_STATUS(lm_semaphore_get_info(&semaphore, &info), LM_OK);
    CHECK_TEXT(info.name, "semaphore");
    CHECK_EQUAL(info.count, 0);
    return info.waiters;
}

static void create_mutex(enum lm_order how)
{
    (void)lm_mutex_delete(&mutex);
    CHECK_STATUS(lm_mutex_create(&mutex, "mutex", LM_PLAIN, 0, how), LM_OK);
    lm_object_attach_counters(&mutex.object, &counters);
    CHECK_STATUS(lm_mutex_lock(&mutex, LM_FOREVER), LM_OK);
}

static enum lm_status take_mutex(void)
{
    return lm_mutex_lock(&mutex, LM_FOREVER);
}

static enum lm_status give_mutex(void)
{
    return lm_mutex_unlock(&mutex);
}

static enum lm_status prioritize_mutex(void)
{
    return lm_mutex_prioritize(&mutex);
}

static struct lm_waiters_info info_of_mutex(void)
{
    struct lm_mutex_info info;

    CHECK_STATUS(lm_mutex_get_info(&mutex, &info), LM_OK);
    CHECK_TEXT(info.name, "mutex");
    CHECK_SAME(info.owner, &control);
    CHECK_EQUAL(info.held, 1);
    return info.waiters;
}

static void create_blocks(enum lm_order how)
{
    (void)lm_block_pool_delete(&blocks);
    CHECK_STATUS(lm_block_pool_create(&blocks, "blocks", area, 64, 64, how), LM_OK);
    lm_object_attach_counters(&blocks.object, &counters);
    CHECK_STATUS(lm_block_allocate(&blocks, &memory, LM_FOREVER), LM_OK);
}

static enum lm_status take_block(void)
{
    void *block;
    enum lm_status status = lm_block_allocate(&blocks, &block, LM_FOREVER);

    memory = status == LM_OK ? block : memory;
    return status;
}

static enum lm_status give_block(void)
{
    return lm_block_release(&blocks, memory);
}

static enum lm_status prioritize_blocks(void)
{
    return lm_block_pool_prioritize(&blocks);
}

static struct lm_waiters_info info_of_blocks(void)
{
    struct lm_block_pool_info info;

    CHECK_STATUS(lm_block_pool_get_info(&blocks, &info), LM_OK);
    CHECK_TEXT(info.name, "blocks");
    CHECK_EQUAL(info.available, 0);
    CHECK_EQUAL(info.blocks, 1);
    return info.waiters;
}

static size_t whole; /* of the byte pool */

static void create_bytes(enum lm_order how)
{
    (void)lm_byte_pool_delete(&bytes);
    CHECK_STATUS(lm_byte_pool_create(&bytes, "bytes", area, BYTES, how), LM_OK);
    lm_object_attach_counters(&bytes.object, &counters);
    whole = lm_byte_pool_available(&bytes) - LM_BYTE_OVERHEAD;
    CHECK_STATUS(lm_byte_allocate(&bytes, &memory, whole, LM_FOREVER), LM_OK);
}

static enum lm_status take_bytes(void)
{
    void *all;
    enum lm_status status = lm_byte_allocate(&bytes, &all, whole, LM_FOREVER);

    memory = status == LM_OK ? all : memory;
    return status;
}

static enum lm_status give_bytes(void)
{
    return lm_byte_release(&bytes, memory);
}

static enum lm_status prioritize_bytes(void)
{
    return lm_byte_pool_prioritize(&bytes);
}

static struct lm_waiters_info info_of_bytes(void)
{
    struct lm_byte_pool_info info;

    CHECK_STATUS(lm_byte_pool_get_info(&bytes, &info), LM_OK);
    CHECK_TEXT(info.name, "bytes");
    CHECK_EQUAL(info.available, 0);
    CHECK_EQUAL(info.pieces, 1);
    return info.waiters;
}

static const struct kind kinds[] = {
    {"semaphore", LM_WAITS_FOR_SEMAPHORE, &semaphore.object, create_semaphore, take_semaphore,
     give_semaphore, prioritize_semaphore, info_of_semaphore, 0},
    {"mutex", LM_WAITS_FOR_MUTEX, &mutex.object, create_mutex, take_mutex, give_mutex,
     prioritize_mutex, info_of_mutex, 1},
    {"block pool", LM_WAITS_FOR_BLOCK, &blocks.object, create_blocks, take_block, give_block,
     prioritize_blocks, info_of_blocks, 1},
    {"byte pool", LM_WAITS_FOR_BYTES, &bytes.object, create_bytes, take_bytes, give_bytes,
     prioritize_bytes, info_of_bytes, 1},
};

/* The reference. */

static void take_out(unsigned at)
{
    expected_count--;
    memmove(&expected[at], &expected[at + 1], sizeof(int) * (expected_count - at));
}

static void put_in(unsigned at, int i)
{
    memmove(&expected[at + 1], &expected[at], sizeof(int) * (expected_count - at));
    expected[at] = i;
    expected_count++;
}

static void expect_wait(int i)
{
    unsigned at = expected_count;

    while (order == LM_BY_PRIORITY && at > 0 &&
           waiters[expected[at - 1]].priority > waiters[i].priority) {
        at--;
    }
    put_in(at, i);
}

static void expect_prioritized(void)
{
    unsigned best = 0;

    for (unsigned at = 1; at < expected_count; at++) {
        if (waiters[expected[at]].priority < waiters[expected[best]].priority) {
            best = at;
        }
    }
    int i = expected[best];

    take_out(best);
    put_in(0, i);
}

/* The threads. */

static void take_and_give(void *argument)
{
    const struct waiter *waiter = argument;
    enum lm_status status = kind->take();

    if (status == LM_OK) {
        served[served_count++] = (int)(waiter - waiters);
        CHECK_STATUS(kind->give(), LM_OK);
    } else {
        CHECK_STATUS(status, LM_ABORTED);
    }
}

static void begin(void)
{
    expected_count = 0;
    served_count = 0;
    order = explore_choose(&explore, 2) == 1 ? LM_BY_PRIORITY : LM_FIFO;
    kind->create(order);
    for (int i = 0; i < WAITERS; i++) {
        waiters[i].priority = 1 + explore_choose(&explore, PRIORITIES);
        struct lm_thread_config config = {.entry = take_and_give,
                                          .argument = &waiters[i],
                                          .stack = stacks[i],
                                          .stack_bytes = sizeof stacks[i],
                                          LM_PREEMPTIVE((uint16_t)waiters[i].priority)};

        expect_wait(i);
        CHECK_STATUS(lm_thread_create(&waiters[i].thread, &config), LM_OK);
    }
}

static void disturb(enum disturbance what)
{
    int i = what == NONE ? 0 : (int)explore_choose(&explore, WAITERS);
    unsigned at = 0;

    while (expected[at] != i) {
        at++;
    }
    if (what == ABORTED) {
        take_out(at);
        CHECK_STATUS(lm_thread_abort_wait(&waiters[i].thread), LM_OK);
    } else if (what == MADE_URGENT) {
        waiters[i].priority = 0;
        if (order == LM_BY_PRIORITY) {
            take_out(at);
            expect_wait(i);
        }
        CHECK_STATUS(lm_thread_set_priority(&waiters[i].thread, 0, 0), LM_OK);
    }
}

static void compare(void)
{
    struct lm_waiters_info info = kind->info();

    CHECK_EQUAL(info.count, expected_count);
    CHECK_SAME(info.first, &waiters[expected[0]].thread);
    for (unsigned at = 0; at < expected_count; at++) {
        struct lm_thread_info thread;

        CHECK_STATUS(lm_thread_get_info(&waiters[expected[at]].thread, &thread), LM_OK);
        CHECK_EQUAL(thread.waits_for, kind->waits_for);
        CHECK_SAME(thread.wait_object, kind->object);
    }
}

static void end(void)
{
    CHECK_STATUS(kind->give(), LM_OK);
    CHECK_EQUAL(served_count, expected_count);
    for (unsigned at = 0; at < expected_count; at++) {
        CHECK_EQUAL(served[at], expected[at]);
    }
    CHECK_EQUAL(counters.waits, WAITERS);
    CHECK_EQUAL(counters.taken, kind->taken + expected_count);
    CHECK_EQUAL(counters.given, 1 + expected_count);
    CHECK_EQUAL(counters.timeouts, 0);
    for (int i = 0; i < WAITERS; i++) {
        CHECK_STATUS(lm_thread_delete(&waiters[i].thread), LM_OK);
    }
}

static void every_world(void *argument)
{
    (void)argument;
    while (explore_next(&explore)) {
        kind = &kinds[explore_choose(&explore, sizeof kinds / sizeof kinds[0])];
        begin();
        compare();
        disturb((enum disturbance)explore_choose(&explore, DISTURBANCES));
        compare();
        if (explore_choose(&explore, 2) == 1) {
            expect_prioritized();
            CHECK_STATUS(kind->prioritize(), LM_OK);
            compare();
        }
        end();
    }
    done = true;
}

int main(int argc, char **argv)
{
    struct lm_thread_config config = {.name = "control",
                                      .entry = every_world,
                                      .stack = stacks[WAITERS],
                                      .stack_bytes = sizeof stacks[WAITERS],
                                      LM_PREEMPTIVE(LEAST_URGENT)};

    kind = &kinds[0];
    check_explain(explain, NULL);
    if (argc > 1) {
        explore_replay(&explore, argv[1]);
    }
    lm_kernel_init();
    CHECK_STATUS(lm_thread_create(&control, &config), LM_OK);
    lm_kernel_start();
    CHECK(done);
    printf("%llu runs\n", (unsigned long long)explore.runs);
    return 0;
}
