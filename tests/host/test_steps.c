/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: a call that ends the waits of several threads ends all of them, even if interrupts come
 * while its lock is open in between. Until then the calling thread is not terminated, and no thread
 * runs that was served and could delete the object and use its memory again.
 *
 * Method: virtual time in which each call of the kernel takes a tick. A timer terminates the
 * calling thread at each of these ticks, or the first thread that was served overwrites the object.
 */
#include "check.h"
#include "host.h"
#include "support/scene.h"
#include <string.h>

enum {
    WAITERS = 3,
    WAITER = 5,
    CALLER = 10,
    TICK = 1000,
    BEFORE = 5,
    DELAY_END = 25,
    NOT_SERVED = 255
};

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
    enum lm_status served; /* what each waiting thread gets */
};

static const struct call *now;
static enum lm_status statuses[WAITERS];
static struct lm_thread *caller;
static struct lm_timer timer;
static unsigned delay; /* of the termination, 0: none */
static _Alignas(8) unsigned char area[1024];
static void *taken;

static void create_semaphore(void)
{
    CHECK_STATUS(lm_semaphore_create(&memory.semaphore, "", 0, LM_FIFO), LM_OK);
}

static enum lm_status wait_semaphore(void)
{
    return lm_semaphore_wait(&memory.semaphore, LM_FOREVER);
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
    return lm_event_flags_wait(&memory.flags, 1, LM_ANY, NULL, LM_FOREVER);
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

static enum lm_status delete_bytes(void)
{
    return lm_byte_pool_delete(&memory.bytes);
}

static const struct call calls[] = {
    {"semaphore_delete", create_semaphore, wait_semaphore, delete_semaphore, NULL, LM_DELETED},
    {"mutex_delete", create_mutex, wait_mutex, delete_mutex, NULL, LM_DELETED},
    {"queue_delete", create_queue, send, delete_queue, NULL, LM_DELETED},
    {"queue_flush", create_queue, send, flush_queue, delete_queue, LM_OK},
    {"event_flags_delete", create_flags, wait_flags, delete_flags, NULL, LM_DELETED},
    {"event_flags_set", create_flags, wait_flags, set_flags, delete_flags, LM_OK},
    {"block_pool_delete", create_blocks, wait_block, delete_blocks, NULL, LM_DELETED},
    {"byte_pool_delete", create_bytes, wait_bytes, delete_bytes, NULL, LM_DELETED},
    {"byte_release", create_bytes, wait_bytes, release_bytes, delete_bytes, LM_OK},
};

static void explain(void *context)
{
    (void)context;
    lm_board_printf("%s, terminated after %u ticks\n", now->name, delay);
}

static void wait_here(void *status)
{
    *(enum lm_status *)status = now->wait();
}

/* The memory belongs to the thread that has deleted the object, or that got LM_DELETED. */
static void wait_and_overwrite(void *status)
{
    wait_here(status);
    if (now->delete != NULL) {
        (void)now->delete ();
    }
    memset(&memory, 0x5A, sizeof memory);
}

static void terminate_caller(void *argument)
{
    (void)argument;
    CHECK_STATUS(lm_thread_terminate(caller), LM_OK);
}

static void call(void *argument)
{
    (void)argument;
    caller = lm_thread_self();
    if (delay > 0) {
        CHECK_STATUS(lm_timer_create(&timer, "", terminate_caller, NULL), LM_OK);
        CHECK_STATUS(lm_timer_start(&timer, delay, 0), LM_OK);
        lm_work(BEFORE);
    }
    CHECK_STATUS(now->make(), LM_OK);
    lm_work(DELAY_END); /* here the timer finds it at the latest */
}

static unsigned served_count(void)
{
    unsigned count = 0;

    for (unsigned i = 0; i < WAITERS; i++) {
        count += statuses[i] == now->served;
    }
    return count;
}

static void run(void (*wait)(void *))
{
    now->create();
    for (unsigned i = 0; i < WAITERS; i++) {
        statuses[i] = (enum lm_status)NOT_SERVED;
        (void)scene_thread(WAITER, wait, &statuses[i]);
    }
    (void)scene_thread(CALLER, call, NULL); /* all of them have run when it returns */
}

static void be_overwritten(void)
{
    run(wait_and_overwrite);
    CHECK_EQUAL(served_count(), WAITERS);
}

static void be_terminated(void)
{
    struct lm_thread_info info;

    run(wait_here);
    CHECK(served_count() == 0 || served_count() == WAITERS);
    CHECK_STATUS(lm_thread_get_info(caller, &info), LM_OK);
    CHECK_EQUAL(info.state, LM_TERMINATED);
}

int main(void)
{
    check_explain(explain, NULL);
    lm_host.costs = (struct lm_host_costs){.call = TICK};
    for (unsigned i = 0; i < sizeof calls / sizeof *calls; i++) {
        bool was_early = false, was_late = false;

        now = &calls[i];
        delay = 0;
        scene_run(LM_MODEL_RT, be_overwritten);
        for (delay = 1; delay < DELAY_END; delay++) {
            scene_run(LM_MODEL_RT, be_terminated);
            was_early = was_early || served_count() == 0;
            was_late = was_late || served_count() == WAITERS;
        }
        CHECK(was_early && was_late);
    }
    return 0;
}
