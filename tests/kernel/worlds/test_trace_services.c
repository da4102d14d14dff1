/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: each service writes exactly the records of spec/trace-format.md, if it succeeds at once,
 * waits, is refused, or serves a waiting thread; and each leaves the lock free.
 *
 * Method: the calls, one after the other, and the records that each of them writes. A call that
 * waits returns here at once, in the place of the next thread.
 */
#include "trace_rows.h"

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
    WROTE({LM_EVENT_SEMAPHORE_WAIT, id, 0, HALVES(LM_OUTCOME_WAITS, FOR_SEMAPHORE)},
          switch_to(second, 6, LM_LEAVE_BLOCKED));
    CHECK_STATUS(lm_semaphore_prioritize(&semaphore), LM_OK);
    WROTE({LM_EVENT_PRIORITIZE, id, 0, first});
    CHECK_STATUS(lm_semaphore_post(&semaphore), LM_OK);
    WROTE({LM_EVENT_SEMAPHORE_POST, id, 0, HALVES(LM_OUTCOME_DONE, first)},
          switch_to(first, 5, LM_LEAVE_PREEMPTED_BY_CALL));
    CHECK_STATUS(lm_semaphore_prioritize(&semaphore), LM_OK);
    WROTE({LM_EVENT_PRIORITIZE, id, 0, NOBODY});
    CHECK_STATUS(lm_semaphore_post(&semaphore), LM_OK);
    WROTE({LM_EVENT_SEMAPHORE_POST, id, 1, LM_OUTCOME_DONE});
    CHECK_STATUS(lm_semaphore_post_below(&semaphore, 2), LM_OK);
    WROTE({LM_EVENT_SEMAPHORE_POST_BELOW, id, 2, LM_OUTCOME_DONE});
    CHECK_STATUS(lm_semaphore_post_below(&semaphore, 2), LM_TOO_MANY);
    WROTE({LM_EVENT_SEMAPHORE_POST_BELOW, id, 2, LM_OUTCOME_UNAVAILABLE});
    CHECK_STATUS(lm_semaphore_get_info(&semaphore, &info), LM_OK);
    WROTE({LM_EVENT_INFO, id, 0, 0});
    CHECK_STATUS(lm_semaphore_delete(&semaphore), LM_OK);
    WROTE({LM_EVENT_SEMAPHORE_DELETE, id, 0, 0});
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
    CHECK_STATUS(lm_event_flags_set_and_wait(&flags, 8, 8, LM_ALL_CLEAR, &found, LM_NO_WAIT),
                 LM_OK);
    WROTE({LM_EVENT_FLAGS_SET, id, 0, 8}, {LM_EVENT_FLAGS_WAIT, id, LM_OUTCOME_DONE, 8});
    CHECK_STATUS(lm_event_flags_set_and_wait(&flags, 0, 8, LM_ANY, &found, LM_NO_WAIT),
                 LM_UNAVAILABLE);
    WROTE({LM_EVENT_FLAGS_SET, id, 0, 0}, {LM_EVENT_FLAGS_WAIT, id, LM_OUTCOME_UNAVAILABLE, 8});
    (void)lm_event_flags_set_and_wait(&flags, 2, 9, LM_ANY, &found, LM_FOREVER);
    WROTE({LM_EVENT_FLAGS_SET, id, 0, 2}, {LM_EVENT_FLAGS_WAIT, id, LM_OUTCOME_WAITS, 9},
          switch_to(second, 6, LM_LEAVE_BLOCKED));
    CHECK_STATUS(lm_event_flags_get_info(&flags, &info), LM_OK);
    WROTE({LM_EVENT_INFO, id, 0, 0});
    CHECK_STATUS(lm_event_flags_delete(&flags), LM_OK);
    WROTE(level_to_0(second, 6), {LM_EVENT_FLAGS_DELETE, id, 0, 0},
          {LM_EVENT_READY, first, 5, LM_DELETED}, level_from_0(second, 6),
          switch_to(first, 5, LM_LEAVE_PREEMPTED_BY_CALL));
}

static struct lm_priority_queue by_priority;
static uint32_t message_of_waiter;

/* The request of a waiting thread is on its stack. Here that is the stack of the test: far below
 * the part that the following calls use. */
static __attribute__((noinline)) void wait_far_below(bool sends)
{
    unsigned char room[8192];

    __asm__ volatile("" : : "r"(room) : "memory");
    if (sends) {
        (void)lm_priority_queue_send(&by_priority, &message_of_waiter, 3, LM_FOREVER);
    } else {
        (void)lm_priority_queue_receive(&by_priority, &message_of_waiter, NULL, LM_FOREVER);
    }
    __asm__ volatile("" : : "r"(room) : "memory");
}

static void queues_by_priority(void)
{
    static uint32_t storage[LM_PRIORITY_QUEUE_BYTES(2, 4) / 4];
    uint32_t message = 1, priority = 9;

    begin();
    CHECK_STATUS(lm_priority_queue_create(&by_priority, "queue", storage, 2, 4, LM_FIFO), LM_OK);
    unsigned id = by_priority.queue.object.id;

    WROTE({LM_EVENT_QUEUE_CREATE, id, 2, 8});
    CHECK_STATUS(lm_priority_queue_receive(&by_priority, &message, &priority, LM_NO_WAIT),
                 LM_UNAVAILABLE);
    CHECK_EQUAL(priority, 9);
    WROTE({LM_EVENT_QUEUE_RECEIVE, id, 0, LM_OUTCOME_UNAVAILABLE});
    wait_far_below(false);
    WROTE({LM_EVENT_QUEUE_RECEIVE, id, 0, LM_OUTCOME_WAITS},
          switch_to(second, 6, LM_LEAVE_BLOCKED));
    CHECK_STATUS(lm_priority_queue_send(&by_priority, &message, 1, LM_FOREVER), LM_OK);
    WROTE({LM_EVENT_QUEUE_SEND, id, 0, HALVES(LM_OUTCOME_DONE, first)},
          switch_to(first, 5, LM_LEAVE_PREEMPTED_BY_CALL));
    CHECK_STATUS(lm_priority_queue_send(&by_priority, &message, 1, LM_FOREVER), LM_OK);
    WROTE({LM_EVENT_QUEUE_SEND, id, 1, LM_OUTCOME_DONE});
    CHECK_STATUS(lm_priority_queue_send(&by_priority, &message, 2, LM_NO_WAIT), LM_OK); /* ahead */
    WROTE({LM_EVENT_QUEUE_SEND, id, 2, LM_OUTCOME_DONE});
    wait_far_below(true);
    WROTE({LM_EVENT_QUEUE_SEND, id, 2, LM_OUTCOME_WAITS}, switch_to(second, 6, LM_LEAVE_BLOCKED));
    CHECK_STATUS(lm_priority_queue_receive(&by_priority, &message, &priority, LM_NO_WAIT), LM_OK);
    CHECK_EQUAL(priority, 2);
    WROTE({LM_EVENT_QUEUE_RECEIVE, id, 2, HALVES(LM_OUTCOME_DONE, first)},
          switch_to(first, 5, LM_LEAVE_PREEMPTED_BY_CALL));
    CHECK_STATUS(lm_priority_queue_receive(&by_priority, &message, NULL, LM_NO_WAIT), LM_OK);
    WROTE({LM_EVENT_QUEUE_RECEIVE, id, 1, LM_OUTCOME_DONE});
    CHECK_STATUS(lm_priority_queue_clear(&by_priority), LM_OK);
    WROTE({LM_EVENT_QUEUE_FLUSH, id, 1, LM_OUTCOME_DONE});
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
    (void)lm_queue_receive(&queue, &message, LM_FOREVER);
    WROTE({LM_EVENT_QUEUE_RECEIVE, id, 0, LM_OUTCOME_WAITS},
          switch_to(second, 6, LM_LEAVE_BLOCKED));
    CHECK_STATUS(lm_queue_send(&queue, &message, LM_FOREVER), LM_OK);
    WROTE({LM_EVENT_QUEUE_SEND, id, 0, HALVES(LM_OUTCOME_DONE, first)},
          switch_to(first, 5, LM_LEAVE_PREEMPTED_BY_CALL));
    CHECK_STATUS(lm_queue_send(&queue, &message, LM_FOREVER), LM_OK);
    WROTE({LM_EVENT_QUEUE_SEND, id, 1, LM_OUTCOME_DONE});
    CHECK_STATUS(lm_queue_receive(&queue, &message, LM_FOREVER), LM_OK);
    WROTE({LM_EVENT_QUEUE_RECEIVE, id, 0, LM_OUTCOME_DONE});
    CHECK_STATUS(lm_queue_send(&queue, &message, LM_NO_WAIT), LM_OK);
    WROTE({LM_EVENT_QUEUE_SEND, id, 1, LM_OUTCOME_DONE});
    CHECK_STATUS(lm_queue_send_front(&queue, &message, LM_NO_WAIT), LM_OK);
    WROTE({LM_EVENT_QUEUE_SEND_FRONT, id, 2, LM_OUTCOME_DONE});
    CHECK_STATUS(lm_queue_send(&queue, &message, LM_NO_WAIT), LM_UNAVAILABLE);
    WROTE({LM_EVENT_QUEUE_SEND, id, 2, LM_OUTCOME_UNAVAILABLE});
    CHECK_STATUS(lm_queue_send_front(&queue, &message, LM_NO_WAIT), LM_UNAVAILABLE);
    WROTE({LM_EVENT_QUEUE_SEND_FRONT, id, 2, LM_OUTCOME_UNAVAILABLE});
    (void)lm_queue_send(&queue, &message, LM_FOREVER);
    WROTE({LM_EVENT_QUEUE_SEND, id, 2, LM_OUTCOME_WAITS}, switch_to(second, 6, LM_LEAVE_BLOCKED));
    CHECK_STATUS(lm_queue_receive(&queue, &message, LM_NO_WAIT), LM_OK);
    WROTE({LM_EVENT_QUEUE_RECEIVE, id, 2, HALVES(LM_OUTCOME_DONE, first)},
          switch_to(first, 5, LM_LEAVE_PREEMPTED_BY_CALL));
    CHECK_STATUS(lm_queue_get_info(&queue, &info), LM_OK);
    WROTE({LM_EVENT_INFO, id, 0, 0});
    CHECK_STATUS(lm_queue_flush(&queue), LM_OK);
    WROTE({LM_EVENT_QUEUE_FLUSH, id, 2, LM_OUTCOME_DONE});
    (void)lm_queue_receive(&queue, &message, LM_FOREVER);
    WROTE({LM_EVENT_QUEUE_RECEIVE, id, 0, LM_OUTCOME_WAITS},
          switch_to(second, 6, LM_LEAVE_BLOCKED));
    CHECK_STATUS(lm_queue_prioritize(&queue), LM_OK);
    WROTE({LM_EVENT_PRIORITIZE, id, 0, first});
    CHECK_STATUS(lm_queue_send(&queue, &message, LM_NO_WAIT), LM_OK);
    WROTE({LM_EVENT_QUEUE_SEND, id, 0, HALVES(LM_OUTCOME_DONE, first)},
          switch_to(first, 5, LM_LEAVE_PREEMPTED_BY_CALL));
    CHECK_STATUS(lm_queue_delete(&queue), LM_OK);
    WROTE({LM_EVENT_QUEUE_DELETE, id, 0, 0});
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
    WROTE({LM_EVENT_MUTEX_DELETE, id, 0, 0});
}

/* Thread 1 owns the mutex that thread 0 wants. */
static void a_mutex_that_is_wanted(void)
{
    static struct lm_mutex mutex;

    begin();
    CHECK_STATUS(lm_mutex_create(&mutex, "mutex", LM_INHERIT, 3, LM_FIFO), LM_OK);
    unsigned id = mutex.object.id;

    WROTE({LM_EVENT_MUTEX_CREATE, id, LM_INHERIT, 0}); /* it has no ceiling */
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
    CHECK_STATUS(lm_mutex_lock(&mutex, LM_NO_WAIT), LM_OK);
    WROTE({LM_EVENT_MUTEX_LOCK, id, 2, LM_OUTCOME_DONE});
    CHECK_STATUS(lm_mutex_unlock(&mutex), LM_OK); /* it keeps the mutex */
    WROTE({LM_EVENT_MUTEX_UNLOCK, id, 1, LM_OUTCOME_DONE});
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
          switch_to(second, 6, LM_LEAVE_BLOCKED));
    CHECK_STATUS(lm_block_pool_prioritize(&pool), LM_OK);
    WROTE({LM_EVENT_PRIORITIZE, id, 0, first});
    CHECK_STATUS(lm_block_release(&pool, block), LM_OK);
    WROTE({LM_EVENT_BLOCK_RELEASE, id, 0, HALVES(LM_OUTCOME_DONE, first)},
          switch_to(first, 5, LM_LEAVE_PREEMPTED_BY_CALL));
    CHECK_SAME(other, block);
    CHECK_STATUS(lm_block_release(&pool, block), LM_OK);
    WROTE({LM_EVENT_BLOCK_RELEASE, id, 1, LM_OUTCOME_DONE});
    CHECK_STATUS(lm_block_pool_get_info(&pool, &info), LM_OK);
    WROTE({LM_EVENT_INFO, id, 0, 0});
    CHECK_STATUS(lm_block_pool_delete(&pool), LM_OK);
    WROTE({LM_EVENT_BLOCK_POOL_DELETE, id, 0, 0});
}

static void byte_pools(void)
{
    enum { LARGE = 8 * 65536 };
    static struct lm_byte_pool pool;
    static _Alignas(8) unsigned char area[1024], large[LARGE + 1024];
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
          switch_to(second, 6, LM_LEAVE_BLOCKED));
    CHECK_STATUS(lm_byte_pool_prioritize(&pool), LM_OK);
    WROTE({LM_EVENT_PRIORITIZE, id, 0, first});
    CHECK_STATUS(lm_byte_pool_get_info(&pool, &info), LM_OK);
    WROTE({LM_EVENT_INFO, id, 0, 0});
    CHECK_STATUS(lm_thread_abort_wait(&threads[0]), LM_OK); /* its request is gone */
    seen = written();
    CHECK_STATUS(lm_byte_release(&pool, memory), LM_OK);
    WROTE({LM_EVENT_BYTE_RELEASE, id, (unsigned)(pool.available / 8), 0});
    CHECK_STATUS(lm_byte_pool_delete(&pool), LM_OK);
    WROTE({LM_EVENT_BYTE_POOL_DELETE, id, 0, 0});
    CHECK_STATUS(lm_byte_pool_create(&pool, "pool", large, sizeof large, LM_FIFO), LM_OK);
    seen = written();
    CHECK_STATUS(lm_byte_allocate(&pool, &memory, LARGE, LM_NO_WAIT), LM_OK);
    WROTE({LM_EVENT_BYTE_ALLOCATE, pool.object.id, UINT16_MAX, LM_OUTCOME_DONE}); /* the most */
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

static void check_entry(const struct lm_object *object, unsigned kind, unsigned priority,
                        unsigned threshold, uint32_t size)
{
    const struct lm_trace_header *header = (const void *)buffer;
    const struct lm_trace_object *entry =
        (const struct lm_trace_object *)(const void *)(header + 1) + object->id - 1;

    CHECK_EQUAL(entry->id, object->id);
    CHECK_EQUAL(entry->kind, kind);
    CHECK_EQUAL(entry->priority, priority);
    CHECK_EQUAL(entry->threshold, threshold);
    CHECK_EQUAL(entry->size, size);
    CHECK_TEXT(entry->name, object->name);
}

static enum lm_status read_nothing(struct lm_device *device, void *data, size_t bytes, size_t *done)
{
    (void)device;
    (void)data;
    *done = bytes;
    return LM_OK;
}

static void tell_nothing(void *argument)
{
    (void)argument;
}

/* The entry of each object in the table ahead of the records. */
static void the_table(void)
{
    static const struct lm_driver driver = {.read = read_nothing};
    static struct lm_event_flags flags;
    static struct lm_timer timer;
    static struct lm_mutex mutex, ceiling;
    static struct lm_device device;
    static struct lm_raw_spinlock lock;

    begin();
    check_entry(&threads[1].object, LM_KIND_THREAD, 6, 6, LM_PORT_STACK_MIN);
    CHECK_STATUS(lm_event_flags_create(&flags, "flags", LM_FIFO), LM_OK);
    check_entry(&flags.object, LM_KIND_EVENT_FLAGS, 0, 0, 0);
    CHECK_STATUS(lm_timer_create(&timer, "timer", tell_nothing, NULL), LM_OK);
    check_entry(&timer.object, LM_KIND_TIMER, 0, 0, 0);
    CHECK_STATUS(lm_mutex_create(&mutex, "mutex", LM_INHERIT, 4, LM_FIFO), LM_OK);
    check_entry(&mutex.object, LM_KIND_MUTEX, 0, LM_INHERIT, 0);
    CHECK_STATUS(lm_mutex_create(&ceiling, "ceiling", LM_CEILING, 4, LM_FIFO), LM_OK);
    check_entry(&ceiling.object, LM_KIND_MUTEX, 4, LM_CEILING, 0);
    CHECK_STATUS(lm_device_add(&device, "device", &driver, NULL), LM_OK);
    check_entry(&device.object, LM_KIND_DEVICE, 0, 0, 0);
    CHECK_STATUS(lm_raw_spinlock_create(&lock, "lock"), LM_OK);
    check_entry(&lock.spin.object, LM_KIND_SPINLOCK, 0, 0, 0);
}

int main(void)
{
    the_table();
    semaphores();
    event_flags();
    queues();
    queues_by_priority();
    mutexes();
    a_mutex_that_is_wanted();
    block_pools();
    byte_pools();
    timers();
    return 0;
}
