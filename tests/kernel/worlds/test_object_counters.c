/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: each call changes the counters of its object that its header names, and no others. The sums
 * over its kind change by the same numbers, and those of other kinds do not change.
 *
 * Method: for each call and each of its outcomes, the changes of the object, of another object of
 * its kind, and of all kinds are compared with the expected ones. The test makes the calls as the
 * running thread. Waits that need the stack of a thread are in tests/kernel/scenes: test_waiters.c,
 * and for queues test_queue_services.c.
 */
#include "check.h"
#include "port.h"
#include "threads.h"
#include <string.h>

#define EXPECT(call, ...)                                                                          \
    do {                                                                                           \
        (void)(call);                                                                              \
        expect(__LINE__, (struct lm_object_counters){__VA_ARGS__});                                \
    } while (0)
#define EXPECT_NONE(call) EXPECT(call, 0)

enum { BYTES = 1024, BLOCK = 2 * sizeof(void *) };

static struct lm_object_counters counters, other_counters;
static struct lm_object_counters sums[LM_KINDS];
static enum lm_kind kind;

static struct lm_semaphore semaphore, other_semaphore;
static struct lm_mutex mutex, other_mutex;
static struct lm_queue queue, other_queue;
static struct lm_timer timer, other_timer;
static struct lm_event_flags flags, other_flags;
static struct lm_stream stream, other_stream;
static struct lm_block_pool blocks, other_blocks;
static struct lm_byte_pool bytes, other_bytes;

static _Alignas(8) unsigned char area[BYTES], other_area[BYTES];

/* The changes since the last call are these and no others. */
static void expect(int line, struct lm_object_counters change)
{
    static const struct lm_object_counters none;

    for (unsigned k = 0; k < LM_KINDS; k++) {
        struct lm_object_counters sum = lm_kernel_object_counters((enum lm_kind)k);
        const uint32_t *now = (const uint32_t *)&sum;
        const uint32_t *before = (const uint32_t *)&sums[k];
        const uint32_t *by = (const uint32_t *)(k == kind ? &change : &none);

        for (size_t i = 0; i < sizeof sum / sizeof now[0]; i++) {
            if (now[i] != before[i] + by[i]) {
                check_failed(__FILE__, line, "field %u of kind %u is %u, not %u", (unsigned)i, k,
                             (unsigned)now[i], (unsigned)(before[i] + by[i]));
            }
        }
        sums[k] = sum;
    }
    CHECK(memcmp(&counters, &sums[kind], sizeof counters) == 0); /* all changes are this object's */
    CHECK(memcmp(&other_counters, &none, sizeof none) == 0);
}

static void begin(enum lm_kind which, struct lm_object *object, struct lm_object *other)
{
    kind = which;
    memset(sums, 0, sizeof sums);
    lm_object_attach_counters(object, &counters);
    lm_object_attach_counters(other, &other_counters);
    expect(__LINE__, (struct lm_object_counters){0});
}

static void semaphores(void)
{
    THREADS_BEGIN(5, 6, 7);
    CHECK_STATUS(lm_semaphore_create(&semaphore, "s", 0, LM_FIFO), LM_OK);
    CHECK_STATUS(lm_semaphore_create(&other_semaphore, "s", 0, LM_FIFO), LM_OK);
    begin(LM_KIND_SEMAPHORE, &semaphore.object, &other_semaphore.object);
    EXPECT(lm_semaphore_post(&semaphore), .given = 1);
    EXPECT(lm_semaphore_wait(&semaphore, LM_FOREVER), .taken = 1);
    EXPECT_NONE(lm_semaphore_wait(&semaphore, LM_NO_WAIT));
    EXPECT(lm_semaphore_post_below(&semaphore, 1), .given = 1);
    EXPECT_NONE(lm_semaphore_post_below(&semaphore, 1));
    EXPECT(lm_semaphore_wait(&semaphore, LM_NO_WAIT), .taken = 1);
    EXPECT(lm_semaphore_wait(&semaphore, 10), .waits = 1);
    EXPECT(null_run_until(10), .timeouts = 1);
    EXPECT(lm_semaphore_wait(&semaphore, LM_FOREVER), .waits = 1);
    EXPECT(lm_semaphore_wait(&semaphore, LM_FOREVER), .waits = 1);
    EXPECT(lm_semaphore_post(&semaphore), .given = 1, .taken = 1); /* to the waiting thread */
    EXPECT_NONE(lm_semaphore_prioritize(&semaphore));
    EXPECT_NONE(lm_thread_abort_wait(&threads[1]));
    EXPECT_NONE(lm_semaphore_delete(&semaphore));
}

/* Thread 0 is the least urgent and owns the mutex. */
static void mutexes(void)
{
    THREADS_BEGIN(9, 5, 7);
    CHECK_STATUS(lm_mutex_create(&mutex, "m", LM_INHERIT, 0, LM_FIFO), LM_OK);
    CHECK_STATUS(lm_mutex_create(&other_mutex, "m", LM_INHERIT, 0, LM_FIFO), LM_OK);
    begin(LM_KIND_MUTEX, &mutex.object, &other_mutex.object);
    EXPECT_NONE(lm_thread_suspend(&threads[1]));
    EXPECT_NONE(lm_thread_suspend(&threads[2]));
    EXPECT(lm_mutex_lock(&mutex, LM_FOREVER), .taken = 1);
    EXPECT(lm_mutex_lock(&mutex, LM_FOREVER), .taken = 1); /* a recursive lock */
    EXPECT(lm_mutex_unlock(&mutex), .given = 1);
    EXPECT_NONE(lm_thread_resume(&threads[1]));
    EXPECT_NONE(lm_mutex_unlock(&mutex)); /* of another owner */
    EXPECT_NONE(lm_mutex_lock(&mutex, LM_NO_WAIT));
    EXPECT(lm_mutex_lock(&mutex, 10), .waits = 1, .inversions = 1, .inheritances = 1);
    EXPECT_NONE(lm_thread_resume(&threads[2]));
    EXPECT(null_run_until(10), .timeouts = 1);
    EXPECT(lm_mutex_lock(&mutex, LM_FOREVER), .waits = 1, .inversions = 1, .inheritances = 1);
    CHECK_EQUAL(threads_running(), 0);
    EXPECT(lm_mutex_unlock(&mutex), .given = 1, .taken = 1); /* to the one that waits */
    CHECK_EQUAL(threads_running(), 1);
    EXPECT_NONE(lm_thread_sleep(5));
    EXPECT(lm_mutex_lock(&mutex, LM_FOREVER), .waits = 1); /* of a more urgent owner */
    EXPECT_NONE(null_run_until(15));
    EXPECT_NONE(lm_mutex_prioritize(&mutex));
    EXPECT(lm_thread_terminate(&threads[1]), .taken = 1);
    EXPECT_NONE(lm_mutex_delete(&mutex));
}

/* Only from threads that are more urgent, and only where the mutex says so. */
static void mutexes_without_inheritance(enum lm_protocol protocol, unsigned owner, bool inversion)
{
    THREADS_BEGIN(owner, 5);
    CHECK_STATUS(lm_mutex_create(&mutex, "m", protocol, 0, LM_FIFO), LM_OK);
    CHECK_STATUS(lm_mutex_create(&other_mutex, "m", protocol, 0, LM_FIFO), LM_OK);
    begin(LM_KIND_MUTEX, &mutex.object, &other_mutex.object);
    EXPECT_NONE(lm_thread_suspend(&threads[1]));
    EXPECT(lm_mutex_lock(&mutex, LM_FOREVER), .taken = 1);
    EXPECT_NONE(lm_thread_resume(&threads[1]));
    EXPECT_NONE(lm_thread_yield());
    CHECK_EQUAL(threads_running(), 1);
    EXPECT(lm_mutex_lock(&mutex, LM_FOREVER), .waits = 1, .inversions = inversion);
}

static void queues(void)
{
    uint32_t message = 0;

    THREADS_BEGIN(5, 6, 7);
    CHECK_STATUS(lm_queue_create(&queue, "q", area, 1, sizeof message, LM_FIFO), LM_OK);
    CHECK_STATUS(lm_queue_create(&other_queue, "q", other_area, 1, sizeof message, LM_FIFO), LM_OK);
    begin(LM_KIND_QUEUE, &queue.object, &other_queue.object);
    EXPECT(lm_queue_send(&queue, &message, LM_FOREVER), .given = 1);
    EXPECT(lm_queue_send(&queue, &message, LM_NO_WAIT), .refused = 1);
    EXPECT(lm_queue_send_front(&queue, &message, LM_NO_WAIT), .refused = 1);
    EXPECT(lm_queue_receive(&queue, &message, LM_FOREVER), .taken = 1);
    EXPECT_NONE(lm_queue_receive(&queue, &message, LM_NO_WAIT));
    EXPECT(lm_queue_receive(&queue, &message, 10), .waits = 1);
    EXPECT(null_run_until(10), .timeouts = 1);
    EXPECT(lm_queue_send_front(&queue, &message, LM_FOREVER), .given = 1);
    EXPECT(lm_queue_send(&queue, &message, 5), .waits_for_space = 1);
    EXPECT(null_run_until(15), .timeouts = 1);
    EXPECT(lm_queue_send(&queue, &message, LM_FOREVER), .waits_for_space = 1);
    EXPECT(lm_queue_receive(&queue, &message, LM_FOREVER), .given = 1, .taken = 1);
    EXPECT_NONE(lm_queue_flush(&queue));
    EXPECT(lm_queue_receive(&queue, &message, LM_FOREVER), .waits = 1);
    EXPECT(lm_queue_send(&queue, &message, LM_FOREVER), .given = 1, .taken = 1);
    EXPECT_NONE(lm_queue_delete(&queue));
}

static void do_nothing(void *argument)
{
    (void)argument;
}

static void timers(void)
{
    THREADS_BEGIN(5);
    CHECK_STATUS(lm_timer_create(&timer, "t", do_nothing, NULL), LM_OK);
    CHECK_STATUS(lm_timer_create(&other_timer, "t", do_nothing, NULL), LM_OK);
    begin(LM_KIND_TIMER, &timer.object, &other_timer.object);
    EXPECT(lm_timer_start(&timer, 10, 0), .given = 1);
    EXPECT(null_run_until(10), .expirations = 1);
    EXPECT(lm_timer_start(&timer, 10, 5), .given = 1);
    EXPECT(null_run_until(20), .expirations = 1, .restarts = 1);
    EXPECT(null_run_until(30), .expirations = 2, .restarts = 2);
    EXPECT(lm_timer_stop(&timer), .stops = 1);
    EXPECT_NONE(null_run_until(100));
    EXPECT_NONE(lm_timer_delete(&timer));
}

static void streams(void)
{
    unsigned char data[4] = {0};

    THREADS_BEGIN(5, 6, 7);
    CHECK_STATUS(lm_stream_create(&stream, "s", area, 4, 1), LM_OK);
    CHECK_STATUS(lm_stream_create(&other_stream, "s", other_area, 4, 1), LM_OK);
    begin(LM_KIND_STREAM, &stream.object, &other_stream.object);
    EXPECT_NONE(lm_stream_wait_for_data(&stream, LM_NO_WAIT));
    EXPECT(lm_stream_put(&stream, data, 4), .given = 1);
    EXPECT(lm_stream_wait_for_space(&stream, 1, LM_NO_WAIT), .refused = 1);
    EXPECT(lm_stream_wait_for_space(&stream, 1, 10), .waits_for_space = 1);
    EXPECT(null_run_until(10), .timeouts = 1);
    EXPECT(lm_stream_take(&stream, data, 4), .taken = 1);
    EXPECT(lm_stream_wait_for_data(&stream, LM_FOREVER), .waits = 1);
    EXPECT_NONE(lm_stream_set_level(&stream, 2));
    EXPECT_NONE(lm_stream_delete(&stream));
}

static void event_flags(void)
{
    THREADS_BEGIN(5, 6, 7);
    CHECK_STATUS(lm_event_flags_create(&flags, "e", LM_FIFO), LM_OK);
    CHECK_STATUS(lm_event_flags_create(&other_flags, "e", LM_FIFO), LM_OK);
    begin(LM_KIND_EVENT_FLAGS, &flags.object, &other_flags.object);
    EXPECT(lm_event_flags_set(&flags, 1), .given = 1);
    EXPECT(lm_event_flags_wait(&flags, 1, LM_ANY, NULL, LM_FOREVER), .taken = 1);
    EXPECT(lm_event_flags_wait(&flags, 1, LM_ALL_CLEAR, NULL, LM_NO_WAIT), .taken = 1);
    EXPECT_NONE(lm_event_flags_wait(&flags, 1, LM_ANY, NULL, LM_NO_WAIT));
    EXPECT(lm_event_flags_wait(&flags, 1, LM_ANY, NULL, 10), .waits = 1);
    EXPECT(null_run_until(10), .timeouts = 1);
    EXPECT(lm_event_flags_clear(&flags, 1), .given = 1);
    EXPECT_NONE(lm_event_flags_wait(&flags, 0x10000, LM_ANY, NULL, LM_NO_WAIT)); /* high bits */
    EXPECT_NONE(lm_event_flags_delete(&flags));
}

static void block_pools(void)
{
    void *block, *second, *never;

    THREADS_BEGIN(5, 6, 7);
    CHECK_STATUS(lm_block_pool_create(&blocks, "b", area, BLOCK, BLOCK, LM_FIFO), LM_OK);
    CHECK_STATUS(lm_block_pool_create(&other_blocks, "b", other_area, BLOCK, BLOCK, LM_FIFO),
                 LM_OK);
    begin(LM_KIND_BLOCK_POOL, &blocks.object, &other_blocks.object);
    EXPECT(lm_block_allocate(&blocks, &block, LM_FOREVER), .taken = 1);
    EXPECT_NONE(lm_block_allocate(&blocks, &never, LM_NO_WAIT));
    EXPECT(lm_block_allocate(&blocks, &never, 10), .waits = 1);
    EXPECT(null_run_until(10), .timeouts = 1);
    EXPECT(lm_block_allocate(&blocks, &second, LM_FOREVER), .waits = 1);
    EXPECT(lm_block_release(&blocks, block), .given = 1, .taken = 1);
    CHECK_SAME(second, block);
    EXPECT(lm_block_release(&blocks, second), .given = 1);
    EXPECT_NONE(lm_block_pool_prioritize(&blocks));
    EXPECT_NONE(lm_block_pool_delete(&blocks));
}

static void byte_pools(void)
{
    void *first, *second, *all;

    THREADS_BEGIN(5, 6, 7);
    CHECK_STATUS(lm_byte_pool_create(&bytes, "b", area, BYTES, LM_FIFO), LM_OK);
    CHECK_STATUS(lm_byte_pool_create(&other_bytes, "b", other_area, BYTES, LM_FIFO), LM_OK);
    size_t whole = lm_byte_pool_available(&bytes) - LM_BYTE_OVERHEAD;

    begin(LM_KIND_BYTE_POOL, &bytes.object, &other_bytes.object);
    EXPECT(lm_byte_allocate(&bytes, &first, 64, LM_FOREVER), .taken = 1, .searched = 1,
           .splits = 1);
    EXPECT(lm_byte_allocate(&bytes, &second, 64, LM_NO_WAIT), .taken = 1, .searched = 1,
           .splits = 1);
    EXPECT_NONE(lm_byte_allocate(&bytes, &all, whole, LM_NO_WAIT));
    EXPECT(lm_byte_allocate(&bytes, &all, whole, 10), .waits = 1);
    EXPECT(null_run_until(10), .timeouts = 1);
    EXPECT(lm_byte_release(&bytes, first), .given = 1);               /* no free neighbour */
    EXPECT(lm_byte_release(&bytes, second), .given = 1, .merges = 2); /* on both sides */
    EXPECT(lm_byte_allocate(&bytes, &all, whole, LM_FOREVER), .taken = 1, .searched = 1);
    EXPECT_NONE(lm_byte_pool_prioritize(&bytes));
    EXPECT_NONE(lm_byte_pool_delete(&bytes));
}

static void counting_begins_at_zero_and_ends(void)
{
    struct lm_object_counters none = {0};

    THREADS_BEGIN(5);
    CHECK_STATUS(lm_semaphore_create(&semaphore, "s", 0, LM_FIFO), LM_OK);
    CHECK_STATUS(lm_semaphore_post(&semaphore), LM_OK);
    CHECK_EQUAL(lm_kernel_object_counters(LM_KIND_SEMAPHORE).given, 1);
    memset(&counters, 0xFF, sizeof counters);
    lm_object_attach_counters(&semaphore.object, &counters);
    CHECK(memcmp(&counters, &none, sizeof none) == 0);
    CHECK_STATUS(lm_semaphore_post(&semaphore), LM_OK);
    CHECK_EQUAL(counters.given, 1);
    lm_object_attach_counters(&semaphore.object, NULL);
    CHECK_STATUS(lm_semaphore_post(&semaphore), LM_OK);
    CHECK_EQUAL(counters.given, 1);
    CHECK_EQUAL(lm_kernel_object_counters(LM_KIND_SEMAPHORE).given, 3);
    lm_object_attach_counters(&semaphore.object, &counters);
    CHECK_STATUS(lm_semaphore_delete(&semaphore), LM_OK);
    CHECK_STATUS(lm_semaphore_create(&semaphore, "s", 0, LM_FIFO), LM_OK);
    CHECK_STATUS(lm_semaphore_post(&semaphore), LM_OK);
    CHECK_EQUAL(counters.given, 0); /* of the deleted object */
    counters = lm_kernel_object_counters((enum lm_kind)LM_KINDS);
    CHECK(memcmp(&counters, &none, sizeof none) == 0);
}

int main(void)
{
    semaphores();
    mutexes();
    mutexes_without_inheritance(LM_PLAIN, 9, true);
    mutexes_without_inheritance(LM_INHERIT, 5, false);
    queues();
    timers();
    event_flags();
    streams();
    block_pools();
    byte_pools();
    counting_begins_at_zero_and_ends();
    return 0;
}
