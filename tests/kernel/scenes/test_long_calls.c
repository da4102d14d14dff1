/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: a call that serves several waiting threads is completed, even if interrupts come while its
 * lock is open in between. Until then the calling thread is not terminated, no thread that was
 * served runs, and the call does not use an object that an interrupt has deleted.
 *
 * Method: virtual time in which each call of the kernel takes a tick. At each of these ticks a
 * timer terminates the calling thread, or deletes the object and overwrites its memory. Without a
 * timer, the first thread that was served overwrites it.
 */
#include "check.h"
#include "host.h"
#include "support/scene.h"
#include <string.h>

/* More waiting threads than a call examines in one step. */
enum { WAITERS = 9, WAITER = 5, CALLER = 10, TICK = 1000, BEFORE = 5, DELAY_END = 40 };

/* The wait goes on. */
#define NOT_SERVED ((enum lm_status)255)

static union {
    struct lm_semaphore semaphore;
    struct lm_mutex mutex;
    struct lm_queue queue;
    struct lm_event_flags flags;
    struct lm_block_pool blocks;
    struct lm_byte_pool bytes;
} memory;

struct call {
    const char *name;
    void (*create)(void);
    enum lm_status (*wait)(void);
    enum lm_status (*make)(void);
    enum lm_status (*delete)(void);
    enum lm_status served; /* the result of each waiting thread, or NOT_SERVED */
};

static const struct call *now;
static enum lm_status statuses[WAITERS];
static struct lm_thread *caller;
static struct lm_timer timer;
static void (*interrupt)(void *argument);
static unsigned delay; /* of the interrupt, 0: none */
static bool overwritten;
static _Alignas(8) unsigned char area[1024];
static void *taken;
static uint32_t wanted = 1; /* flags; 1 is set */
static struct lm_thread *waiters[WAITERS];

static void create_semaphore(void)
{
    CHECK_STATUS(lm_semaphore_create(&memory.semaphore, "", 0, LM_FIFO), LM_OK);
}

static enum lm_status wait_semaphore(void)
{
    return lm_semaphore_wait(&memory.semaphore, LM_FOREVER);
}

static enum lm_status prioritize_semaphore(void)
{
    return lm_semaphore_prioritize(&memory.semaphore);
}

static enum lm_status delete_semaphore(void)
{
    return lm_semaphore_delete(&memory.semaphore);
}

static void create_mutex(void)
{
    CHECK_STATUS(lm_mutex_create(&memory.mutex, "", LM_PLAIN, 0, LM_FIFO), LM_OK);
    CHECK_STATUS(lm_mutex_lock(&memory.mutex, LM_FOREVER), LM_OK);
}

static enum lm_status wait_mutex(void)
{
    return lm_mutex_lock(&memory.mutex, LM_FOREVER);
}

static enum lm_status prioritize_mutex(void)
{
    return lm_mutex_prioritize(&memory.mutex);
}

static enum lm_status delete_mutex(void)
{
    return lm_mutex_delete(&memory.mutex);
}

static enum lm_status send(void)
{
    uint32_t message = 7;

    return lm_queue_send(&memory.queue, &message, LM_FOREVER);
}

static void create_queue(void)
{
    CHECK_STATUS(lm_queue_create(&memory.queue, "", area, WAITERS, 4, LM_FIFO), LM_OK);
    for (unsigned i = 0; i < WAITERS; i++) {
        CHECK_STATUS(send(), LM_OK);
    }
}

static enum lm_status flush_queue(void)
{
    return lm_queue_flush(&memory.queue);
}

static enum lm_status prioritize_queue(void)
{
    return lm_queue_prioritize(&memory.queue);
}

static enum lm_status delete_queue(void)
{
    return lm_queue_delete(&memory.queue);
}

static void create_flags(void)
{
    CHECK_STATUS(lm_event_flags_create(&memory.flags, "", LM_FIFO), LM_OK);
}

static enum lm_status wait_flags(void)
{
    return lm_event_flags_wait(&memory.flags, wanted, LM_ANY_CLEAR, NULL, LM_FOREVER);
}

static enum lm_status set_flags(void)
{
    return lm_event_flags_set(&memory.flags, 1);
}

static enum lm_status delete_flags(void)
{
    return lm_event_flags_delete(&memory.flags);
}

static void create_blocks(void)
{
    CHECK_STATUS(lm_block_pool_create(&memory.blocks, "", area, 32, 32, LM_FIFO), LM_OK);
    CHECK_STATUS(lm_block_allocate(&memory.blocks, &taken, LM_NO_WAIT), LM_OK);
}

static enum lm_status wait_block(void)
{
    void *block;

    return lm_block_allocate(&memory.blocks, &block, LM_FOREVER);
}

static enum lm_status prioritize_blocks(void)
{
    return lm_block_pool_prioritize(&memory.blocks);
}

static enum lm_status delete_blocks(void)
{
    return lm_block_pool_delete(&memory.blocks);
}

static void create_bytes(void)
{
    size_t all;

    CHECK_STATUS(lm_byte_pool_create(&memory.bytes, "", area, sizeof area, LM_FIFO), LM_OK);
    all = lm_byte_pool_available(&memory.bytes) - LM_BYTE_OVERHEAD;
    CHECK_STATUS(lm_byte_allocate(&memory.bytes, &taken, all, LM_NO_WAIT), LM_OK);
}

static enum lm_status wait_bytes(void)
{
    void *piece;

    return lm_byte_allocate(&memory.bytes, &piece, 16, LM_FOREVER);
}

static enum lm_status release_bytes(void)
{
    return lm_byte_release(&memory.bytes, taken);
}

static enum lm_status prioritize_bytes(void)
{
    return lm_byte_pool_prioritize(&memory.bytes);
}

static enum lm_status delete_bytes(void)
{
    return lm_byte_pool_delete(&memory.bytes);
}

static const struct call calls[] = {
    {"semaphore_delete", create_semaphore, wait_semaphore, delete_semaphore, delete_semaphore,
     LM_DELETED},
    {"semaphore_prioritize", create_semaphore, wait_semaphore, prioritize_semaphore,
     delete_semaphore, NOT_SERVED},
    {"mutex_delete", create_mutex, wait_mutex, delete_mutex, delete_mutex, LM_DELETED},
    {"mutex_prioritize", create_mutex, wait_mutex, prioritize_mutex, delete_mutex, NOT_SERVED},
    {"queue_delete", create_queue, send, delete_queue, delete_queue, LM_DELETED},
    {"queue_prioritize", create_queue, send, prioritize_queue, delete_queue, NOT_SERVED},
    {"block_pool_delete", create_blocks, wait_block, delete_blocks, delete_blocks, LM_DELETED},
    {"block_pool_prioritize", create_blocks, wait_block, prioritize_blocks, delete_blocks,
     NOT_SERVED},
    {"byte_pool_delete", create_bytes, wait_bytes, delete_bytes, delete_bytes, LM_DELETED},
    {"byte_pool_prioritize", create_bytes, wait_bytes, prioritize_bytes, delete_bytes, NOT_SERVED},
    {"event_flags_delete", create_flags, wait_flags, delete_flags, delete_flags, LM_DELETED},
    {"event_flags_set", create_flags, wait_flags, set_flags, delete_flags, LM_OK},
    {"queue_flush", create_queue, send, flush_queue, delete_queue, LM_OK},
    {"byte_release", create_bytes, wait_bytes, release_bytes, delete_bytes, LM_OK},
};

static void explain(void *context)
{
    (void)context;
    lm_board_printf("%s, interrupted after %u ticks\n", now->name, delay);
}

static void overwrite(void)
{
    memset(&memory, 0x5A, sizeof memory);
    overwritten = true;
}

static void wait_here(void *status)
{
    *(enum lm_status *)status = now->wait();
}

/* The memory belongs to the thread that has deleted the object, or that got LM_DELETED. */
static void wait_and_overwrite(void *status)
{
    wait_here(status);
    (void)now->delete ();
    overwrite();
}

static void terminate_caller(void *argument)
{
    (void)argument;
    CHECK_STATUS(lm_thread_terminate(caller), LM_OK);
}

static void delete_and_overwrite(void *argument)
{
    (void)argument;
    if (now->delete () == LM_OK) {
        overwrite();
    }
}

/* An interrupt between two steps sees the flags as they are after the set. */
static void get_flags(void *argument)
{
    (void)argument;
    CHECK_EQUAL(lm_event_flags_get(&memory.flags), 0);
}

static void call(void *argument)
{
    enum lm_status status;

    (void)argument;
    caller = lm_thread_self();
    if (delay > 0) {
        CHECK_STATUS(lm_timer_create(&timer, "", interrupt, NULL), LM_OK);
        CHECK_STATUS(lm_timer_start(&timer, delay, 0), LM_OK);
        lm_work(BEFORE);
    }
    status = now->make();
    CHECK(status == LM_OK || (overwritten && status == LM_BAD_OBJECT));
    lm_work(DELAY_END); /* here the timer finds it at the latest */
}

static unsigned count(enum lm_status status)
{
    unsigned found = 0;

    for (unsigned i = 0; i < WAITERS; i++) {
        found += statuses[i] == status;
    }
    return found;
}

static void run(void (*wait)(void *))
{
    overwritten = false;
    now->create();
    for (unsigned i = 0; i < WAITERS; i++) {
        statuses[i] = NOT_SERVED;
        waiters[i] = scene_thread(WAITER, wait, &statuses[i]);
    }
    (void)scene_thread(CALLER, call, NULL); /* all of them have run when it returns */
}

static void be_overwritten_by_a_thread(void)
{
    run(wait_and_overwrite);
    CHECK_EQUAL(count(now->served), WAITERS);
}

static void be_overwritten_by_an_interrupt(void)
{
    run(wait_here);
    CHECK(!overwritten || count(NOT_SERVED) == 0);
    CHECK(overwritten || count(now->served) == WAITERS);
}

static void be_seen(void)
{
    run(wait_here);
    CHECK_EQUAL(count(now->served), WAITERS);
}

static void be_terminated(void)
{
    struct lm_thread_info info;

    run(wait_here);
    CHECK(count(now->served) == WAITERS || count(NOT_SERVED) == WAITERS);
    CHECK_STATUS(lm_thread_get_info(caller, &info), LM_OK);
    CHECK_EQUAL(info.state, LM_TERMINATED);
}

/* The set examines all of them, and moves them between two lists. */
static void end_all_waits(void *argument)
{
    (void)argument;
    for (unsigned i = 0; i < WAITERS; i++) {
        CHECK_STATUS(lm_thread_abort_wait(waiters[i]), LM_OK);
    }
}

static void be_left(void)
{
    struct lm_event_flags_info info;

    run(wait_here);
    CHECK_EQUAL(count(LM_ABORTED), WAITERS);
    CHECK_STATUS(lm_event_flags_get_info(&memory.flags, &info), LM_OK);
    CHECK_EQUAL(info.waiters.count, 0);
    CHECK(info.waiters.first == NULL);
}

static void leave_flags_at_each_tick(void)
{
    wanted = 2;
    interrupt = end_all_waits;
    for (delay = 1; delay < DELAY_END; delay++) {
        scene_run(LM_MODEL_RT, be_left);
    }
    wanted = 1;
}

static void see_flags_at_each_tick(void)
{
    interrupt = get_flags;
    for (delay = 1; delay < DELAY_END; delay++) {
        scene_run(LM_MODEL_RT, be_seen);
    }
}

/* At each tick, from before the call until after it. */
static void run_at_each_tick(void (*handler)(void *), void (*play)(void))
{
    bool was_early = false, was_late = false;

    interrupt = handler;
    for (delay = 1; delay < DELAY_END; delay++) {
        scene_run(LM_MODEL_RT, play);
        was_early = was_early || count(now->served) != WAITERS;
        was_late = was_late || count(now->served) == WAITERS;
    }
    CHECK(now->served == NOT_SERVED || now->served == LM_DELETED || (was_early && was_late));
}

int main(void)
{
    check_explain(explain, NULL);
    lm_host.costs = (struct lm_host_costs){.call = TICK};
    for (unsigned i = 0; i < sizeof calls / sizeof *calls; i++) {
        now = &calls[i];
        delay = 0;
        if (now->served != NOT_SERVED) {
            scene_run(LM_MODEL_RT, be_overwritten_by_a_thread);
        }
        run_at_each_tick(terminate_caller, be_terminated);
        run_at_each_tick(delete_and_overwrite, be_overwritten_by_an_interrupt);
        if (now->make == set_flags) {
            see_flags_at_each_tick();
            leave_flags_at_each_tick();
        }
    }
    return 0;
}
