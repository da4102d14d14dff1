/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: every call checks its object under the lock under which it uses it. An interrupt between
 * the check and the use could delete the object, and the call would use a deleted object.
 *
 * Method: an interrupt just before the lock is taken deletes all objects; each call with an object
 * has to refuse it then. tests/house/test_calls.py finds missing calls.
 */
#include "check.h"
#include "core/sched.h"
#include "port.h"
#include "state.h"
#include "threads.h"
#include <limen/cyclic.h>
#include <limen/notice.h>
#include <limen/priority_queue.h>
#include <limen/readers.h>
#include <limen/stream.h>

static struct lm_semaphore semaphore;
static struct lm_mutex mutex;
static struct lm_queue queue;
static struct lm_priority_queue by_priority;
static struct lm_event_flags flags;
static struct lm_notice notice;
static struct lm_stream stream;
static struct lm_block_pool blocks;
static struct lm_byte_pool bytes;
static struct lm_timer timer;
static struct lm_tick tick;
static struct lm_readers readers;
static struct lm_cyclic cyclic;
static struct lm_thread *const thread = &threads[1];
static void *block;
static void *memory;

static void never_called(void *argument)
{
    (void)argument;
    CHECK(false);
}

/* Thread 0 runs and owns the mutex; thread 1 is ready. No call has to wait. */
static void begin(void)
{
    static _Alignas(8) unsigned char block_area[64];
    static _Alignas(8) unsigned char byte_area[1024];
    static uint32_t storage[2], places[LM_PRIORITY_QUEUE_BYTES(2, 4) / sizeof(uint32_t)];
    static unsigned char stream_storage[32];
    const struct lm_tick_config tick_config = {.name = "tick", .length = 10};
    uint32_t message = 1;

    THREADS_BEGIN(5, 6);
    CHECK_STATUS(lm_semaphore_create(&semaphore, "s", 1, LM_FIFO), LM_OK);
    CHECK_STATUS(lm_mutex_create(&mutex, "m", LM_INHERIT, 0, LM_FIFO), LM_OK);
    CHECK_STATUS(lm_mutex_lock(&mutex, LM_NO_WAIT), LM_OK);
    CHECK_STATUS(lm_queue_create(&queue, "q", storage, 2, 4, LM_FIFO), LM_OK);
    CHECK_STATUS(lm_queue_send(&queue, &message, LM_NO_WAIT), LM_OK);
    CHECK_STATUS(lm_priority_queue_create(&by_priority, "p", places, 2, 4, LM_FIFO), LM_OK);
    CHECK_STATUS(lm_priority_queue_send(&by_priority, &message, 1, LM_NO_WAIT), LM_OK);
    CHECK_STATUS(lm_event_flags_create(&flags, "f", LM_FIFO), LM_OK);
    CHECK_STATUS(lm_event_flags_set(&flags, 1), LM_OK);
    CHECK_STATUS(lm_notice_create(&notice, "n"), LM_OK);
    CHECK_STATUS(lm_notice_set(&notice, 1, NULL), LM_OK);
    CHECK_STATUS(lm_stream_create(&stream, "s", stream_storage, 32, 1), LM_OK);
    CHECK_STATUS(lm_stream_put_message(&stream, &message, 4), LM_OK);
    CHECK_STATUS(lm_block_pool_create(&blocks, "b", block_area, 64, 32, LM_FIFO), LM_OK);
    CHECK_STATUS(lm_block_allocate(&blocks, &block, LM_NO_WAIT), LM_OK);
    CHECK_STATUS(lm_byte_pool_create(&bytes, "y", byte_area, sizeof byte_area, LM_FIFO), LM_OK);
    CHECK_STATUS(lm_byte_allocate(&bytes, &memory, 16, LM_NO_WAIT), LM_OK);
    CHECK_STATUS(lm_timer_create(&timer, "t", never_called, NULL), LM_OK);
    CHECK_STATUS(lm_tick_create(&tick, &tick_config), LM_OK);
    CHECK_STATUS(lm_readers_create(&readers, "r"), LM_OK);
}

/* The handler runs just before the lock is taken the next time. */
static void interrupt(void (*handler)(void))
{
    lm_null.handler = handler;
    lm_null.at_lock = 1;
}

static void delete_all(void)
{
    CHECK_STATUS(lm_semaphore_delete(&semaphore), LM_OK);
    CHECK_STATUS(lm_mutex_delete(&mutex), LM_OK);
    CHECK_STATUS(lm_queue_delete(&queue), LM_OK);
    CHECK_STATUS(lm_queue_delete(&by_priority.queue), LM_OK);
    CHECK_STATUS(lm_event_flags_delete(&flags), LM_OK);
    CHECK_STATUS(lm_notice_delete(&notice), LM_OK);
    CHECK_STATUS(lm_stream_delete(&stream), LM_OK);
    CHECK_STATUS(lm_block_pool_delete(&blocks), LM_OK);
    CHECK_STATUS(lm_byte_pool_delete(&bytes), LM_OK);
    CHECK_STATUS(lm_timer_delete(&timer), LM_OK);
    CHECK_STATUS(lm_timer_delete(&tick.timer), LM_OK);
    CHECK_STATUS(lm_semaphore_delete(&readers.left), LM_OK);
    CHECK_STATUS(lm_thread_terminate(thread), LM_OK);
    CHECK_STATUS(lm_thread_delete(thread), LM_OK);
}

/* The interrupt came, and the call has started nothing. */
static void check_refusal(void)
{
    CHECK_EQUAL(lm_null.at_lock, 0);
    CHECK_EQUAL(lm_null.locked, 0);
    CHECK_EQUAL(threads_running(), 0);
    CHECK_EQUAL(lm_null.alarm, UINT64_MAX);
    CHECK(lm_sched_is_consistent(lm_cpu()));
}

#define REFUSED(call)                                                                              \
    do {                                                                                           \
        begin();                                                                                   \
        interrupt(delete_all);                                                                     \
        CHECK_STATUS(call, LM_BAD_OBJECT);                                                         \
        check_refusal();                                                                           \
    } while (0)

static void a_thread_that_is_deleted_at_the_door_is_refused(void)
{
    static const struct lm_budget_config budget_config = {.ticks = 10, .period = 100};
    struct lm_thread_info info;

    REFUSED(lm_thread_start(thread));
    REFUSED(lm_thread_suspend(thread));
    REFUSED(lm_thread_suspend_now(thread));
    REFUSED(lm_thread_join(thread, LM_NO_WAIT));
    REFUSED(lm_thread_resume(thread));
    REFUSED(lm_thread_terminate(thread));
    REFUSED(lm_thread_reset(thread));
    REFUSED(lm_thread_restart(thread));
    REFUSED(lm_thread_delete(thread));
    REFUSED(lm_thread_abort_wait(thread));
    REFUSED(lm_thread_set_priority(thread, 1, 1));
    REFUSED(lm_thread_set_threshold(thread, 1, NULL));
    REFUSED(lm_thread_set_slice(thread, &(struct lm_slice){0}, 1));
    REFUSED(lm_thread_set_budget(thread, &(struct lm_budget){0}, &budget_config));
    REFUSED(lm_thread_remove_budget(thread));
    REFUSED(lm_thread_get_info(thread, &info));
    REFUSED(lm_trace_stack(thread));
}

static void delete_tick(void)
{
    CHECK_STATUS(lm_timer_delete(&tick.timer), LM_OK);
}

static void delete_thread(void)
{
    CHECK_STATUS(lm_thread_terminate(thread), LM_OK);
    CHECK_STATUS(lm_thread_delete(thread), LM_OK);
}

/* Either of two objects may be deleted. */
static void a_tick_attaches_no_thread_if_one_of_them_is_deleted_at_the_door(void)
{
    begin();
    interrupt(delete_tick);
    CHECK_STATUS(lm_tick_attach(&tick, &cyclic, thread), LM_BAD_OBJECT);
    CHECK_EQUAL(lm_null.at_lock, 0);
    begin();
    interrupt(delete_thread);
    CHECK_STATUS(lm_tick_attach(&tick, &cyclic, thread), LM_BAD_OBJECT);
    CHECK_EQUAL(lm_null.at_lock, 0);
}

static void a_semaphore_that_is_deleted_at_the_door_is_refused(void)
{
    struct lm_semaphore_info info;

    REFUSED(lm_semaphore_wait(&semaphore, LM_NO_WAIT));
    REFUSED(lm_semaphore_wait_forever(&semaphore));
    REFUSED((lm_semaphore_wait)(&semaphore, LM_FOREVER));
    REFUSED(lm_semaphore_post(&semaphore));
    REFUSED(lm_semaphore_post_below(&semaphore, 9));
    REFUSED(lm_semaphore_prioritize(&semaphore));
    REFUSED(lm_semaphore_get_info(&semaphore, &info));
    REFUSED(lm_semaphore_delete(&semaphore));
    REFUSED(lm_readers_synchronize(&readers));
}

static void a_mutex_that_is_deleted_at_the_door_is_refused(void)
{
    struct lm_mutex_info info;

    REFUSED(lm_mutex_lock(&mutex, LM_NO_WAIT));
    REFUSED(lm_mutex_lock_forever(&mutex));
    REFUSED((lm_mutex_lock)(&mutex, LM_FOREVER));
    REFUSED(lm_mutex_unlock(&mutex));
    REFUSED(lm_mutex_prioritize(&mutex));
    REFUSED(lm_mutex_get_info(&mutex, &info));
    REFUSED(lm_mutex_delete(&mutex));
}

static void a_queue_that_is_deleted_at_the_door_is_refused(void)
{
    struct lm_queue_info info;
    uint32_t message = 7;

    REFUSED(lm_queue_send(&queue, &message, LM_NO_WAIT));
    REFUSED(lm_queue_send_front(&queue, &message, LM_NO_WAIT));
    REFUSED(lm_queue_receive(&queue, &message, LM_NO_WAIT));
    REFUSED(lm_queue_send_forever(&queue, &message));
    REFUSED(lm_queue_receive_forever(&queue, &message));
    REFUSED(lm_queue_peek(&queue, &message));
    REFUSED(lm_queue_overwrite(&queue, &message));
    REFUSED(lm_queue_flush(&queue));
    REFUSED(lm_queue_prioritize(&queue));
    REFUSED(lm_queue_get_info(&queue, &info));
    REFUSED(lm_queue_delete(&queue));
    CHECK_EQUAL(message, 7);
}

static void a_queue_by_priority_that_is_deleted_at_the_door_is_refused(void)
{
    uint32_t message = 7;

    REFUSED(lm_priority_queue_send(&by_priority, &message, 1, LM_NO_WAIT));
    REFUSED(lm_priority_queue_receive(&by_priority, &message, NULL, LM_NO_WAIT));
    REFUSED(lm_priority_queue_clear(&by_priority));
    CHECK_EQUAL(message, 7);
}

static void event_flags_that_are_deleted_at_the_door_are_refused(void)
{
    struct lm_event_flags_info info;

    REFUSED(lm_event_flags_wait(&flags, 1, LM_ANY, NULL, LM_NO_WAIT));
    REFUSED(lm_event_flags_set(&flags, 2));
    REFUSED(lm_event_flags_set_and_wait(&flags, 2, 2, LM_ANY, NULL, LM_NO_WAIT));
    REFUSED(lm_event_flags_clear(&flags, 1));
    REFUSED(lm_event_flags_get_info(&flags, &info));
    REFUSED(lm_event_flags_delete(&flags));
}

static void notices_that_are_deleted_at_the_door_are_refused(void)
{
    struct lm_notice_request wait = {.wanted = 1};

    REFUSED(lm_notice_set(&notice, 2, NULL));
    REFUSED(lm_notice_increase(&notice, 2, NULL));
    REFUSED(lm_notice_write(&notice, 2, NULL));
    REFUSED(lm_notice_offer(&notice, 2));
    REFUSED(lm_notice_clear(&notice, 1, NULL));
    REFUSED(lm_notice_withdraw(&notice));
    REFUSED(lm_notice_wait(&notice, &wait, LM_NO_WAIT));
    REFUSED(lm_notice_delete(&notice));
    begin();
    interrupt(delete_all);
    CHECK_EQUAL(lm_notice_signal(&notice, 2), 0);
    check_refusal();
    begin();
    interrupt(delete_all);
    CHECK_EQUAL(lm_notice_take(&notice, 1, 1, LM_NOTICE_ANY), 0);
    check_refusal();
}

static void a_stream_that_is_deleted_at_the_door_is_refused(void)
{
    uint32_t data = 7;
    size_t length = sizeof data;

    REFUSED(lm_stream_put_message(&stream, &data, 4));
    REFUSED(lm_stream_take_message(&stream, &data, &length));
    begin();
    interrupt(delete_all);
    CHECK_EQUAL(lm_stream_put(&stream, &data, 4), 0);
    check_refusal();
    begin();
    interrupt(delete_all);
    CHECK_EQUAL(lm_stream_take(&stream, &data, 4), 0);
    check_refusal();
    REFUSED(lm_stream_wait_for_space(&stream, 4, LM_NO_WAIT));
    REFUSED(lm_stream_wait_for_data(&stream, LM_NO_WAIT));
    REFUSED(lm_stream_set_level(&stream, 2));
    REFUSED(lm_stream_clear(&stream));
    REFUSED(lm_stream_delete(&stream));
}

static void a_pool_that_is_deleted_at_the_door_is_refused(void)
{
    struct lm_block_pool_info block_info;
    struct lm_byte_pool_info byte_info;
    void *taken = NULL;

    REFUSED(lm_block_allocate(&blocks, &taken, LM_NO_WAIT));
    REFUSED(lm_block_release(&blocks, block));
    REFUSED(lm_block_pool_prioritize(&blocks));
    REFUSED(lm_block_pool_get_info(&blocks, &block_info));
    REFUSED(lm_block_pool_delete(&blocks));
    REFUSED(lm_byte_allocate(&bytes, &taken, 16, LM_NO_WAIT));
    REFUSED(lm_byte_release(&bytes, memory));
    REFUSED(lm_byte_pool_prioritize(&bytes));
    REFUSED(lm_byte_pool_get_info(&bytes, &byte_info));
    REFUSED(lm_byte_pool_delete(&bytes));
    CHECK_SAME(taken, NULL);
}

static void a_timer_that_is_deleted_at_the_door_is_refused(void)
{
    struct lm_timer_info info;
    struct lm_tick_info tick_info;

    REFUSED(lm_timer_start(&timer, 10, 10));
    null_run_until(100); /* a timer that was started would call its function */
    REFUSED(lm_timer_stop(&timer));
    REFUSED(lm_timer_get_info(&timer, &info));
    REFUSED(lm_timer_delete(&timer));
    REFUSED(lm_tick_start(&tick));
    REFUSED(lm_tick_get_info(&tick, &tick_info));
}

static void release_block(void)
{
    CHECK_STATUS(lm_block_release(&blocks, block), LM_OK);
}

static void release_memory(void)
{
    CHECK_STATUS(lm_byte_release(&bytes, memory), LM_OK);
}

/* Two owners would get the memory later. */
static void memory_that_is_released_at_the_door_is_not_released_again(void)
{
    size_t available;

    begin();
    interrupt(release_block);
    CHECK_STATUS(lm_block_release(&blocks, block), LM_BAD_ARGUMENT);
    CHECK_EQUAL(lm_null.at_lock, 0);
    CHECK_EQUAL(lm_block_pool_available(&blocks), 2);

    available = lm_byte_pool_available(&bytes);
    interrupt(release_memory);
    CHECK_STATUS(lm_byte_release(&bytes, memory), LM_BAD_ARGUMENT);
    CHECK_EQUAL(lm_null.at_lock, 0);
    CHECK_EQUAL(lm_byte_pool_available(&bytes), available + 16 + LM_BYTE_OVERHEAD);
}

int main(void)
{
    a_thread_that_is_deleted_at_the_door_is_refused();
    a_tick_attaches_no_thread_if_one_of_them_is_deleted_at_the_door();
    a_semaphore_that_is_deleted_at_the_door_is_refused();
    a_mutex_that_is_deleted_at_the_door_is_refused();
    a_queue_that_is_deleted_at_the_door_is_refused();
    a_queue_by_priority_that_is_deleted_at_the_door_is_refused();
    event_flags_that_are_deleted_at_the_door_are_refused();
    notices_that_are_deleted_at_the_door_are_refused();
    a_stream_that_is_deleted_at_the_door_is_refused();
    a_pool_that_is_deleted_at_the_door_is_refused();
    a_timer_that_is_deleted_at_the_door_is_refused();
    memory_that_is_released_at_the_door_is_not_released_again();
    return 0;
}
