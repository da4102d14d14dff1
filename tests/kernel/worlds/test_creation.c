/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: calls refuse to create an object in the memory of an existing one, whose waiting threads
 * and links would be lost.
 *
 * Method: each object is created twice: one call after the other, and by an interrupt just before
 * the lock of the first call is taken.
 */
#include "check.h"
#include "core/sched.h"
#include "port.h"
#include "state.h"
#include "threads.h"

static struct lm_thread *const thread = &threads[2];
static struct lm_semaphore semaphore;
static struct lm_mutex mutex;
static struct lm_queue queue;
static struct lm_event_flags flags;
static struct lm_block_pool blocks;
static struct lm_byte_pool bytes;
static struct lm_timer timer;
static struct lm_spinlock spinlock;
static struct lm_raw_spinlock raw_spinlock;
static struct lm_device device;
static _Alignas(8) unsigned char area[1024];

static enum lm_status create_thread(void)
{
    struct lm_thread_config config = threads_config(2, 7, 7);

    return lm_thread_create(thread, &config);
}

static enum lm_status create_semaphore(void)
{
    return lm_semaphore_create(&semaphore, "semaphore", 0, LM_FIFO);
}

static enum lm_status create_mutex(void)
{
    return lm_mutex_create(&mutex, "mutex", LM_INHERIT, 0, LM_FIFO);
}

static enum lm_status create_queue(void)
{
    return lm_queue_create(&queue, "queue", area, 2, 4, LM_FIFO);
}

static enum lm_status create_flags(void)
{
    return lm_event_flags_create(&flags, "flags", LM_FIFO);
}

static enum lm_status create_blocks(void)
{
    return lm_block_pool_create(&blocks, "blocks", area, 64, 32, LM_FIFO);
}

static enum lm_status create_bytes(void)
{
    return lm_byte_pool_create(&bytes, "bytes", area, sizeof area, LM_FIFO);
}

static void never_called(void *argument)
{
    (void)argument;
    CHECK(false);
}

static enum lm_status create_timer(void)
{
    return lm_timer_create(&timer, "timer", never_called, NULL);
}

static enum lm_status create_spinlock(void)
{
    return lm_spinlock_create(&spinlock, "spinlock");
}

static enum lm_status create_raw_spinlock(void)
{
    return lm_raw_spinlock_create(&raw_spinlock, "raw spinlock");
}

typedef enum lm_status (*creation)(void);

static const creation creations[] = {
    create_thread,   create_semaphore,    create_mutex, create_queue,
    create_flags,    create_blocks,       create_bytes, create_timer,
    create_spinlock, create_raw_spinlock, NULL};

static creation now;

static void create_now(void)
{
    CHECK_STATUS(now(), LM_OK);
}

static void an_object_is_created_once(void)
{
    for (const creation *each = creations; *each != NULL; each++) {
        THREADS_BEGIN(5, 6);
        CHECK_STATUS((*each)(), LM_OK);
        CHECK_STATUS((*each)(), LM_BAD_OBJECT);
        CHECK(lm_sched_is_consistent(lm_cpu()));
    }
}

static void an_object_that_is_created_at_the_door_is_not_created_again(void)
{
    for (const creation *each = creations; *each != NULL; each++) {
        THREADS_BEGIN(5, 6);
        now = *each;
        lm_null.handler = create_now;
        lm_null.at_lock = 1;
        CHECK_STATUS((*each)(), LM_BAD_OBJECT);
        CHECK_EQUAL(lm_null.at_lock, 0);
        CHECK_EQUAL(lm_null.locked, 0);
        CHECK(lm_sched_is_consistent(lm_cpu()));
    }
}

/* The contents of a pool are written before its lock is taken, so the call has to be refused before
 * that. */
static void a_create_that_is_refused_does_not_change_the_pool(void)
{
    static _Alignas(8) unsigned char other[512];
    void *block;

    THREADS_BEGIN(5, 6);
    CHECK_STATUS(create_blocks(), LM_OK);
    CHECK_STATUS(lm_block_allocate(&blocks, &block, LM_NO_WAIT), LM_OK);
    CHECK_STATUS(lm_block_pool_create(&blocks, "", other, 96, 32, LM_FIFO), LM_BAD_OBJECT);
    CHECK_EQUAL(lm_block_pool_available(&blocks), 1);
    CHECK_STATUS(create_bytes(), LM_OK);

    size_t available = lm_byte_pool_available(&bytes);

    CHECK_STATUS(lm_byte_pool_create(&bytes, "", other, sizeof other, LM_FIFO), LM_BAD_OBJECT);
    CHECK_EQUAL(lm_byte_pool_available(&bytes), available);
}

/* A thread that has ended may be created again. But the interrupt that ends the running thread
 * still uses its stack. */
static void a_thread_is_created_again_when_it_has_left(void)
{
    struct lm_thread_config config = threads_config(0, 1, 1);

    THREADS_BEGIN(1, 2);
    null_interrupt_enter();
    CHECK_STATUS(lm_thread_terminate(&threads[0]), LM_OK);
    CHECK_STATUS(lm_thread_create(&threads[0], &config), LM_BAD_OBJECT);
    null_interrupt_exit();
    CHECK_EQUAL(threads_running(), 1);
    CHECK_STATUS(lm_thread_create(&threads[0], &config), LM_OK);
    CHECK_EQUAL(threads_running(), 0);
}

static void a_device_is_added_once(void)
{
    static const struct lm_driver driver;

    THREADS_BEGIN(5, 6);
    CHECK_STATUS(lm_device_add(&device, "one", &driver, NULL), LM_OK);
    CHECK_STATUS(lm_device_add(&device, "two", &driver, NULL), LM_BAD_OBJECT);
}

int main(void)
{
    an_object_is_created_once();
    an_object_that_is_created_at_the_door_is_not_created_again();
    a_create_that_is_refused_does_not_change_the_pool();
    a_thread_is_created_again_when_it_has_left();
    a_device_is_added_once();
    return 0;
}
