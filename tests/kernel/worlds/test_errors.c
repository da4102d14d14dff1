/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: a wrong call returns the status that its header promises, and changes nothing.
 *
 * Method: each call is made with each mistake: no object, an object of another kind, a deleted one,
 * bad arguments; and in each wrong context: in an interrupt, at start-up, with preemption or
 * interrupts disabled.
 */
#include "check.h"
#include "port.h"
#include "threads.h"
#include <string.h>

static struct lm_semaphore semaphore;
static struct lm_mutex mutex;
static struct lm_queue queue;
static struct lm_timer timer;
static uint32_t storage[4];
static uint32_t message;

static void nothing(void *argument)
{
    (void)argument;
}

/* Thread 0 runs; there is one object of each kind. */
static void begin(void)
{
    THREADS_BEGIN(1, 2);
    CHECK_STATUS(lm_semaphore_create(&semaphore, "semaphore", 0, LM_FIFO), LM_OK);
    CHECK_STATUS(lm_mutex_create(&mutex, "mutex", LM_PLAIN, 0, LM_FIFO), LM_OK);
    CHECK_STATUS(lm_queue_create(&queue, "queue", storage, 4, 4, LM_FIFO), LM_OK);
    CHECK_STATUS(lm_timer_create(&timer, "timer", nothing, NULL), LM_OK);
    CHECK_EQUAL(threads_running(), 0);
}

/* Make all calls about an object with a pointer to something else. */
static void check_calls_of_no_object(void *object)
{
    struct lm_thread_info info;

    CHECK_STATUS(lm_thread_start(object), LM_BAD_OBJECT);
    CHECK_STATUS(lm_thread_suspend(object), LM_BAD_OBJECT);
    CHECK_STATUS(lm_thread_resume(object), LM_BAD_OBJECT);
    CHECK_STATUS(lm_thread_terminate(object), LM_BAD_OBJECT);
    CHECK_STATUS(lm_thread_restart(object), LM_BAD_OBJECT);
    CHECK_STATUS(lm_thread_delete(object), LM_BAD_OBJECT);
    CHECK_STATUS(lm_thread_set_priority(object, 1, 1), LM_BAD_OBJECT);
    CHECK_STATUS(lm_thread_set_threshold(object, 1, NULL), LM_BAD_OBJECT);
    CHECK_STATUS(lm_thread_set_slice(object, &(struct lm_slice){0}, 1), LM_BAD_OBJECT);
    CHECK_STATUS(lm_thread_set_slice(object, NULL, 1), LM_BAD_ARGUMENT);
    CHECK_STATUS(lm_thread_get_info(object, &info), LM_BAD_OBJECT);
    CHECK_STATUS(lm_semaphore_wait(object, LM_NO_WAIT), LM_BAD_OBJECT);
    CHECK_STATUS(lm_semaphore_post(object), LM_BAD_OBJECT);
    CHECK_STATUS(lm_semaphore_delete(object), LM_BAD_OBJECT);
    CHECK_STATUS(lm_mutex_lock(object, LM_NO_WAIT), LM_BAD_OBJECT);
    CHECK_STATUS(lm_mutex_unlock(object), LM_BAD_OBJECT);
    CHECK_STATUS(lm_mutex_delete(object), LM_BAD_OBJECT);
    CHECK_STATUS(lm_queue_send(object, &message, LM_NO_WAIT), LM_BAD_OBJECT);
    CHECK_STATUS(lm_queue_receive(object, &message, LM_NO_WAIT), LM_BAD_OBJECT);
    CHECK_STATUS(lm_queue_delete(object), LM_BAD_OBJECT);
    CHECK_STATUS(lm_timer_start(object, 1, 0), LM_BAD_OBJECT);
    CHECK_STATUS(lm_timer_stop(object), LM_BAD_OBJECT);
    CHECK_STATUS(lm_timer_delete(object), LM_BAD_OBJECT);
}

static void check_more_calls_of_no_object(void *object)
{
    CHECK_STATUS(lm_thread_reset(object), LM_BAD_OBJECT);
    CHECK_STATUS(lm_thread_abort_wait(object), LM_BAD_OBJECT);
    CHECK_STATUS(lm_semaphore_post_below(object, 1), LM_BAD_OBJECT);
    CHECK_STATUS(lm_semaphore_prioritize(object), LM_BAD_OBJECT);
    CHECK_STATUS(lm_semaphore_get_info(object, NULL), LM_BAD_OBJECT);
    CHECK_STATUS(lm_mutex_prioritize(object), LM_BAD_OBJECT);
    CHECK_STATUS(lm_mutex_get_info(object, NULL), LM_BAD_OBJECT);
    CHECK_STATUS(lm_queue_send_front(object, &message, LM_NO_WAIT), LM_BAD_OBJECT);
    CHECK_STATUS(lm_queue_flush(object), LM_BAD_OBJECT);
    CHECK_STATUS(lm_queue_prioritize(object), LM_BAD_OBJECT);
    CHECK_STATUS(lm_queue_get_info(object, NULL), LM_BAD_OBJECT);
    CHECK_STATUS(lm_timer_get_info(object, NULL), LM_BAD_OBJECT);
    CHECK_STATUS(lm_event_flags_set(object, 1), LM_BAD_OBJECT);
    CHECK_STATUS(lm_event_flags_clear(object, 1), LM_BAD_OBJECT);
    CHECK_STATUS(lm_event_flags_wait(object, 1, LM_ANY, NULL, LM_NO_WAIT), LM_BAD_OBJECT);
    CHECK_STATUS(lm_event_flags_delete(object), LM_BAD_OBJECT);
    CHECK_STATUS(lm_event_flags_get_info(object, NULL), LM_BAD_OBJECT);
    CHECK_STATUS(lm_block_allocate(object, NULL, LM_NO_WAIT), LM_BAD_OBJECT);
    CHECK_STATUS(lm_block_release(object, NULL), LM_BAD_OBJECT);
    CHECK_STATUS(lm_block_pool_delete(object), LM_BAD_OBJECT);
    CHECK_STATUS(lm_block_pool_prioritize(object), LM_BAD_OBJECT);
    CHECK_STATUS(lm_block_pool_get_info(object, NULL), LM_BAD_OBJECT);
    CHECK_STATUS(lm_byte_allocate(object, NULL, 1, LM_NO_WAIT), LM_BAD_OBJECT);
    CHECK_STATUS(lm_byte_release(object, NULL), LM_BAD_OBJECT);
    CHECK_STATUS(lm_byte_pool_delete(object), LM_BAD_OBJECT);
    CHECK_STATUS(lm_byte_pool_prioritize(object), LM_BAD_OBJECT);
    CHECK_STATUS(lm_byte_pool_get_info(object, NULL), LM_BAD_OBJECT);
}

static void questions_about_nothing_have_an_answer(void)
{
    static struct lm_thread never_created;

    CHECK_SAME(lm_mutex_owner(NULL), NULL);
    CHECK_EQUAL(lm_semaphore_count(NULL), 0);
    CHECK_EQUAL(lm_queue_used(NULL), 0);
    CHECK_EQUAL(lm_thread_stack_unused(NULL), 0);
    CHECK(!lm_thread_stack_is_intact(NULL));
    CHECK_EQUAL(lm_thread_stack_unused(&never_created), 0);
}

static void what_is_no_object_is_refused(void)
{
    static union {
        struct lm_thread thread;
        struct lm_queue queue;
        struct lm_mutex mutex;
    } zeros; /* never created */

    begin();
    check_calls_of_no_object(NULL);
    check_calls_of_no_object(&zeros);
    check_more_calls_of_no_object(NULL);
    check_more_calls_of_no_object(&zeros);
}

static void an_object_of_another_kind_is_refused(void)
{
    begin();
    semaphore.object.kind = LM_KIND_MUTEX; /* as if a pointer had been converted */
    CHECK_STATUS(lm_semaphore_post(&semaphore), LM_BAD_OBJECT);
    threads[1].object.kind = LM_KIND_QUEUE;
    CHECK_STATUS(lm_thread_suspend(&threads[1]), LM_BAD_OBJECT);
}

static void a_deleted_object_is_refused(void)
{
    begin();
    CHECK_STATUS(lm_semaphore_delete(&semaphore), LM_OK);
    CHECK_STATUS(lm_semaphore_post(&semaphore), LM_BAD_OBJECT);
    CHECK_STATUS(lm_mutex_delete(&mutex), LM_OK);
    CHECK_STATUS(lm_mutex_lock(&mutex, LM_NO_WAIT), LM_BAD_OBJECT);
    CHECK_STATUS(lm_queue_delete(&queue), LM_OK);
    CHECK_STATUS(lm_queue_send(&queue, &message, LM_NO_WAIT), LM_BAD_OBJECT);
    CHECK_STATUS(lm_timer_delete(&timer), LM_OK);
    CHECK_STATUS(lm_timer_start(&timer, 1, 0), LM_BAD_OBJECT);
    CHECK_STATUS(lm_thread_terminate(&threads[1]), LM_OK);
    CHECK_STATUS(lm_thread_delete(&threads[1]), LM_OK);
    CHECK_STATUS(lm_thread_restart(&threads[1]), LM_BAD_OBJECT);
}

static void bad_configurations_are_refused(void)
{
    static struct lm_period periods[] = {
        LM_PERIOD(LM_UNTIL_FLAG, 0, 0),
        LM_PERIOD(0, 0, 0),
        LM_PERIOD(1, LM_UNTIL_FLAG, 0),
        {.length = 1},
    };
    struct lm_thread thread;
    struct lm_thread_config good = threads_config(2, 5, 3);
    struct lm_thread_config bad = good;

    begin();
    CHECK_STATUS(lm_thread_create(NULL, &good), LM_BAD_ARGUMENT);
    CHECK_STATUS(lm_thread_create(&thread, NULL), LM_BAD_ARGUMENT);
    bad.entry = NULL;
    CHECK_STATUS(lm_thread_create(&thread, &bad), LM_BAD_ARGUMENT);
    bad = good;
    bad.stack = NULL;
    CHECK_STATUS(lm_thread_create(&thread, &bad), LM_BAD_ARGUMENT);
    bad.stack = (char *)good.stack + 1;
    CHECK_STATUS(lm_thread_create(&thread, &bad), LM_BAD_ARGUMENT);
    bad = good;
    bad.stack_bytes = LM_PORT_STACK_MIN - 1;
    CHECK_STATUS(lm_thread_create(&thread, &bad), LM_BAD_ARGUMENT);
    bad = good;
    bad.priority = LM_LEVELS;
    CHECK_STATUS(lm_thread_create(&thread, &bad), LM_BAD_ARGUMENT);
    bad = good;
    for (unsigned i = 0; i < sizeof periods / sizeof periods[0]; i++) {
        bad.period = &periods[i];
        CHECK_STATUS(lm_thread_create(&thread, &bad), LM_BAD_ARGUMENT);
    }
    bad = good;
    bad.slice = &(struct lm_slice){.ticks = 1};
    CHECK_STATUS(lm_thread_create(&thread, &bad), LM_BAD_ARGUMENT);
    bad.slice = &(struct lm_slice)LM_SLICE(0); /* it would end at once, each time */
    CHECK_STATUS(lm_thread_create(&thread, &bad), LM_BAD_ARGUMENT);
    bad = good;
    bad.threshold = 6;
    CHECK_STATUS(lm_thread_create(&thread, &bad), LM_BAD_ARGUMENT);
    CHECK_STATUS(lm_thread_create(&thread, &good), LM_OK);
}

static void bad_arguments_are_refused(void)
{
    static unsigned char bytes[4];
    unsigned previous = 0;

    begin();
    CHECK_STATUS(lm_semaphore_create(NULL, "", 0, LM_FIFO), LM_BAD_ARGUMENT);
    CHECK_STATUS(lm_semaphore_create(&semaphore, "", 0, (enum lm_order)2), LM_BAD_ARGUMENT);
    CHECK_STATUS(lm_mutex_create(NULL, "", LM_PLAIN, 0, LM_FIFO), LM_BAD_ARGUMENT);
    CHECK_STATUS(lm_mutex_create(&mutex, "", (enum lm_protocol)3, 0, LM_FIFO), LM_BAD_ARGUMENT);
    CHECK_STATUS(lm_mutex_create(&mutex, "", LM_PLAIN, 0, (enum lm_order)2), LM_BAD_ARGUMENT);
    CHECK_STATUS(lm_mutex_create(&mutex, "", LM_CEILING, LM_LEVELS, LM_FIFO), LM_BAD_ARGUMENT);
    CHECK_STATUS(lm_mutex_delete(&mutex), LM_OK);
    CHECK_STATUS(lm_mutex_create(&mutex, "", LM_INHERIT, LM_LEVELS, LM_FIFO), LM_OK);
    CHECK_STATUS(lm_queue_create(NULL, "", bytes, 1, 1, LM_FIFO), LM_BAD_ARGUMENT);
    CHECK_STATUS(lm_queue_create(&queue, "", NULL, 1, 1, LM_FIFO), LM_BAD_ARGUMENT);
    CHECK_STATUS(lm_queue_create(&queue, "", bytes, 0, 1, LM_FIFO), LM_BAD_ARGUMENT);
    CHECK_STATUS(lm_queue_create(&queue, "", bytes, 1, 0, LM_FIFO), LM_BAD_ARGUMENT);
    CHECK_STATUS(lm_queue_create(&queue, "", bytes, 65536, 65536, LM_FIFO), LM_BAD_ARGUMENT);
    CHECK_STATUS(lm_queue_create(&queue, "", bytes, 1, 1, (enum lm_order)2), LM_BAD_ARGUMENT);
    CHECK_STATUS(lm_queue_send(&queue, NULL, LM_NO_WAIT), LM_BAD_ARGUMENT);
    CHECK_STATUS(lm_queue_send_front(&queue, NULL, LM_NO_WAIT), LM_BAD_ARGUMENT);
    CHECK_STATUS(lm_queue_receive(&queue, NULL, LM_NO_WAIT), LM_BAD_ARGUMENT);
    CHECK_STATUS(lm_timer_create(NULL, "", nothing, NULL), LM_BAD_ARGUMENT);
    CHECK_STATUS(lm_timer_create(&timer, "", NULL, NULL), LM_BAD_ARGUMENT);
    CHECK_STATUS(lm_timer_start(&timer, LM_FOREVER, 0), LM_BAD_ARGUMENT);
    CHECK_STATUS(lm_timer_start(&timer, 1, LM_UNTIL_FLAG), LM_BAD_ARGUMENT);
    CHECK_STATUS(lm_thread_set_priority(&threads[0], LM_LEVELS, 0), LM_BAD_ARGUMENT);
    CHECK_STATUS(lm_thread_set_priority(&threads[0], 3, 4), LM_BAD_ARGUMENT);
    previous = 77;
    CHECK_STATUS(lm_thread_set_threshold(&threads[0], 2, &previous), LM_BAD_ARGUMENT);
    CHECK_EQUAL(previous, 77);
    CHECK_STATUS(lm_thread_get_info(&threads[0], NULL), LM_BAD_ARGUMENT);
}

static void an_answer_needs_a_place(void)
{
    static struct lm_event_flags flags;
    static struct lm_block_pool blocks;
    static struct lm_byte_pool bytes;
    static _Alignas(8) unsigned char area[512];

    begin();
    CHECK_STATUS(lm_event_flags_create(&flags, "flags", LM_FIFO), LM_OK);
    CHECK_STATUS(lm_block_pool_create(&blocks, "blocks", area, 64, 8, LM_FIFO), LM_OK);
    CHECK_STATUS(lm_byte_pool_create(&bytes, "bytes", area, sizeof area, LM_FIFO), LM_OK);
    CHECK_STATUS(lm_semaphore_get_info(&semaphore, NULL), LM_BAD_ARGUMENT);
    CHECK_STATUS(lm_mutex_get_info(&mutex, NULL), LM_BAD_ARGUMENT);
    CHECK_STATUS(lm_queue_get_info(&queue, NULL), LM_BAD_ARGUMENT);
    CHECK_STATUS(lm_timer_get_info(&timer, NULL), LM_BAD_ARGUMENT);
    CHECK_STATUS(lm_event_flags_get_info(&flags, NULL), LM_BAD_ARGUMENT);
    CHECK_STATUS(lm_block_pool_get_info(&blocks, NULL), LM_BAD_ARGUMENT);
    CHECK_STATUS(lm_byte_pool_get_info(&bytes, NULL), LM_BAD_ARGUMENT);
}

static void check_calls_that_may_not_wait(void)
{
    int running = threads_running();

    CHECK_STATUS(lm_thread_sleep(1), LM_BAD_CONTEXT);
    CHECK_STATUS(lm_thread_sleep_until(1), LM_BAD_CONTEXT);
    CHECK_STATUS(lm_thread_yield(), LM_BAD_CONTEXT);
    CHECK_STATUS(lm_thread_wait_period(), LM_BAD_CONTEXT);
    CHECK_STATUS(lm_semaphore_wait(&semaphore, 1), LM_BAD_CONTEXT);
    CHECK_STATUS(lm_queue_receive(&queue, &message, LM_FOREVER), LM_BAD_CONTEXT);
    CHECK_STATUS(lm_queue_send(&queue, &message, LM_FOREVER), LM_BAD_CONTEXT);
    CHECK_STATUS(lm_queue_send_front(&queue, &message, LM_FOREVER), LM_BAD_CONTEXT);
    CHECK_STATUS(lm_mutex_lock(&mutex, LM_NO_WAIT), LM_BAD_CONTEXT);
    /* Calls that do not wait are allowed everywhere. */
    CHECK_STATUS(lm_semaphore_wait(&semaphore, LM_NO_WAIT), LM_UNAVAILABLE);
    CHECK_STATUS(lm_semaphore_post(&semaphore), LM_OK);
    CHECK_STATUS(lm_semaphore_wait(&semaphore, LM_NO_WAIT), LM_OK);
    CHECK_STATUS(lm_queue_receive(&queue, &message, LM_NO_WAIT), LM_UNAVAILABLE);
    CHECK_STATUS(lm_queue_send(&queue, &message, LM_NO_WAIT), LM_OK);
    CHECK_STATUS(lm_queue_receive(&queue, &message, LM_NO_WAIT), LM_OK);
    CHECK_EQUAL(threads_running(), running);
}

static void nothing_waits_where_it_may_not(void)
{
    begin();
    null_interrupt_enter();
    CHECK(lm_in_interrupt());
    check_calls_that_may_not_wait();
    CHECK_STATUS(lm_mutex_unlock(&mutex), LM_BAD_CONTEXT);
    CHECK_STATUS(lm_preempt_disable(), LM_BAD_CONTEXT);
    CHECK_STATUS(lm_preempt_enable(), LM_BAD_CONTEXT);
    null_interrupt_exit();
    CHECK(!lm_in_interrupt());

    CHECK_STATUS(lm_preempt_disable(), LM_OK);
    check_calls_that_may_not_wait();
    CHECK_STATUS(lm_thread_suspend(&threads[0]), LM_BAD_CONTEXT);
    CHECK_STATUS(lm_preempt_enable(), LM_OK);

    uint32_t key = lm_interrupts_disable();

    check_calls_that_may_not_wait();
    CHECK_STATUS(lm_thread_suspend(&threads[0]), LM_BAD_CONTEXT);
    CHECK_STATUS(lm_thread_terminate(&threads[0]), LM_BAD_CONTEXT);
    CHECK_STATUS(lm_preempt_disable(), LM_BAD_CONTEXT); /* a switch is decided already */
    CHECK_STATUS(lm_preempt_enable(), LM_BAD_STATE);
    lm_interrupts_enable(key);
}

static void nothing_waits_at_start_up(void)
{
    struct lm_thread_config config = threads_config(0, 1, 1);

    lm_kernel_init();
    CHECK_STATUS(lm_thread_create(&threads[0], &config), LM_OK);
    CHECK_STATUS(lm_semaphore_create(&semaphore, "semaphore", 0, LM_FIFO), LM_OK);
    CHECK_STATUS(lm_semaphore_wait(&semaphore, 1), LM_BAD_CONTEXT);
    CHECK_STATUS(lm_thread_sleep(1), LM_BAD_CONTEXT);
    CHECK_STATUS(lm_preempt_disable(), LM_BAD_CONTEXT);
    CHECK_STATUS(lm_preempt_enable(), LM_BAD_CONTEXT);
    lm_interrupts_enable(0); /* nor after the program has enabled interrupts */
    CHECK_STATUS(lm_thread_sleep(1), LM_BAD_CONTEXT);
    CHECK_STATUS(lm_preempt_disable(), LM_BAD_CONTEXT);
    CHECK_STATUS(lm_semaphore_delete(&semaphore), LM_OK);
    lm_kernel_start();
    CHECK_STATUS(lm_thread_sleep(1), LM_OK);
    CHECK_EQUAL(threads_running(), -1);
}

static void states_that_do_not_allow_a_call_are_told(void)
{
    struct lm_thread_config config = threads_config(2, 5, 5);

    begin();
    CHECK_STATUS(lm_thread_start(&threads[0]), LM_BAD_STATE);
    CHECK_STATUS(lm_thread_resume(&threads[0]), LM_BAD_STATE);
    CHECK_STATUS(lm_thread_restart(&threads[0]), LM_BAD_STATE);
    CHECK_STATUS(lm_thread_reset(&threads[0]), LM_BAD_STATE);
    CHECK_STATUS(lm_thread_delete(&threads[0]), LM_BAD_STATE);
    CHECK_STATUS(lm_thread_wait_period(), LM_BAD_STATE);
    CHECK_STATUS(lm_preempt_enable(), LM_BAD_STATE);
    config.suspended = true;
    CHECK_STATUS(lm_thread_create(&threads[2], &config), LM_OK);
    CHECK_STATUS(lm_thread_suspend(&threads[2]), LM_OK); /* it is suspended */
    CHECK_STATUS(lm_thread_restart(&threads[2]), LM_BAD_STATE);
    CHECK_STATUS(lm_thread_terminate(&threads[2]), LM_OK);
    CHECK_STATUS(lm_thread_terminate(&threads[2]), LM_BAD_STATE);
    CHECK_STATUS(lm_thread_start(&threads[2]), LM_BAD_STATE);
    CHECK_STATUS(lm_thread_suspend(&threads[2]), LM_BAD_STATE);
    CHECK_STATUS(lm_thread_resume(&threads[2]), LM_BAD_STATE);
    CHECK_STATUS(lm_thread_suspend(&threads[1]), LM_OK);
    CHECK_STATUS(lm_thread_start(&threads[1]), LM_BAD_STATE);
}

static void statuses_have_names(void)
{
    CHECK_TEXT(lm_status_name(LM_OK), "LM_OK");
    CHECK_TEXT(lm_status_name(LM_OVERRUN), "LM_OVERRUN");
    CHECK_TEXT(lm_status_name(LM_BAD_CONTEXT), "LM_BAD_CONTEXT");
    CHECK_TEXT(lm_status_name(LM_TOO_MANY), "LM_TOO_MANY");
    CHECK_TEXT(lm_status_name(LM_OWNER_DIED), "LM_OWNER_DIED");
    CHECK_TEXT(lm_status_name((enum lm_status)(LM_OWNER_DIED + 1)), "unknown status");
}

int main(void)
{
    what_is_no_object_is_refused();
    questions_about_nothing_have_an_answer();
    an_object_of_another_kind_is_refused();
    a_deleted_object_is_refused();
    bad_configurations_are_refused();
    bad_arguments_are_refused();
    an_answer_needs_a_place();
    nothing_waits_where_it_may_not();
    nothing_waits_at_start_up();
    states_that_do_not_allow_a_call_are_told();
    statuses_have_names();
    return 0;
}
