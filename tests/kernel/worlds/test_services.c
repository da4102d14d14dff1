/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: the information that the kernel gives is correct: the counters of a thread, the state of a
 * timer and of event flags, the clock that can be set, whether interrupts are off.
 *
 * Method: examples. The test makes the calls as the running thread.
 */
#include "check.h"
#include "port.h"
#include "threads.h"
#include <string.h>

static struct lm_counters counters[3];
static struct lm_semaphore semaphore;
static struct lm_timer timer;
static struct lm_timer_info info_in_function;

/* Threads 0, 1 and 2 have the priorities 5, 6 and 3 and counters. Thread 2 is suspended. */
static void begin(void)
{
    static const unsigned priorities[] = {5, 6, 3};

    lm_kernel_init();
    memset(counters, 0xFF, sizeof counters);
    for (unsigned i = 0; i < 3; i++) {
        struct lm_thread_config config = threads_config(i, priorities[i], priorities[i]);

        counters[i] = (struct lm_counters){0};
        config.counters = &counters[i];
        config.suspended = i == 2;
        CHECK_STATUS(lm_thread_create(&threads[i], &config), LM_OK);
    }
    CHECK_STATUS(lm_semaphore_create(&semaphore, "semaphore", 0, LM_FIFO), LM_OK);
    lm_kernel_start();
    CHECK_EQUAL(threads_running(), 0);
}

static void runs_are_switches_to_a_thread(void)
{
    begin();
    CHECK_EQUAL(counters[0].runs, 1);
    CHECK_EQUAL(counters[1].runs, 0);
    CHECK_STATUS(lm_thread_yield(), LM_OK); /* no other thread is ready */
    CHECK_EQUAL(counters[0].runs, 1);
    CHECK_STATUS(lm_thread_start(&threads[2]), LM_OK);
    CHECK_STATUS(lm_thread_suspend(&threads[2]), LM_OK);
    CHECK_EQUAL(counters[2].runs, 1);
    CHECK_EQUAL(counters[0].runs, 2);
    CHECK_STATUS(lm_thread_sleep(1), LM_OK);
    CHECK_EQUAL(counters[1].runs, 1);
    CHECK_STATUS(lm_thread_sleep(5), LM_OK); /* the idle thread runs, which is not counted */
    null_run_until(1);
    CHECK_EQUAL(counters[0].runs, 3);
    CHECK_EQUAL(lm_kernel_counters().runs, 5);
}

static void timeouts_are_waits_for_objects_that_ended_by_their_time(void)
{
    begin();
    CHECK_STATUS(lm_thread_sleep(1), LM_OK);
    null_run_until(1);
    CHECK_EQUAL(counters[0].timeouts, 0); /* the end of a sleep is not a timeout */
    (void)lm_semaphore_wait(&semaphore, 1);
    null_run_until(2);
    CHECK_EQUAL(counters[0].timeouts, 1);
    (void)lm_semaphore_wait(&semaphore, 10);
    CHECK_STATUS(lm_semaphore_post(&semaphore), LM_OK);
    (void)lm_semaphore_wait(&semaphore, LM_NO_WAIT);
    CHECK_EQUAL(counters[0].timeouts, 1);
    (void)lm_semaphore_wait(&semaphore, 10);
    CHECK_STATUS(lm_thread_suspend(&threads[0]), LM_OK);
    null_run_until(20); /* even if it does not run yet */
    CHECK_EQUAL(counters[0].timeouts, 2);
    CHECK_EQUAL(counters[1].timeouts, 0);
    CHECK_EQUAL(lm_kernel_counters().timeouts, 2);
}

static void aborts_are_waits_that_another_thread_ended(void)
{
    begin();
    CHECK_STATUS(lm_thread_sleep(10), LM_OK);
    CHECK_EQUAL(threads_running(), 1);
    CHECK_STATUS(lm_thread_abort_wait(&threads[0]), LM_OK);
    CHECK_EQUAL(counters[0].aborts, 1);
    CHECK_STATUS(lm_thread_abort_wait(&threads[0]), LM_BAD_STATE);
    (void)lm_semaphore_wait(&semaphore, 10);
    CHECK_STATUS(lm_thread_abort_wait(&threads[0]), LM_OK);
    CHECK_EQUAL(counters[0].aborts, 2);
    CHECK_EQUAL(counters[0].timeouts, 0);
    CHECK_EQUAL(counters[1].aborts, 0);
    CHECK_EQUAL(lm_kernel_counters().aborts, 2);
}

static void a_thread_knows_who_preempted_it_last(void)
{
    begin();
    CHECK_SAME(counters[0].preempted_by, NULL);
    CHECK_STATUS(lm_thread_sleep(1), LM_OK);
    null_run_until(1); /* thread 0 preempts thread 1 in an interrupt */
    CHECK_SAME(counters[1].preempted_by, &threads[0]);
    CHECK_STATUS(lm_thread_start(&threads[2]), LM_OK); /* by a call */
    CHECK_SAME(counters[0].preempted_by, &threads[2]);
    CHECK_STATUS(lm_thread_suspend(&threads[2]), LM_OK); /* a thread that leaves is not preempted */
    CHECK_STATUS(lm_thread_suspend(&threads[0]), LM_OK);
    CHECK_STATUS(lm_thread_yield(), LM_OK);
    CHECK_SAME(counters[2].preempted_by, NULL);
    CHECK_SAME(counters[0].preempted_by, &threads[2]);
    CHECK_SAME(counters[1].preempted_by, &threads[0]);
    CHECK_SAME(lm_kernel_counters().preempted_by, NULL);
}

static void ask_in_the_function(void *argument)
{
    (void)argument;
    CHECK_STATUS(lm_timer_get_info(&timer, &info_in_function), LM_OK);
}

static void expect_timer(bool active, uint64_t remaining, uint64_t period)
{
    struct lm_timer_info info;

    CHECK_STATUS(lm_timer_get_info(&timer, &info), LM_OK);
    CHECK_TEXT(info.name, "timer");
    CHECK_EQUAL(info.active, active);
    CHECK_EQUAL(info.remaining, remaining);
    CHECK_EQUAL(info.period, period);
}

static void a_timer_tells_how_it_stands(void)
{
    begin();
    memset(&timer, 0xA5, sizeof timer); /* whatever was there */
    CHECK_STATUS(lm_timer_create(&timer, "timer", ask_in_the_function, NULL), LM_OK);
    expect_timer(false, 0, 0);
    CHECK_STATUS(lm_timer_start(&timer, 10, 0), LM_OK);
    expect_timer(true, 10, 0);
    null_run_until(9);
    expect_timer(true, 1, 0);
    null_run_until(10);
    expect_timer(false, 0, 0);
    CHECK(!info_in_function.active);
    CHECK_STATUS(lm_timer_start(&timer, LM_UNTIL(30), 7), LM_OK);
    expect_timer(true, 20, 7);
    null_run_until(30);
    CHECK(info_in_function.active);
    CHECK_EQUAL(info_in_function.remaining, 7);
    null_run_until(32);
    expect_timer(true, 5, 7);
    uint32_t key = lm_interrupts_disable();

    null_creep(6); /* it is due, and has not been served */
    expect_timer(true, 0, 7);
    lm_interrupts_enable(key);
    expect_timer(true, 6, 7);
    CHECK_STATUS(lm_timer_stop(&timer), LM_OK);
    expect_timer(false, 0, 0);
}

static void event_flags_tell_their_bits_and_who_waits(void)
{
    struct lm_event_flags flags;
    struct lm_event_flags_info info;

    begin();
    memset(&flags, 0xA5, sizeof flags); /* whatever was there */
    CHECK_STATUS(lm_event_flags_create(&flags, "flags", LM_BY_PRIORITY), LM_OK);
    CHECK_STATUS(lm_event_flags_get_info(&flags, &info), LM_OK);
    CHECK_EQUAL(info.waiters.count, 0);
    CHECK_STATUS(lm_event_flags_set(&flags, 6), LM_OK);
    (void)lm_event_flags_wait(&flags, 1, LM_ANY, NULL, LM_FOREVER);
    (void)lm_event_flags_wait(&flags, 9, LM_ANY, NULL, LM_FOREVER);
    CHECK_STATUS(lm_event_flags_get_info(&flags, &info), LM_OK);
    CHECK_TEXT(info.name, "flags");
    CHECK_EQUAL(info.bits, 6);
    CHECK_SAME(info.waiters.first, &threads[0]);
    CHECK_EQUAL(info.waiters.count, 2);
    CHECK_EQUAL(threads[1].waits_for, LM_WAITS_FOR_EVENTS);
    CHECK_STATUS(lm_event_flags_delete(&flags), LM_OK);
}

static void a_queue_tells_how_it_stands(void)
{
    static unsigned char storage[2];
    struct lm_queue queue;
    struct lm_queue_info info;

    begin();
    CHECK_STATUS(lm_queue_create(&queue, "queue", storage, 1, 1, LM_FIFO), LM_OK); /* the least */
    CHECK_STATUS(lm_queue_delete(&queue), LM_OK);
    CHECK_STATUS(lm_queue_create(&queue, "queue", storage, LM_AREA_BYTES_MAX, 1, LM_FIFO), LM_OK);
    CHECK_STATUS(lm_queue_delete(&queue), LM_OK);
    CHECK_STATUS(lm_queue_create(&queue, "queue", storage, LM_AREA_BYTES_MAX + 1U, 1, LM_FIFO),
                 LM_BAD_ARGUMENT);
    CHECK_STATUS(lm_queue_create(&queue, "queue", storage, 2, 1, LM_FIFO), LM_OK);
    CHECK_EQUAL(queue.available, 2);
    CHECK_STATUS(lm_queue_send(&queue, "a", LM_NO_WAIT), LM_OK);
    CHECK_EQUAL(queue.available, 1); /* the value that the services of ThreadX return */
    CHECK_EQUAL(lm_queue_used(&queue), 1);
    CHECK_EQUAL(lm_queue_used(NULL), 0);
    CHECK_STATUS(lm_queue_get_info(&queue, &info), LM_OK);
    CHECK_TEXT(info.name, "queue");
    CHECK_EQUAL(info.used, 1);
    CHECK_EQUAL(info.capacity, 2);
    CHECK_EQUAL(info.message_bytes, 1);
    CHECK_STATUS(lm_queue_flush(&queue), LM_OK);
    CHECK_EQUAL(queue.available, 2);
}

static void a_slice_is_told(void)
{
    struct lm_thread_info info;

    begin();
    CHECK_STATUS(lm_thread_set_slice(&threads[0], &threads_slice[0], 12), LM_OK);
    null_run_until(5);
    CHECK_STATUS(lm_thread_get_info(&threads[0], &info), LM_OK);
    CHECK_EQUAL(info.slice, 12);
    CHECK(!info.suspend_pending);
}

static void the_clock_can_be_set_and_nothing_else_moves(void)
{
    begin();
    CHECK_EQUAL(lm_time_get(), 0);
    null_run_until(10);
    CHECK_EQUAL(lm_time_get(), 10);
    lm_time_set(5); /* back */
    CHECK_EQUAL(lm_time_get(), 5);
    CHECK_EQUAL(lm_now(), 10);
    CHECK_STATUS(lm_thread_sleep(5), LM_OK);
    lm_time_set(UINT64_MAX - 1);
    null_run_until(14);
    CHECK_EQUAL(threads_running(), 1);
    CHECK_EQUAL(lm_time_get(), 2); /* after one wrap */
    null_run_until(15);
    CHECK_EQUAL(threads_running(), 0);
    begin();
    CHECK_EQUAL(lm_time_get(), 0);
}

static void interrupts_are_off_at_start_up_and_between_the_calls(void)
{
    lm_kernel_init();
    CHECK(lm_interrupts_are_disabled());
    begin();
    CHECK(!lm_interrupts_are_disabled());
    uint32_t outer = lm_interrupts_disable();
    uint32_t inner = lm_interrupts_disable();

    CHECK(lm_interrupts_are_disabled());
    lm_interrupts_enable(inner);
    CHECK(lm_interrupts_are_disabled());
    lm_interrupts_enable(outer);
    CHECK(!lm_interrupts_are_disabled());
    null_interrupt_enter();
    CHECK(!lm_interrupts_are_disabled()); /* more urgent interrupts may come */
    null_interrupt_exit();
}

int main(void)
{
    runs_are_switches_to_a_thread();
    timeouts_are_waits_for_objects_that_ended_by_their_time();
    aborts_are_waits_that_another_thread_ended();
    a_thread_knows_who_preempted_it_last();
    a_timer_tells_how_it_stands();
    event_flags_tell_their_bits_and_who_waits();
    a_queue_tells_how_it_stands();
    a_slice_is_told();
    the_clock_can_be_set_and_nothing_else_moves();
    interrupts_are_off_at_start_up_and_between_the_calls();
    return 0;
}
