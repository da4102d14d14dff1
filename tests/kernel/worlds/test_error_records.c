/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: each call that returns an error of its caller leaves one record of it in the trace, with
 * the thread, the object, the call and the status. Outcomes that a correct program has to expect
 * leave no record.
 *
 * Method: each call is made with mistakes of each kind, and its record is compared with
 * spec/trace-format.md. tests/house/test_calls.py finds missing calls; test_error_records_layers.c
 * has those of the layers.
 */
#include "error_rows.h"
#include <limen/interrupt_hook.h>
#include <limen/notice.h>
#include <limen/observer.h>
#include <limen/priority_queue.h>
#include <limen/stream.h>
#include <limen/switch_hook.h>

static void nothing(void *argument)
{
    (void)argument;
}

static void semaphores(void)
{
    static struct lm_semaphore semaphore, full;

    begin();
    LEAVES(lm_semaphore_create(NULL, "", 0, LM_FIFO), NOBODY, SEMAPHORE_CREATE, LM_BAD_ARGUMENT);
    PREPARE(lm_semaphore_create(&semaphore, "semaphore", 1, LM_FIFO));
    PREPARE(lm_semaphore_create(&full, "full", UINT32_MAX, LM_FIFO));
    unsigned id = semaphore.object.id;

    LEAVES(lm_semaphore_create(&semaphore, "", 0, LM_FIFO), id, SEMAPHORE_CREATE, LM_BAD_OBJECT);
    LEAVES(lm_semaphore_wait(NULL, LM_NO_WAIT), NOBODY, SEMAPHORE_WAIT, LM_BAD_OBJECT);
    LEAVES(lm_semaphore_wait_forever(NULL), NOBODY, SEMAPHORE_WAIT, LM_BAD_OBJECT);
    LEAVES(lm_semaphore_post(NULL), NOBODY, SEMAPHORE_POST, LM_BAD_OBJECT);
    LEAVES(lm_semaphore_post_below(&semaphore, 0), id, SEMAPHORE_POST_BELOW, LM_BAD_ARGUMENT);
    CHECK_STATUS(lm_semaphore_post_below(&semaphore, 1), LM_TOO_MANY); /* its documented result */
    WROTE({LM_EVENT_SEMAPHORE_POST_BELOW, id, 1, LM_OUTCOME_UNAVAILABLE});
    CHECK_STATUS(lm_semaphore_post(&full), LM_TOO_MANY);
    WROTE({LM_EVENT_SEMAPHORE_POST, full.object.id, UINT16_MAX, LM_OUTCOME_UNAVAILABLE},
          {LM_EVENT_ERROR, full.object.id, LM_CALL_SEMAPHORE_POST, LM_TOO_MANY});
    LEAVES(lm_semaphore_prioritize(NULL), NOBODY, SEMAPHORE_PRIORITIZE, LM_BAD_OBJECT);
    LEAVES(lm_semaphore_get_info(&semaphore, NULL), id, SEMAPHORE_GET_INFO, LM_BAD_ARGUMENT);
    LEAVES_AND_IS(lm_semaphore_count(NULL), NOBODY, SEMAPHORE_COUNT, LM_BAD_OBJECT, 0);
    LEAVES(lm_semaphore_delete(NULL), NOBODY, SEMAPHORE_DELETE, LM_BAD_OBJECT);
    PREPARE(lm_semaphore_delete(&semaphore));
    LEAVES(lm_semaphore_post(&semaphore), NOBODY, SEMAPHORE_POST, LM_BAD_OBJECT);
}

/* Thread 0 owns m and waits for n, and thread 1 owns n: it must not wait for m. */
static void a_circle(struct lm_mutex *m, struct lm_mutex *n)
{
    PREPARE(lm_thread_suspend(&threads[0]));
    PREPARE(lm_mutex_lock(n, LM_FOREVER));
    PREPARE(lm_thread_resume(&threads[0]));
    PREPARE(lm_mutex_lock(m, LM_FOREVER));
    (void)lm_mutex_lock(n, LM_FOREVER);
    seen = written();
    CHECK_EQUAL(threads_running(), 1);
    LEAVES(lm_mutex_lock(m, LM_FOREVER), m->object.id, MUTEX_LOCK, LM_DEADLOCK);
    LEAVES(lm_mutex_lock(m, 100), m->object.id, MUTEX_LOCK, LM_DEADLOCK);
    CHECK_EQUAL(record(written() - 1)[1] >> 16, second); /* the caller */
    CHECK_STATUS(lm_mutex_lock(m, LM_NO_WAIT), LM_UNAVAILABLE);
    WROTE({LM_EVENT_MUTEX_LOCK, m->object.id, 0, HALVES(LM_OUTCOME_UNAVAILABLE, first)});
    LEAVES(lm_mutex_unlock(m), m->object.id, MUTEX_UNLOCK, LM_NOT_OWNER);
}

static void mutexes(void)
{
    static struct lm_mutex mutex, other, ceiling;

    begin();
    LEAVES(lm_mutex_create(NULL, "", LM_PLAIN, 0, LM_FIFO), NOBODY, MUTEX_CREATE, LM_BAD_ARGUMENT);
    PREPARE(lm_mutex_create(&mutex, "mutex", LM_PLAIN, 0, LM_FIFO));
    PREPARE(lm_mutex_create(&other, "other", LM_PLAIN, 0, LM_FIFO));
    PREPARE(lm_mutex_create(&ceiling, "ceiling", LM_CEILING, 20, LM_FIFO));
    unsigned id = mutex.object.id;

    LEAVES(lm_mutex_create(&mutex, "", LM_PLAIN, 0, LM_FIFO), id, MUTEX_CREATE, LM_BAD_OBJECT);
    LEAVES(lm_mutex_lock(NULL, LM_NO_WAIT), NOBODY, MUTEX_LOCK, LM_BAD_OBJECT);
    LEAVES(lm_mutex_lock_forever(NULL), NOBODY, MUTEX_LOCK, LM_BAD_OBJECT);
    LEAVES(lm_mutex_lock(&ceiling, LM_NO_WAIT), ceiling.object.id, MUTEX_LOCK, LM_BAD_STATE);
    LEAVES(lm_mutex_unlock(&mutex), id, MUTEX_UNLOCK, LM_NOT_OWNER);
    PREPARE(lm_mutex_lock(&mutex, LM_NO_WAIT));
    mutex.held = UINT16_MAX;
    LEAVES(lm_mutex_lock(&mutex, LM_NO_WAIT), id, MUTEX_LOCK, LM_TOO_MANY);
    mutex.held = 1;
    PREPARE(lm_mutex_unlock(&mutex));
    LEAVES_AND_IS(lm_mutex_owner(NULL), NOBODY, MUTEX_OWNER, LM_BAD_OBJECT, NULL);
    LEAVES(lm_mutex_prioritize(NULL), NOBODY, MUTEX_PRIORITIZE, LM_BAD_OBJECT);
    LEAVES(lm_mutex_get_info(&mutex, NULL), id, MUTEX_GET_INFO, LM_BAD_ARGUMENT);
    LEAVES(lm_mutex_delete(NULL), NOBODY, MUTEX_DELETE, LM_BAD_OBJECT);
    a_circle(&mutex, &other);
}

static void queues(void)
{
    static struct lm_queue queue;
    static uint32_t storage[2];
    uint32_t message = 1;

    begin();
    LEAVES(lm_queue_create(NULL, "", storage, 2, 4, LM_FIFO), NOBODY, QUEUE_CREATE,
           LM_BAD_ARGUMENT);
    PREPARE(lm_queue_create(&queue, "queue", storage, 2, 4, LM_FIFO));
    unsigned id = queue.object.id;

    LEAVES(lm_queue_create(&queue, "", storage, 2, 4, LM_FIFO), id, QUEUE_CREATE, LM_BAD_OBJECT);
    LEAVES(lm_queue_send(NULL, &message, LM_NO_WAIT), NOBODY, QUEUE_SEND, LM_BAD_OBJECT);
    LEAVES(lm_queue_send(&queue, NULL, LM_NO_WAIT), id, QUEUE_SEND, LM_BAD_ARGUMENT);
    LEAVES(lm_queue_send_forever(&queue, NULL), id, QUEUE_SEND, LM_BAD_ARGUMENT);
    LEAVES(lm_queue_send_front(&queue, NULL, 1), id, QUEUE_SEND_FRONT, LM_BAD_ARGUMENT);
    LEAVES(lm_queue_receive(&queue, NULL, LM_NO_WAIT), id, QUEUE_RECEIVE, LM_BAD_ARGUMENT);
    LEAVES(lm_queue_receive_forever(&queue, NULL), id, QUEUE_RECEIVE, LM_BAD_ARGUMENT);
    CHECK_STATUS(lm_queue_receive(&queue, &message, LM_NO_WAIT), LM_UNAVAILABLE);
    WROTE({LM_EVENT_QUEUE_RECEIVE, id, 0, LM_OUTCOME_UNAVAILABLE});
    LEAVES(lm_queue_peek(&queue, NULL), id, QUEUE_PEEK, LM_BAD_ARGUMENT);
    LEAVES(lm_queue_overwrite(&queue, &message), id, QUEUE_OVERWRITE, LM_BAD_STATE);
    LEAVES(lm_queue_flush(NULL), NOBODY, QUEUE_FLUSH, LM_BAD_OBJECT);
    LEAVES(lm_queue_prioritize(NULL), NOBODY, QUEUE_PRIORITIZE, LM_BAD_OBJECT);
    LEAVES_AND_IS(lm_queue_used(NULL), NOBODY, QUEUE_USED, LM_BAD_OBJECT, 0);
    LEAVES(lm_queue_get_info(&queue, NULL), id, QUEUE_GET_INFO, LM_BAD_ARGUMENT);
    LEAVES(lm_queue_delete(NULL), NOBODY, QUEUE_DELETE, LM_BAD_OBJECT);
}

static void queues_by_priority(void)
{
    static struct lm_priority_queue queue;
    static uint32_t storage[LM_PRIORITY_QUEUE_BYTES(2, 4) / sizeof(uint32_t)];
    uint32_t message = 1;

    begin();
    LEAVES(lm_priority_queue_create(&queue, "", storage, 2, 0, LM_FIFO), NOBODY,
           PRIORITY_QUEUE_CREATE, LM_BAD_ARGUMENT);
    PREPARE(lm_priority_queue_create(&queue, "queue", storage, 2, 4, LM_FIFO));
    unsigned id = queue.queue.object.id;

    LEAVES(lm_priority_queue_create(&queue, "", storage, 2, 4, LM_FIFO), id, QUEUE_CREATE,
           LM_BAD_OBJECT);
    LEAVES(lm_priority_queue_send(NULL, &message, 1, LM_NO_WAIT), NOBODY, PRIORITY_QUEUE_SEND,
           LM_BAD_OBJECT);
    LEAVES(lm_priority_queue_send(&queue, NULL, 1, LM_NO_WAIT), id, PRIORITY_QUEUE_SEND,
           LM_BAD_ARGUMENT);
    LEAVES(lm_priority_queue_receive(&queue, NULL, NULL, LM_NO_WAIT), id, PRIORITY_QUEUE_RECEIVE,
           LM_BAD_ARGUMENT);
    CHECK_STATUS(lm_priority_queue_receive(&queue, &message, NULL, LM_NO_WAIT), LM_UNAVAILABLE);
    WROTE({LM_EVENT_QUEUE_RECEIVE, id, 0, LM_OUTCOME_UNAVAILABLE});
    LEAVES(lm_priority_queue_clear(NULL), NOBODY, PRIORITY_QUEUE_CLEAR, LM_BAD_OBJECT);
}

static void event_flags(void)
{
    static struct lm_event_flags flags;

    begin();
    LEAVES(lm_event_flags_create(NULL, "", LM_FIFO), NOBODY, EVENT_FLAGS_CREATE, LM_BAD_ARGUMENT);
    PREPARE(lm_event_flags_create(&flags, "flags", LM_FIFO));
    unsigned id = flags.object.id;

    LEAVES(lm_event_flags_create(&flags, "", LM_FIFO), id, EVENT_FLAGS_CREATE, LM_BAD_OBJECT);
    LEAVES(lm_event_flags_wait(&flags, 0, LM_ANY, NULL, LM_NO_WAIT), id, EVENT_FLAGS_WAIT,
           LM_BAD_ARGUMENT);
    LEAVES(lm_event_flags_set_and_wait(&flags, 1, 0, LM_ANY, NULL, LM_NO_WAIT), id,
           EVENT_FLAGS_SET_AND_WAIT, LM_BAD_ARGUMENT);
    LEAVES(lm_event_flags_set(NULL, 1), NOBODY, EVENT_FLAGS_SET, LM_BAD_OBJECT);
    LEAVES_AND_IS(lm_event_flags_get(NULL), NOBODY, EVENT_FLAGS_GET, LM_BAD_OBJECT, 0);
    LEAVES(lm_event_flags_clear(NULL, 1), NOBODY, EVENT_FLAGS_CLEAR, LM_BAD_OBJECT);
    LEAVES(lm_event_flags_get_info(&flags, NULL), id, EVENT_FLAGS_GET_INFO, LM_BAD_ARGUMENT);
    LEAVES(lm_event_flags_delete(NULL), NOBODY, EVENT_FLAGS_DELETE, LM_BAD_OBJECT);
}

static void streams(void)
{
    static struct lm_stream stream;
    static unsigned char storage[16];
    uint32_t data = 0;
    size_t room = sizeof data;

    begin();
    LEAVES(lm_stream_create(NULL, "", storage, 16, 1), NOBODY, STREAM_CREATE, LM_BAD_ARGUMENT);
    LEAVES(lm_stream_create(&stream, "", NULL, 16, 1), NOBODY, STREAM_CREATE, LM_BAD_ARGUMENT);
    LEAVES(lm_stream_create(&stream, "", storage, 16, 0), NOBODY, STREAM_CREATE, LM_BAD_ARGUMENT);
    LEAVES(lm_stream_create(&stream, "", storage, 16, 17), NOBODY, STREAM_CREATE, LM_BAD_ARGUMENT);
    PREPARE(lm_stream_create(&stream, "stream", storage, 16, 1));
    unsigned id = stream.object.id;

    LEAVES(lm_stream_create(&stream, "", storage, 16, 1), id, STREAM_CREATE, LM_BAD_OBJECT);
    LEAVES_AND_IS(lm_stream_put(NULL, &data, 1), NOBODY, STREAM_PUT, LM_BAD_OBJECT, 0);
    LEAVES_AND_IS(lm_stream_put(&stream, NULL, 1), id, STREAM_PUT, LM_BAD_ARGUMENT, 0);
    LEAVES_AND_IS(lm_stream_take(NULL, &data, 1), NOBODY, STREAM_TAKE, LM_BAD_OBJECT, 0);
    LEAVES_AND_IS(lm_stream_take(&stream, NULL, 1), id, STREAM_TAKE, LM_BAD_ARGUMENT, 0);
    LEAVES(lm_stream_put_message(NULL, &data, 1), NOBODY, STREAM_PUT_MESSAGE, LM_BAD_OBJECT);
    LEAVES(lm_stream_put_message(&stream, NULL, 1), id, STREAM_PUT_MESSAGE, LM_BAD_ARGUMENT);
    LEAVES(lm_stream_put_message(&stream, &data, 16), id, STREAM_PUT_MESSAGE, LM_BAD_ARGUMENT);
    LEAVES(lm_stream_take_message(NULL, &data, &room), NOBODY, STREAM_TAKE_MESSAGE, LM_BAD_OBJECT);
    LEAVES(lm_stream_take_message(&stream, &data, NULL), id, STREAM_TAKE_MESSAGE, LM_BAD_ARGUMENT);
    LEAVES_AND_IS(lm_stream_next_message(NULL), NOBODY, STREAM_NEXT_MESSAGE, LM_BAD_OBJECT, 0);
    LEAVES(lm_stream_wait_for_space(NULL, 1, LM_NO_WAIT), NOBODY, STREAM_WAIT_FOR_SPACE,
           LM_BAD_OBJECT);
    LEAVES(lm_stream_wait_for_data(NULL, LM_NO_WAIT), NOBODY, STREAM_WAIT_FOR_DATA, LM_BAD_OBJECT);
    LEAVES_AND_IS(lm_stream_used(NULL), NOBODY, STREAM_USED, LM_BAD_OBJECT, 0);
    LEAVES_AND_IS(lm_stream_space(NULL), NOBODY, STREAM_SPACE, LM_BAD_OBJECT, 0);
    LEAVES(lm_stream_set_level(&stream, 0), id, STREAM_SET_LEVEL, LM_BAD_ARGUMENT);
    LEAVES(lm_stream_clear(NULL), NOBODY, STREAM_CLEAR, LM_BAD_OBJECT);
    LEAVES(lm_stream_delete(NULL), NOBODY, STREAM_DELETE, LM_BAD_OBJECT);
}

static void notices(void)
{
    static struct lm_notice notice;
    struct lm_notice_request wait = {.mode = LM_NOTICE_GIVEN + 1};

    begin();
    LEAVES(lm_notice_create(NULL, ""), NOBODY, NOTICE_CREATE, LM_BAD_ARGUMENT);
    PREPARE(lm_notice_create(&notice, "notice"));
    unsigned id = notice.object.id;

    LEAVES(lm_notice_create(&notice, ""), id, NOTICE_CREATE, LM_BAD_OBJECT);
    LEAVES(lm_notice_set(NULL, 1, NULL), NOBODY, NOTICE_SET, LM_BAD_OBJECT);
    LEAVES(lm_notice_increase(NULL, 1, NULL), NOBODY, NOTICE_INCREASE, LM_BAD_OBJECT);
    LEAVES(lm_notice_write(NULL, 1, NULL), NOBODY, NOTICE_WRITE, LM_BAD_OBJECT);
    LEAVES(lm_notice_offer(NULL, 1), NOBODY, NOTICE_OFFER, LM_BAD_OBJECT);
    LEAVES(lm_notice_clear(NULL, 1, NULL), NOBODY, NOTICE_CLEAR, LM_BAD_OBJECT);
    LEAVES(lm_notice_withdraw(NULL), NOBODY, NOTICE_WITHDRAW, LM_BAD_OBJECT);
    LEAVES(lm_notice_wait(&notice, &wait, LM_NO_WAIT), id, NOTICE_WAIT, LM_BAD_ARGUMENT);
    LEAVES_AND_IS(lm_notice_value(NULL), NOBODY, NOTICE_VALUE, LM_BAD_OBJECT, 0);
    LEAVES_AND_IS(lm_notice_signal(NULL, 1), NOBODY, NOTICE_SET, LM_BAD_OBJECT, 0);
    LEAVES_AND_IS(lm_notice_take(NULL, 1, 1, LM_NOTICE_ANY), NOBODY, NOTICE_WAIT, LM_BAD_OBJECT, 0);
    LEAVES(lm_notice_delete(NULL), NOBODY, NOTICE_DELETE, LM_BAD_OBJECT);
}

static void pools(void)
{
    static _Alignas(8) unsigned char area[64], room[512], tiny[8];
    static struct lm_block_pool blocks;
    static struct lm_byte_pool bytes, none;
    void *memory;

    begin();
    LEAVES(lm_block_pool_create(NULL, "", area, 64, 8, LM_FIFO), NOBODY, BLOCK_POOL_CREATE,
           LM_BAD_ARGUMENT);
    PREPARE(lm_block_pool_create(&blocks, "blocks", area, 64, 8, LM_FIFO));
    unsigned id = blocks.object.id;

    LEAVES(lm_block_pool_create(&blocks, "", area, 64, 8, LM_FIFO), id, BLOCK_POOL_CREATE,
           LM_BAD_OBJECT);
    LEAVES(lm_block_allocate(&blocks, NULL, LM_NO_WAIT), id, BLOCK_ALLOCATE, LM_BAD_ARGUMENT);
    LEAVES(lm_block_release(&blocks, room), id, BLOCK_RELEASE, LM_BAD_ARGUMENT);
    LEAVES(lm_block_pool_prioritize(NULL), NOBODY, BLOCK_POOL_PRIORITIZE, LM_BAD_OBJECT);
    LEAVES(lm_block_pool_get_info(&blocks, NULL), id, BLOCK_POOL_GET_INFO, LM_BAD_ARGUMENT);
    LEAVES(lm_block_pool_delete(NULL), NOBODY, BLOCK_POOL_DELETE, LM_BAD_OBJECT);

    LEAVES(lm_byte_pool_create(NULL, "", room, sizeof room, LM_FIFO), NOBODY, BYTE_POOL_CREATE,
           LM_BAD_ARGUMENT);
    LEAVES(lm_byte_pool_create(&none, "", tiny, sizeof tiny, LM_FIFO), NOBODY, BYTE_POOL_CREATE,
           LM_BAD_ARGUMENT);
    PREPARE(lm_byte_pool_create(&bytes, "bytes", room, sizeof room, LM_FIFO));
    id = bytes.object.id;
    LEAVES(lm_byte_pool_create(&bytes, "", room, sizeof room, LM_FIFO), id, BYTE_POOL_CREATE,
           LM_BAD_OBJECT);
    LEAVES(lm_byte_allocate(&bytes, NULL, 8, LM_NO_WAIT), id, BYTE_ALLOCATE, LM_BAD_ARGUMENT);
    LEAVES(lm_byte_allocate(&bytes, &memory, 5000, LM_NO_WAIT), id, BYTE_ALLOCATE, LM_BAD_ARGUMENT);
    LEAVES(lm_byte_release(&bytes, area), id, BYTE_RELEASE, LM_BAD_ARGUMENT);
    LEAVES(lm_byte_pool_prioritize(NULL), NOBODY, BYTE_POOL_PRIORITIZE, LM_BAD_OBJECT);
    LEAVES(lm_byte_pool_get_info(&bytes, NULL), id, BYTE_POOL_GET_INFO, LM_BAD_ARGUMENT);
    LEAVES(lm_byte_pool_count_free(NULL, NULL), NOBODY, BYTE_POOL_COUNT_FREE, LM_BAD_OBJECT);
    LEAVES(lm_byte_pool_count_free(&bytes, NULL), id, BYTE_POOL_COUNT_FREE, LM_BAD_ARGUMENT);
    LEAVES(lm_byte_pool_delete(NULL), NOBODY, BYTE_POOL_DELETE, LM_BAD_OBJECT);
    LEAVES_AND_IS(lm_block_pool_available(NULL), NOBODY, BLOCK_POOL_AVAILABLE, LM_BAD_OBJECT, 0);
    LEAVES_AND_IS(lm_byte_pool_available(NULL), NOBODY, BYTE_POOL_AVAILABLE, LM_BAD_OBJECT, 0);
}

static void delete_bytes(void);
static struct lm_byte_pool bytes_to_delete;

/* An interrupt deletes the pool between two steps of a release. */
static void a_pool_that_vanishes(void)
{
    static _Alignas(8) unsigned char room[1024];
    void *memory, *more;

    begin();
    PREPARE(lm_byte_pool_create(&bytes_to_delete, "bytes", room, sizeof room, LM_FIFO));
    PREPARE(lm_byte_allocate(&bytes_to_delete, &memory, 400, LM_NO_WAIT));
    (void)lm_byte_allocate(&bytes_to_delete, &more, 400, LM_FOREVER);
    CHECK_EQUAL(threads_running(), 1);
    lm_null.handler = delete_bytes;
    lm_null.at_lock = 2;
    CHECK_STATUS(lm_byte_release(&bytes_to_delete, memory), LM_BAD_OBJECT);
    CHECK_EQUAL(lm_null.at_lock, 0);

    unsigned errors = 0;

    for (unsigned i = seen; i < written(); i++) {
        struct row row = row_of(i);

        if (row.event == LM_EVENT_ERROR) {
            CHECK_EQUAL(row.object, NOBODY);
            CHECK_EQUAL(row.a, LM_CALL_BYTE_RELEASE);
            CHECK_EQUAL(row.b, LM_BAD_OBJECT);
            errors++;
        }
    }
    CHECK_EQUAL(errors, 1);
}

static void delete_bytes(void)
{
    CHECK_STATUS(lm_byte_pool_delete(&bytes_to_delete), LM_OK);
}

static void timers(void)
{
    static struct lm_timer timer;

    begin();
    LEAVES(lm_timer_create(NULL, "", nothing, NULL), NOBODY, TIMER_CREATE, LM_BAD_ARGUMENT);
    PREPARE(lm_timer_create(&timer, "timer", nothing, NULL));
    unsigned id = timer.object.id;

    LEAVES(lm_timer_create(&timer, "", nothing, NULL), id, TIMER_CREATE, LM_BAD_OBJECT);
    LEAVES(lm_timer_start(&timer, LM_FOREVER, 0), id, TIMER_START, LM_BAD_ARGUMENT);
    LEAVES(lm_timer_stop(NULL), NOBODY, TIMER_STOP, LM_BAD_OBJECT);
    LEAVES(lm_timer_get_info(&timer, NULL), id, TIMER_GET_INFO, LM_BAD_ARGUMENT);
    LEAVES(lm_timer_delete(NULL), NOBODY, TIMER_DELETE, LM_BAD_OBJECT);
}

static void lives_of_threads(void)
{
    struct lm_thread_config config = threads_config(2, 5, 5);

    begin();
    LEAVES(lm_thread_create(&threads[2], NULL), NOBODY, THREAD_CREATE, LM_BAD_ARGUMENT);
    LEAVES(lm_thread_create(&threads[0], &config), first, THREAD_CREATE, LM_BAD_OBJECT);
    LEAVES(lm_thread_start(&threads[0]), first, THREAD_START, LM_BAD_STATE);
    LEAVES(lm_thread_resume(&threads[1]), second, THREAD_RESUME, LM_BAD_STATE);
    LEAVES(lm_thread_reset(&threads[1]), second, THREAD_RESET, LM_BAD_STATE);
    LEAVES(lm_thread_restart(&threads[1]), second, THREAD_RESTART, LM_BAD_STATE);
    LEAVES(lm_thread_delete(&threads[1]), second, THREAD_DELETE, LM_BAD_STATE);
    LEAVES(lm_thread_abort_wait(&threads[1]), second, THREAD_ABORT_WAIT, LM_BAD_STATE);
    PREPARE(lm_thread_terminate(&threads[1]));
    LEAVES(lm_thread_terminate(&threads[1]), second, THREAD_TERMINATE, LM_BAD_STATE);
    LEAVES(lm_thread_suspend(&threads[1]), second, THREAD_SUSPEND, LM_BAD_STATE);
    PREPARE(lm_thread_delete(&threads[1]));
    LEAVES(lm_thread_start(&threads[1]), NOBODY, THREAD_START, LM_BAD_OBJECT);
    threads[0].object.kind = LM_KIND_MUTEX; /* as if a pointer had been converted */
    LEAVES(lm_thread_suspend(&threads[0]), first, THREAD_SUSPEND, LM_BAD_OBJECT);
    LEAVES(lm_thread_suspend_now(&threads[0]), first, THREAD_SUSPEND_NOW, LM_BAD_OBJECT);
    LEAVES(lm_thread_join(&threads[0], LM_NO_WAIT), first, THREAD_JOIN, LM_BAD_OBJECT);
    threads[0].object.kind = LM_KIND_THREAD;
}

static void settings_of_threads(void)
{
    begin();
    LEAVES(lm_thread_set_priority(&threads[1], 3, 4), second, THREAD_SET_PRIORITY, LM_BAD_ARGUMENT);
    LEAVES(lm_thread_set_threshold(&threads[1], 7, NULL), second, THREAD_SET_THRESHOLD,
           LM_BAD_ARGUMENT);
    LEAVES(lm_thread_set_slice(&threads[1], NULL, 1), second, THREAD_SET_SLICE, LM_BAD_ARGUMENT);
    LEAVES(lm_thread_get_info(&threads[1], NULL), second, THREAD_GET_INFO, LM_BAD_ARGUMENT);
    LEAVES_AND_IS(lm_thread_stack_is_intact(NULL), NOBODY, THREAD_STACK_IS_INTACT, LM_BAD_OBJECT,
                  false);
    LEAVES_AND_IS(lm_thread_stack_unused(NULL), NOBODY, THREAD_STACK_UNUSED, LM_BAD_OBJECT, 0);
    LEAVES(lm_trace_stack(NULL), NOBODY, TRACE_STACK, LM_BAD_OBJECT);
    LEAVES(lm_trace_start(NULL, 0, 0), NOBODY, TRACE_START, LM_BAD_ARGUMENT);
    LEAVES(lm_thread_wait_period(), NOBODY, THREAD_WAIT_PERIOD, LM_BAD_STATE);
    LEAVES(lm_preempt_enable(), NOBODY, PREEMPT_ENABLE, LM_BAD_STATE);
    threads[0].preempt_disabled = UINT16_MAX;
    LEAVES(lm_preempt_disable(), NOBODY, PREEMPT_DISABLE, LM_TOO_MANY);
    threads[0].preempt_disabled = 0;
}

/* An interrupt has the depth 1; the thread is the one that it interrupts. */
static void wrong_contexts(void)
{
    static struct lm_semaphore semaphore;
    static struct lm_mutex mutex;

    begin();
    PREPARE(lm_semaphore_create(&semaphore, "semaphore", 0, LM_FIFO));
    PREPARE(lm_mutex_create(&mutex, "mutex", LM_PLAIN, 0, LM_FIFO));
    null_interrupt_enter();
    LEAVES(lm_semaphore_wait(&semaphore, 1), semaphore.object.id, SEMAPHORE_WAIT, LM_BAD_CONTEXT);
    LEAVES(lm_semaphore_wait_forever(&semaphore), semaphore.object.id, SEMAPHORE_WAIT,
           LM_BAD_CONTEXT);
    LEAVES(lm_mutex_lock(&mutex, LM_NO_WAIT), mutex.object.id, MUTEX_LOCK, LM_BAD_CONTEXT);
    LEAVES(lm_mutex_unlock(&mutex), mutex.object.id, MUTEX_UNLOCK, LM_BAD_CONTEXT);
    LEAVES(lm_thread_yield(), NOBODY, THREAD_YIELD, LM_BAD_CONTEXT);
    LEAVES(lm_thread_sleep(1), NOBODY, THREAD_SLEEP, LM_BAD_CONTEXT);
    LEAVES(lm_thread_sleep_until(1), NOBODY, THREAD_SLEEP_UNTIL, LM_BAD_CONTEXT);
    LEAVES(lm_thread_wait_period(), NOBODY, THREAD_WAIT_PERIOD, LM_BAD_CONTEXT);
    LEAVES(lm_preempt_disable(), NOBODY, PREEMPT_DISABLE, LM_BAD_CONTEXT);
    null_interrupt_exit();
}

/* A filter leaves out errors like other events, and without a trace nothing is recorded. */
static void filters(void)
{
    begin();
    lm_trace_filter(LM_TRACE_CLASS(LM_EVENT_ERROR));
    CHECK_STATUS(lm_thread_start(&threads[0]), LM_BAD_STATE);
    WROTE_NOTHING();
    lm_trace_filter(0);
    LEAVES(lm_thread_start(&threads[0]), first, THREAD_START, LM_BAD_STATE);
    lm_trace_stop();
    CHECK_STATUS(lm_thread_start(&threads[0]), LM_BAD_STATE);
    WROTE_NOTHING();
}

/* Another interface has its own numbers, and the record names the interface. */
static void services(void)
{
    static struct lm_semaphore semaphore;

    begin();
    PREPARE(lm_semaphore_create(&semaphore, "semaphore", 0, LM_FIFO));
    lm_trace_set_api(LM_TRACE_THREADX);
    lm_trace_error(57, &semaphore.object, 30);
    WROTE({LM_EVENT_ERROR, semaphore.object.id, 57, HALVES(30, LM_TRACE_THREADX)});
    lm_trace_error(112, NULL, 19);
    WROTE({LM_EVENT_ERROR, NOBODY, 112, HALVES(19, LM_TRACE_THREADX)});
    lm_trace_set_api(LM_TRACE_LIMEN);
}

static void never(void)
{
}

static void tell(struct lm_observer *observer)
{
    (void)observer;
}

static void observers(void)
{
    static struct lm_observer observer;
    static struct lm_object none;

    begin();
    LEAVES(lm_observer_add(&observer), NOBODY, OBSERVER_ADD, LM_BAD_ARGUMENT);
    observer = (struct lm_observer){.object = &none, .told = tell};
    LEAVES(lm_observer_add(&observer), NOBODY, OBSERVER_ADD, LM_BAD_OBJECT);
    LEAVES(lm_observer_remove(&observer), NOBODY, OBSERVER_REMOVE, LM_BAD_STATE);
}

static void note_switch(struct lm_thread *from, struct lm_thread *to)
{
    (void)from;
    (void)to;
}

/* Calls without an answer. */
static void silent_calls(void)
{
    static struct lm_switch_hook switch_hook;
    static struct lm_interrupt_hook interrupt_hook = {.enter = never};
    static struct lm_object none;

    begin();
    LEAVES_BEHIND(lm_object_attach_counters(&none, NULL), NOBODY, OBJECT_ATTACH_COUNTERS,
                  LM_BAD_OBJECT);
    LEAVES_BEHIND(lm_trace_add(&none), NOBODY, TRACE_ADD, LM_BAD_OBJECT);
    LEAVES_BEHIND(lm_switch_hook_add(&switch_hook), NOBODY, SWITCH_HOOK_ADD, LM_BAD_ARGUMENT);
    LEAVES_BEHIND(lm_interrupt_hook_add(&interrupt_hook), NOBODY, INTERRUPT_HOOK_ADD,
                  LM_BAD_ARGUMENT);
    switch_hook.function = note_switch;
    interrupt_hook.exit = never;
    for (unsigned i = 0; i < 2; i++) { /* a second time the list would be a circle */
        lm_switch_hook_add(&switch_hook);
        lm_interrupt_hook_add(&interrupt_hook);
    }
    WROTE({LM_EVENT_ERROR, NOBODY, LM_CALL_SWITCH_HOOK_ADD, LM_BAD_STATE},
          {LM_EVENT_ERROR, NOBODY, LM_CALL_INTERRUPT_HOOK_ADD, LM_BAD_STATE});
    LEAVES_BEHIND(lm_slices_in(0), NOBODY, SLICES_IN, LM_BAD_ARGUMENT);
    lm_slice_use(lm_cpu());
    LEAVES_BEHIND(lm_slices_in(2), NOBODY, SLICES_IN, LM_BAD_STATE);
    LEAVES_BEHIND(lm_kernel_start(), NOBODY, KERNEL_START, LM_BAD_CONTEXT);
}

int main(void)
{
    silent_calls();
    observers();
    semaphores();
    mutexes();
    queues();
    queues_by_priority();
    event_flags();
    notices();
    streams();
    pools();
    a_pool_that_vanishes();
    timers();
    lives_of_threads();
    settings_of_threads();
    wrong_contexts();
    filters();
    services();
    return 0;
}
