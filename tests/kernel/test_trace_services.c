/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: each service leaves in the trace what spec/trace-format.md says, and nothing else, whether
 * it is done at once, waits, is refused, or serves a thread that waits; and each leaves the lock
 * free.
 *
 * Method: the calls, one after the other, and the records that each of them writes. Thread 0 runs
 * and has priority 5; thread 1 has 6. A call that waits returns here at once, in the place of the
 * next thread.
 */
#include "check.h"
#include "observe/events.h"
#include "observe/ring.h"
#include "port.h"
#include "threads.h"
#include <limen/trace.h>
#include <stdio.h>

enum { OBJECTS = 8, RECORDS = 4096, NOBODY = 0 };

/* What a thread waits for, in a of SUSPEND. */
enum {
    FOR_ITS_END = 0,
    FOR_RESUME = 3,
    FOR_TIME,
    FOR_QUEUE,
    FOR_SEMAPHORE,
    FOR_FLAGS,
    FOR_BLOCK,
    FOR_BYTES,
    FOR_MUTEX = 13
};

static uint32_t buffer[LM_TRACE_BYTES(OBJECTS, RECORDS) / 4];
static unsigned seen;          /* records that were compared */
static unsigned first, second; /* how the trace calls threads 0 and 1 */

struct row {
    enum lm_event event;
    unsigned object, a;
    uint32_t b;
};

static const uint32_t *record(unsigned number)
{
    return &buffer[LM_TRACE_BYTES(OBJECTS, number) / 4];
}

static unsigned written(void)
{
    const struct lm_trace_header *header = (const void *)buffer;

    return (header->next_offset - (uint32_t)LM_TRACE_BYTES(OBJECTS, 0)) / 16U;
}

static struct row row_of(unsigned number)
{
    const uint32_t *words = record(number);

    return (struct row){(enum lm_event)(words[1] & 0xFFU), words[2] & 0xFFFFU, words[2] >> 16,
                        words[3]};
}

/* Print the records since the last comparison, one of which is not as expected. */
static void print_rows(void *line)
{
    printf("line %d:\n", *(int *)line);
    for (unsigned i = seen; i < written(); i++) {
        struct row row = row_of(i);

        printf("  event %d, object %u, a %u, b 0x%x\n", (int)row.event, row.object, row.a,
               (unsigned)row.b);
    }
}

/* These are the records since the last comparison. */
static void check_rows(int line, const struct row *rows, unsigned count)
{
    check_explain(print_rows, &line);
    for (unsigned i = 0; i < count && seen + i < written(); i++) {
        struct row row = row_of(seen + i);

        CHECK_EQUAL(row.event, rows[i].event);
        CHECK_EQUAL(row.object, rows[i].object);
        CHECK_EQUAL(row.a, rows[i].a);
        CHECK_EQUAL(row.b, rows[i].b);
    }
    CHECK_EQUAL(written() - seen, count);
    CHECK(!lm_port_is_locked());
    check_explain(NULL, NULL);
    seen = written();
}

#define WROTE(...)                                                                                 \
    check_rows(__LINE__, (const struct row[]){__VA_ARGS__},                                        \
               sizeof((struct row[]){__VA_ARGS__}) / sizeof(struct row))
#define WROTE_NOTHING() check_rows(__LINE__, NULL, 0)

/* Lower and upper half of b. */
#define HALVES(lower, upper) ((uint32_t)(lower) | (uint32_t)(upper) << 16)

static void begin(void)
{
    lm_kernel_init();
    CHECK_STATUS(lm_trace_start(buffer, sizeof buffer, OBJECTS), LM_OK);
    for (unsigned i = 0; i < 2; i++) {
        struct lm_thread_config config = threads_config(i, 5 + i, 5 + i);

        CHECK_STATUS(lm_thread_create(&threads[i], &config), LM_OK);
    }
    lm_kernel_start();
    first = threads[0].object.id;
    second = threads[1].object.id;
    seen = written();
}

/* A deletion keeps preemption off: the running thread has level 0 meanwhile. */
static struct row level_to_0(unsigned thread, unsigned level)
{
    return (struct row){LM_EVENT_LEVEL, thread, 0, HALVES(level, LM_CHANGE_PREEMPT_DISABLE)};
}

static struct row level_from_0(unsigned thread, unsigned level)
{
    return (struct row){LM_EVENT_LEVEL, thread, level, HALVES(0, LM_CHANGE_PREEMPT_ENABLE)};
}

static struct row switch_to(unsigned thread, unsigned level, enum lm_leave why)
{
    return (struct row){LM_EVENT_SWITCH, thread, level, why};
}

static void semaphores(void)
{
    static struct lm_semaphore semaphore;
    struct lm_semaphore_info info;

    begin();
    CHECK_STATUS(lm_semaphore_create(&semaphore, "semaphore", 1, LM_FIFO), LM_OK);
    unsigned id = semaphore.object.id;

    WROTE({LM_EVENT_SEMAPHORE_CREATE, id, 1, 0});
    CHECK_STATUS(lm_semaphore_wait(&semaphore, LM_NO_WAIT), LM_OK);
    WROTE({LM_EVENT_SEMAPHORE_WAIT, id, 0, LM_OUTCOME_DONE});
    CHECK_STATUS(lm_semaphore_wait(&semaphore, LM_NO_WAIT), LM_UNAVAILABLE);
    WROTE({LM_EVENT_SEMAPHORE_WAIT, id, 0, LM_OUTCOME_UNAVAILABLE});
    (void)lm_semaphore_wait(&semaphore, LM_FOREVER);
    WROTE({LM_EVENT_SEMAPHORE_WAIT, id, 0, LM_OUTCOME_WAITS},
          {LM_EVENT_SUSPEND, id, FOR_SEMAPHORE, first}, switch_to(second, 6, LM_LEAVE_BLOCKED));
    CHECK_STATUS(lm_semaphore_prioritize(&semaphore), LM_OK);
    WROTE({LM_EVENT_PRIORITIZE, id, 0, first});
    CHECK_STATUS(lm_semaphore_post(&semaphore), LM_OK);
    WROTE({LM_EVENT_SEMAPHORE_POST, id, 0, HALVES(LM_OUTCOME_DONE, first)},
          {LM_EVENT_READY, first, 5, LM_OK}, switch_to(first, 5, LM_LEAVE_PREEMPTED_BY_CALL));
    CHECK_STATUS(lm_semaphore_prioritize(&semaphore), LM_OK);
    WROTE({LM_EVENT_PRIORITIZE, id, 0, NOBODY});
    CHECK_STATUS(lm_semaphore_post(&semaphore), LM_OK);
    WROTE({LM_EVENT_SEMAPHORE_POST, id, 1, LM_OUTCOME_DONE});
    CHECK_STATUS(lm_semaphore_post_below(&semaphore, 2), LM_OK);
    WROTE({LM_EVENT_SEMAPHORE_POST_BELOW, id, 2, LM_OUTCOME_DONE});
    CHECK_STATUS(lm_semaphore_post_below(&semaphore, 2), LM_TOO_MANY);
    WROTE({LM_EVENT_SEMAPHORE_POST_BELOW, id, 2, LM_OUTCOME_UNAVAILABLE});
    CHECK_STATUS(lm_semaphore_set_notify(&semaphore, NULL), LM_OK);
    WROTE({LM_EVENT_NOTIFY, id, 0, 0});
    CHECK_STATUS(lm_semaphore_get_info(&semaphore, &info), LM_OK);
    WROTE({LM_EVENT_INFO, id, 0, 0});
    CHECK_STATUS(lm_semaphore_delete(&semaphore), LM_OK);
    WROTE(level_to_0(first, 5), {LM_EVENT_SEMAPHORE_DELETE, id, 0, 0}, level_from_0(first, 5));
}

static void note_flags(struct lm_event_flags *flags)
{
    (void)flags;
}

static void event_flags(void)
{
    static struct lm_event_flags flags;
    struct lm_event_flags_info info;
    uint32_t found;

    begin();
    CHECK_STATUS(lm_event_flags_create(&flags, "flags", LM_FIFO), LM_OK);
    unsigned id = flags.object.id;

    WROTE({LM_EVENT_FLAGS_CREATE, id, 0, 0});
    CHECK_STATUS(lm_event_flags_set(&flags, 6), LM_OK);
    WROTE({LM_EVENT_FLAGS_SET, id, 0, 6});
    CHECK_STATUS(lm_event_flags_clear(&flags, 4), LM_OK);
    WROTE({LM_EVENT_FLAGS_CLEAR, id, 0, 4});
    CHECK_STATUS(lm_event_flags_wait(&flags, 2, LM_ANY, &found, LM_NO_WAIT), LM_OK);
    WROTE({LM_EVENT_FLAGS_WAIT, id, LM_OUTCOME_DONE, 2});
    CHECK_STATUS(lm_event_flags_wait(&flags, 8, LM_ANY, &found, LM_NO_WAIT), LM_UNAVAILABLE);
    WROTE({LM_EVENT_FLAGS_WAIT, id, LM_OUTCOME_UNAVAILABLE, 8});
    (void)lm_event_flags_wait(&flags, 9, LM_ANY, &found, LM_FOREVER);
    WROTE({LM_EVENT_FLAGS_WAIT, id, LM_OUTCOME_WAITS, 9}, {LM_EVENT_SUSPEND, id, FOR_FLAGS, first},
          switch_to(second, 6, LM_LEAVE_BLOCKED));
    CHECK_STATUS(lm_event_flags_get_info(&flags, &info), LM_OK);
    WROTE({LM_EVENT_INFO, id, 0, 0});
    CHECK_STATUS(lm_event_flags_delete(&flags), LM_OK);
    WROTE(level_to_0(second, 6), {LM_EVENT_FLAGS_DELETE, id, 0, 0},
          {LM_EVENT_READY, first, 5, LM_DELETED}, level_from_0(second, 6),
          switch_to(first, 5, LM_LEAVE_PREEMPTED_BY_CALL));
    CHECK_STATUS(lm_event_flags_create(&flags, "flags", LM_FIFO), LM_OK);
    seen = written();
    CHECK_STATUS(lm_event_flags_set_notify(&flags, note_flags), LM_OK);
    WROTE({LM_EVENT_NOTIFY, flags.object.id, 1, 0});
}

static void queues(void)
{
    static struct lm_queue queue;
    static uint32_t storage[2];
    struct lm_queue_info info;
    uint32_t message = 1;

    begin();
    CHECK_STATUS(lm_queue_create(&queue, "queue", storage, 2, 4, LM_FIFO), LM_OK);
    unsigned id = queue.object.id;

    WROTE({LM_EVENT_QUEUE_CREATE, id, 2, 4});
    CHECK_STATUS(lm_queue_receive(&queue, &message, LM_NO_WAIT), LM_UNAVAILABLE);
    WROTE({LM_EVENT_QUEUE_RECEIVE, id, 0, LM_OUTCOME_UNAVAILABLE});
    CHECK_STATUS(lm_queue_send(&queue, &message, LM_NO_WAIT), LM_OK);
    WROTE({LM_EVENT_QUEUE_SEND, id, 1, LM_OUTCOME_DONE});
    CHECK_STATUS(lm_queue_send_front(&queue, &message, LM_NO_WAIT), LM_OK);
    WROTE({LM_EVENT_QUEUE_SEND_FRONT, id, 2, LM_OUTCOME_DONE});
    CHECK_STATUS(lm_queue_send(&queue, &message, LM_NO_WAIT), LM_UNAVAILABLE);
    WROTE({LM_EVENT_QUEUE_SEND, id, 2, LM_OUTCOME_UNAVAILABLE});
    CHECK_STATUS(lm_queue_send_front(&queue, &message, LM_NO_WAIT), LM_UNAVAILABLE);
    WROTE({LM_EVENT_QUEUE_SEND_FRONT, id, 2, LM_OUTCOME_UNAVAILABLE});
    (void)lm_queue_send(&queue, &message, LM_FOREVER);
    WROTE({LM_EVENT_QUEUE_SEND, id, 2, LM_OUTCOME_WAITS}, {LM_EVENT_SUSPEND, id, FOR_QUEUE, first},
          switch_to(second, 6, LM_LEAVE_BLOCKED));
    CHECK_STATUS(lm_queue_receive(&queue, &message, LM_NO_WAIT), LM_OK);
    WROTE({LM_EVENT_QUEUE_RECEIVE, id, 2, HALVES(LM_OUTCOME_DONE, first)},
          {LM_EVENT_READY, first, 5, LM_OK}, switch_to(first, 5, LM_LEAVE_PREEMPTED_BY_CALL));
    CHECK_STATUS(lm_queue_get_info(&queue, &info), LM_OK);
    WROTE({LM_EVENT_INFO, id, 0, 0});
    CHECK_STATUS(lm_queue_flush(&queue), LM_OK);
    WROTE({LM_EVENT_QUEUE_FLUSH, id, 2, LM_OUTCOME_DONE});
    (void)lm_queue_receive(&queue, &message, LM_FOREVER);
    WROTE({LM_EVENT_QUEUE_RECEIVE, id, 0, LM_OUTCOME_WAITS},
          {LM_EVENT_SUSPEND, id, FOR_QUEUE, first}, switch_to(second, 6, LM_LEAVE_BLOCKED));
    CHECK_STATUS(lm_queue_prioritize(&queue), LM_OK);
    WROTE({LM_EVENT_PRIORITIZE, id, 0, first});
    CHECK_STATUS(lm_queue_send(&queue, &message, LM_NO_WAIT), LM_OK);
    WROTE({LM_EVENT_QUEUE_SEND, id, 0, HALVES(LM_OUTCOME_DONE, first)},
          {LM_EVENT_READY, first, 5, LM_OK}, switch_to(first, 5, LM_LEAVE_PREEMPTED_BY_CALL));
    CHECK_STATUS(lm_queue_set_notify(&queue, NULL), LM_OK);
    WROTE({LM_EVENT_NOTIFY, id, 0, 0});
    CHECK_STATUS(lm_queue_delete(&queue), LM_OK);
    WROTE(level_to_0(first, 5), {LM_EVENT_QUEUE_DELETE, id, 0, 0}, level_from_0(first, 5));
}

static void mutexes(void)
{
    static struct lm_mutex mutex;
    struct lm_mutex_info info;

    begin();
    CHECK_STATUS(lm_mutex_create(&mutex, "mutex", LM_CEILING, 3, LM_FIFO), LM_OK);
    unsigned id = mutex.object.id;

    WROTE({LM_EVENT_MUTEX_CREATE, id, LM_CEILING, 3});
    CHECK_STATUS(lm_mutex_lock(&mutex, LM_NO_WAIT), LM_OK);
    WROTE({LM_EVENT_MUTEX_LOCK, id, 1, LM_OUTCOME_DONE},
          {LM_EVENT_PRIORITY, first, 3, HALVES(3, LM_CHANGE_CEILING)},
          {LM_EVENT_LEVEL, first, 3, HALVES(5, LM_CHANGE_CEILING)});
    CHECK_STATUS(lm_mutex_lock(&mutex, LM_NO_WAIT), LM_OK);
    WROTE({LM_EVENT_MUTEX_LOCK, id, 2, LM_OUTCOME_DONE});
    CHECK_STATUS(lm_mutex_unlock(&mutex), LM_OK);
    WROTE({LM_EVENT_MUTEX_UNLOCK, id, 1, LM_OUTCOME_DONE});
    CHECK_STATUS(lm_mutex_unlock(&mutex), LM_OK);
    WROTE({LM_EVENT_MUTEX_UNLOCK, id, 0, LM_OUTCOME_DONE},
          {LM_EVENT_PRIORITY, first, 5, HALVES(5, LM_CHANGE_CEILING)},
          {LM_EVENT_LEVEL, first, 5, HALVES(3, LM_CHANGE_CEILING)});
    CHECK_STATUS(lm_mutex_get_info(&mutex, &info), LM_OK);
    WROTE({LM_EVENT_INFO, id, 0, 0});
    CHECK_STATUS(lm_mutex_delete(&mutex), LM_OK);
    WROTE(level_to_0(first, 5), {LM_EVENT_MUTEX_DELETE, id, 0, 0}, level_from_0(first, 5));
}

/* Thread 1 owns the mutex that thread 0 wants. */
static void a_mutex_that_is_wanted(void)
{
    static struct lm_mutex mutex;

    begin();
    CHECK_STATUS(lm_mutex_create(&mutex, "mutex", LM_INHERIT, 0, LM_FIFO), LM_OK);
    unsigned id = mutex.object.id;

    CHECK_STATUS(lm_thread_suspend(&threads[0]), LM_OK);
    CHECK_STATUS(lm_mutex_lock(&mutex, LM_NO_WAIT), LM_OK);
    CHECK_STATUS(lm_thread_resume(&threads[0]), LM_OK);
    seen = written();
    CHECK_STATUS(lm_mutex_lock(&mutex, LM_NO_WAIT), LM_UNAVAILABLE);
    WROTE({LM_EVENT_MUTEX_LOCK, id, 0, HALVES(LM_OUTCOME_UNAVAILABLE, second)});
    (void)lm_mutex_lock(&mutex, LM_FOREVER);
    WROTE({LM_EVENT_MUTEX_LOCK, id, 1, HALVES(LM_OUTCOME_WAITS, second)},
          {LM_EVENT_SUSPEND, id, FOR_MUTEX, first},
          {LM_EVENT_PRIORITY, second, 5, HALVES(5, LM_CHANGE_INHERITANCE)},
          {LM_EVENT_LEVEL, second, 5, HALVES(6, LM_CHANGE_INHERITANCE)},
          switch_to(second, 5, LM_LEAVE_BLOCKED));
    CHECK_STATUS(lm_mutex_prioritize(&mutex), LM_OK);
    WROTE({LM_EVENT_PRIORITIZE, id, 0, first});
    CHECK_STATUS(lm_mutex_unlock(&mutex), LM_OK);
    WROTE({LM_EVENT_MUTEX_UNLOCK, id, 0, HALVES(LM_OUTCOME_DONE, first)},
          {LM_EVENT_PRIORITY, second, 6, HALVES(6, LM_CHANGE_INHERITANCE)},
          {LM_EVENT_LEVEL, second, 6, HALVES(5, LM_CHANGE_INHERITANCE)},
          {LM_EVENT_READY, first, 5, LM_OK}, switch_to(first, 5, LM_LEAVE_PREEMPTED_BY_CALL));
}

static void block_pools(void)
{
    static struct lm_block_pool pool;
    static _Alignas(8) unsigned char area[16];
    struct lm_block_pool_info info;
    void *block, *other;

    begin();
    CHECK_STATUS(lm_block_pool_create(&pool, "pool", area, sizeof area, 8, LM_FIFO), LM_OK);
    unsigned id = pool.object.id;

    WROTE({LM_EVENT_BLOCK_POOL_CREATE, id, 2, 8});
    CHECK_STATUS(lm_block_allocate(&pool, &block, LM_NO_WAIT), LM_OK);
    WROTE({LM_EVENT_BLOCK_ALLOCATE, id, 1, LM_OUTCOME_DONE});
    CHECK_STATUS(lm_block_allocate(&pool, &other, LM_NO_WAIT), LM_OK);
    WROTE({LM_EVENT_BLOCK_ALLOCATE, id, 0, LM_OUTCOME_DONE});
    CHECK_STATUS(lm_block_allocate(&pool, &other, LM_NO_WAIT), LM_UNAVAILABLE);
    WROTE({LM_EVENT_BLOCK_ALLOCATE, id, 0, LM_OUTCOME_UNAVAILABLE});
    (void)lm_block_allocate(&pool, &other, LM_FOREVER);
    WROTE({LM_EVENT_BLOCK_ALLOCATE, id, 0, LM_OUTCOME_WAITS},
          {LM_EVENT_SUSPEND, id, FOR_BLOCK, first}, switch_to(second, 6, LM_LEAVE_BLOCKED));
    CHECK_STATUS(lm_block_pool_prioritize(&pool), LM_OK);
    WROTE({LM_EVENT_PRIORITIZE, id, 0, first});
    CHECK_STATUS(lm_block_release(&pool, block), LM_OK);
    WROTE({LM_EVENT_BLOCK_RELEASE, id, 0, HALVES(LM_OUTCOME_DONE, first)},
          {LM_EVENT_READY, first, 5, LM_OK}, switch_to(first, 5, LM_LEAVE_PREEMPTED_BY_CALL));
    CHECK_SAME(other, block);
    CHECK_STATUS(lm_block_release(&pool, block), LM_OK);
    WROTE({LM_EVENT_BLOCK_RELEASE, id, 1, LM_OUTCOME_DONE});
    CHECK_STATUS(lm_block_pool_get_info(&pool, &info), LM_OK);
    WROTE({LM_EVENT_INFO, id, 0, 0});
    CHECK_STATUS(lm_block_pool_delete(&pool), LM_OK);
    WROTE(level_to_0(first, 5), {LM_EVENT_BLOCK_POOL_DELETE, id, 0, 0}, level_from_0(first, 5));
}

static void byte_pools(void)
{
    static struct lm_byte_pool pool;
    static _Alignas(8) unsigned char area[1024];
    struct lm_byte_pool_info info;
    void *memory, *other;

    begin();
    CHECK_STATUS(lm_byte_pool_create(&pool, "pool", area, sizeof area, LM_FIFO), LM_OK);
    unsigned id = pool.object.id;

    WROTE({LM_EVENT_BYTE_POOL_CREATE, id, 0, sizeof area});
    CHECK_STATUS(lm_byte_allocate(&pool, &memory, 600, LM_NO_WAIT), LM_OK);
    WROTE({LM_EVENT_BYTE_ALLOCATE, id, 75, LM_OUTCOME_DONE});
    CHECK_STATUS(lm_byte_allocate(&pool, &other, 601, LM_NO_WAIT), LM_UNAVAILABLE);
    WROTE({LM_EVENT_BYTE_ALLOCATE, id, 75, LM_OUTCOME_UNAVAILABLE});
    (void)lm_byte_allocate(&pool, &other, 500, LM_FOREVER);
    WROTE({LM_EVENT_BYTE_ALLOCATE, id, 62, LM_OUTCOME_WAITS},
          {LM_EVENT_SUSPEND, id, FOR_BYTES, first}, switch_to(second, 6, LM_LEAVE_BLOCKED));
    CHECK_STATUS(lm_byte_pool_prioritize(&pool), LM_OK);
    WROTE({LM_EVENT_PRIORITIZE, id, 0, first});
    CHECK_STATUS(lm_byte_pool_get_info(&pool, &info), LM_OK);
    WROTE({LM_EVENT_INFO, id, 0, 0});
    CHECK_STATUS(lm_thread_abort_wait(&threads[0]), LM_OK); /* what it asked for is gone */
    seen = written();
    CHECK_STATUS(lm_byte_release(&pool, memory), LM_OK);
    WROTE({LM_EVENT_BYTE_RELEASE, id, (unsigned)(pool.available / 8), 0});
    CHECK_STATUS(lm_byte_pool_delete(&pool), LM_OK);
    WROTE(level_to_0(first, 5), {LM_EVENT_BYTE_POOL_DELETE, id, 0, 0}, level_from_0(first, 5));
}

static void note_nothing(void *argument)
{
    (void)argument;
}

static void timers(void)
{
    static struct lm_timer timer;
    struct lm_timer_info info;

    begin();
    CHECK_STATUS(lm_timer_create(&timer, "timer", note_nothing, NULL), LM_OK);
    unsigned id = timer.object.id;

    WROTE({LM_EVENT_TIMER_CREATE, id, 0, 0});
    CHECK_STATUS(lm_timer_start(&timer, 10, 0), LM_OK);
    WROTE({LM_EVENT_TIMER_START, id, 0, 10});
    CHECK_STATUS(lm_timer_stop(&timer), LM_OK);
    WROTE({LM_EVENT_TIMER_STOP, id, 0, 0});
    CHECK_STATUS(lm_timer_start(&timer, 10, 7), LM_OK);
    null_run_until(20);
    WROTE({LM_EVENT_TIMER_START, id, 0, 10}, {LM_EVENT_TIMER_EXPIRE, id, 0, 0},
          {LM_EVENT_TIMER_EXPIRE, id, 0, 0});
    CHECK_STATUS(lm_timer_get_info(&timer, &info), LM_OK);
    WROTE({LM_EVENT_INFO, id, 0, 0});
    CHECK_STATUS(lm_timer_delete(&timer), LM_OK);
    WROTE({LM_EVENT_TIMER_DELETE, id, 0, 0});
}

static void threads_live(void)
{
    struct lm_thread_config config = threads_config(2, 4, 3);
    struct lm_thread_info info;

    begin();
    config.suspended = true;
    CHECK_STATUS(lm_thread_create(&threads[2], &config), LM_OK);
    unsigned id = threads[2].object.id;

    WROTE({LM_EVENT_THREAD_CREATE, id, 4, 3});
    CHECK_STATUS(lm_thread_start(&threads[2]), LM_OK);
    WROTE({LM_EVENT_THREAD_START, id, 0, 0}, {LM_EVENT_READY, id, 4, LM_OK},
          switch_to(id, 3, LM_LEAVE_PREEMPTED_BY_CALL));
    CHECK_STATUS(lm_thread_suspend(&threads[2]), LM_OK);
    WROTE({LM_EVENT_THREAD_SUSPEND, id, 0, 0}, {LM_EVENT_SUSPEND, 0, FOR_RESUME, id},
          switch_to(first, 5, LM_LEAVE_BLOCKED));
    CHECK_STATUS(lm_thread_get_info(&threads[2], &info), LM_OK);
    WROTE({LM_EVENT_INFO, id, 0, 0});
    CHECK_STATUS(lm_thread_resume(&threads[2]), LM_OK);
    WROTE({LM_EVENT_THREAD_RESUME, id, 0, 0}, {LM_EVENT_READY, id, 4, LM_OK},
          switch_to(id, 3, LM_LEAVE_PREEMPTED_BY_CALL));
    CHECK_STATUS(lm_thread_sleep(9), LM_OK);
    WROTE({LM_EVENT_THREAD_SLEEP, id, 0, 9}, {LM_EVENT_SUSPEND, 0, FOR_TIME, id},
          switch_to(first, 5, LM_LEAVE_BLOCKED));
    CHECK_STATUS(lm_thread_abort_wait(&threads[2]), LM_OK);
    WROTE({LM_EVENT_THREAD_ABORT_WAIT, id, 0, 0}, {LM_EVENT_READY, id, 4, LM_ABORTED},
          switch_to(id, 3, LM_LEAVE_PREEMPTED_BY_CALL));
    CHECK_STATUS(lm_thread_set_slice(&threads[2], 77), LM_OK);
    WROTE({LM_EVENT_THREAD_SLICE, id, 0, 77});
    CHECK_STATUS(lm_thread_terminate(&threads[2]), LM_OK);
    WROTE({LM_EVENT_THREAD_TERMINATE, id, 0, 0}, {LM_EVENT_SUSPEND, 0, FOR_ITS_END, id},
          switch_to(first, 5, LM_LEAVE_TERMINATED));
    CHECK_STATUS(lm_thread_reset(&threads[2]), LM_OK);
    WROTE({LM_EVENT_THREAD_RESET, id, 0, 0});
    CHECK_STATUS(lm_thread_terminate(&threads[2]), LM_OK);
    WROTE({LM_EVENT_THREAD_TERMINATE, id, 0, 0});
    CHECK_STATUS(lm_thread_restart(&threads[2]), LM_OK);
    WROTE({LM_EVENT_THREAD_RESTART, id, 0, 0}, {LM_EVENT_READY, id, 4, LM_OK},
          switch_to(id, 3, LM_LEAVE_PREEMPTED_BY_CALL));
    CHECK_STATUS(lm_thread_terminate(&threads[2]), LM_OK);
    seen = written();
    CHECK_STATUS(lm_thread_delete(&threads[2]), LM_OK);
    WROTE({LM_EVENT_THREAD_DELETE, id, 0, 0});
}

static void urgencies(void)
{
    unsigned old;

    begin();
    CHECK_STATUS(lm_thread_set_priority(&threads[1], 9, 8), LM_OK);
    WROTE({LM_EVENT_THREAD_PRIORITY, second, 9, HALVES(8, 2)},
          {LM_EVENT_PRIORITY, second, 9, HALVES(8, LM_CHANGE_PRIORITY)},
          {LM_EVENT_LEVEL, second, 9, HALVES(6, LM_CHANGE_PRIORITY)});
    CHECK_STATUS(lm_thread_set_threshold(&threads[0], 2, &old), LM_OK);
    WROTE({LM_EVENT_THREAD_PRIORITY, first, 5, HALVES(2, 1)},
          {LM_EVENT_LEVEL, first, 2, HALVES(5, LM_CHANGE_THRESHOLD)});
    CHECK_STATUS(lm_preempt_disable(), LM_OK);
    WROTE({LM_EVENT_LEVEL, first, 0, HALVES(2, LM_CHANGE_PREEMPT_DISABLE)});
    CHECK_STATUS(lm_preempt_enable(), LM_OK);
    WROTE({LM_EVENT_LEVEL, first, 2, HALVES(0, LM_CHANGE_PREEMPT_ENABLE)});
    CHECK_STATUS(lm_thread_yield(), LM_OK);
    WROTE({LM_EVENT_YIELD, 0, 0, 0});
}

static void clocks_and_marks(void)
{
    begin();
    lm_time_set(1234);
    WROTE({LM_EVENT_TIME_SET, 0, 0, 1234});
    CHECK_EQUAL(lm_time_get(), 1234);
    WROTE({LM_EVENT_TIME_GET, 0, 0, 1234});
    lm_trace_user(7, 8);
    WROTE({LM_EVENT_USER, 0, 7, 8});
    lm_trace_service(9, &threads[1].object, 10);
    WROTE({LM_EVENT_SERVICE, second, 9, 10});
    uint32_t key = lm_irq_off();

    lm_irq_on(key);
    WROTE({LM_EVENT_IRQ_OFF, 0, 0, 0}, {LM_EVENT_IRQ_ON, 0, 0, 0});
    (void)lm_now();
    WROTE_NOTHING();
}

static void sections(void)
{
    begin();
    CHECK_STATUS(lm_model_set(LM_MODEL_VOLUNTARY), LM_OK);
    WROTE({LM_EVENT_MODEL, 0, LM_MODEL_VOLUNTARY, 0});
    CHECK_STATUS(lm_section_enter(&threads[1].object), LM_OK);
    WROTE({LM_EVENT_SECTION_ENTER, second, 1, LM_MODEL_VOLUNTARY},
          {LM_EVENT_LEVEL, first, 0, HALVES(5, LM_CHANGE_SECTION_ENTER)});
    CHECK(!lm_preempt_point());
    WROTE({LM_EVENT_PREEMPT_POINT, 0, 0, 0});
    CHECK_STATUS(lm_section_leave(), LM_OK);
    WROTE({LM_EVENT_SECTION_LEAVE, 0, 0, 0},
          {LM_EVENT_LEVEL, first, 5, HALVES(0, LM_CHANGE_SECTION_LEAVE)});
}

int main(void)
{
    semaphores();
    event_flags();
    queues();
    mutexes();
    a_mutex_that_is_wanted();
    block_pools();
    byte_pools();
    timers();
    threads_live();
    urgencies();
    clocks_and_marks();
    sections();
    return 0;
}
