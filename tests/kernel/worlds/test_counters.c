/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: the kernel counts events for the system and for each thread, and a SWITCH record contains
 * the reason for which the thread left the processor.
 *
 * Method: one history with each reason to leave the processor; examples for priority inversion.
 */
#include "check.h"
#include "observe/ring.h"
#include "port.h"
#include "threads.h"
#include <limen/trace.h>
#include <string.h>

enum { RECORDS = 1000 };

static struct lm_counters counters[THREADS_MAX];
static uint32_t buffer[LM_TRACE_BYTES(0, RECORDS) / 4];
static struct lm_mutex mutex;

static void begin(unsigned count, const unsigned *priorities)
{
    memset(counters, 0, sizeof counters);
    lm_kernel_init();
    CHECK_STATUS(lm_trace_start(buffer, sizeof buffer, 0), LM_OK);
    for (unsigned i = 0; i < count; i++) {
        struct lm_thread_config config = threads_config(i, priorities[i], priorities[i]);

        config.counters = &counters[i];
        CHECK_STATUS(lm_thread_create(&threads[i], &config), LM_OK);
    }
    lm_kernel_start();
}

/* The reason of the last switch. */
static uint32_t last_reason(void)
{
    const struct lm_trace_header *header = (const void *)buffer;
    const uint32_t *record = &buffer[header->next_offset / 4];

    do {
        record -= 4;
    } while ((record[1] & 0xFFU) != LM_EVENT_SWITCH);
    return record[3];
}

static void each_way_to_leave_is_told_and_counted(void)
{
    begin(3, (unsigned[]){5, 5, 3});
    CHECK_EQUAL(threads_running(), 2);
    CHECK_EQUAL(last_reason(), LM_LEAVE_IDLE);
    CHECK_STATUS(lm_thread_sleep(10), LM_OK);
    CHECK_EQUAL(last_reason(), LM_LEAVE_BLOCKED);
    CHECK_STATUS(lm_thread_yield(), LM_OK);
    CHECK_EQUAL(last_reason(), LM_LEAVE_YIELD);
    null_run_until(10);
    CHECK_EQUAL(last_reason(), LM_LEAVE_PREEMPTED_BY_INTERRUPT);
    CHECK_STATUS(lm_thread_suspend(&threads[2]), LM_OK);
    CHECK_EQUAL(threads_running(), 1);
    CHECK_STATUS(lm_thread_resume(&threads[2]), LM_OK);
    CHECK_EQUAL(last_reason(), LM_LEAVE_PREEMPTED_BY_CALL);
    CHECK_STATUS(lm_thread_terminate(&threads[2]), LM_OK);
    CHECK_EQUAL(last_reason(), LM_LEAVE_TERMINATED);
    CHECK_EQUAL(threads_running(), 1);
    CHECK_STATUS(lm_thread_set_slice(&threads[1], &threads_slice[1], 5), LM_OK);
    null_run_until(15);
    CHECK_EQUAL(last_reason(), LM_LEAVE_SLICE);
    CHECK_EQUAL(threads_running(), 0);
    CHECK_STATUS(lm_thread_suspend(&threads[1]), LM_OK);
    CHECK_STATUS(lm_thread_sleep(5), LM_OK);
    CHECK_EQUAL(last_reason(), LM_LEAVE_BLOCKED);
    null_run_until(20);
    CHECK_EQUAL(last_reason(), LM_LEAVE_IDLE);

    struct lm_counters system = lm_kernel_counters();

    CHECK_EQUAL(system.from_idle, 2);
    CHECK_EQUAL(system.to_idle, 1);
    CHECK_EQUAL(system.switches, 7);
    CHECK_EQUAL(system.preemptions_by_call, 1);
    CHECK_EQUAL(system.preemptions_by_interrupt, 1);
    CHECK_EQUAL(system.yields, 1);
    CHECK_EQUAL(system.slices, 1);
    CHECK_EQUAL(system.suspensions, 5);
    CHECK_EQUAL(system.resumptions, 6);
    CHECK_EQUAL(counters[0].yields, 1);
    CHECK_EQUAL(counters[1].slices, 1);
    CHECK_EQUAL(counters[1].preemptions_by_interrupt, 1);
    CHECK_EQUAL(counters[1].preemptions_by_call, 1);
    CHECK_EQUAL(counters[2].switches, 3);
    CHECK_EQUAL(counters[2].suspensions, 3);
    CHECK_EQUAL(counters[2].resumptions, 3);
    CHECK_EQUAL(counters[0].to_idle, 1);
}

static void running_time_is_that_of_threads(void)
{
    begin(2, (unsigned[]){5, 6});
    null_run_until(3);
    CHECK_STATUS(lm_thread_sleep(10), LM_OK);
    null_run_until(7);
    CHECK_STATUS(lm_thread_sleep(10), LM_OK);
    null_run_until(13);
    CHECK_STATUS(lm_thread_suspend(&threads[0]), LM_OK); /* at once */
    null_run_until(17);
    null_run_until(19);
    CHECK_STATUS(lm_thread_suspend(&threads[1]), LM_OK);
    CHECK_EQUAL(counters[0].run_time, 3);
    CHECK_EQUAL(counters[1].run_time, 4 + 2);
    CHECK_EQUAL(lm_kernel_counters().run_time, 9);
}

/* Threads: 0 low, 1 medium, 2 high; low owns the mutex and high waits for it. */
static void begin_inversion(void)
{
    begin(3, (unsigned[]){9, 5, 1});
    CHECK_STATUS(lm_mutex_create(&mutex, "m", LM_PLAIN, 0, LM_FIFO), LM_OK);
    CHECK_STATUS(lm_thread_suspend(&threads[2]), LM_OK);
    CHECK_STATUS(lm_thread_suspend(&threads[1]), LM_OK);
    CHECK_STATUS(lm_mutex_lock(&mutex, LM_NO_WAIT), LM_OK);
    CHECK_STATUS(lm_thread_resume(&threads[2]), LM_OK);
    (void)lm_mutex_lock(&mutex, 100);
    CHECK_EQUAL(threads_running(), 0);
}

static void an_inversion_is_unbounded_once_a_third_thread_runs(void)
{
    begin_inversion();
    CHECK_EQUAL(counters[2].inversions, 1);
    CHECK_EQUAL(counters[2].inversions_unbounded, 0);
    CHECK_STATUS(lm_thread_resume(&threads[1]), LM_OK);
    CHECK_EQUAL(counters[2].inversions_unbounded, 1);
    CHECK_STATUS(lm_thread_suspend(&threads[1]), LM_OK);
    CHECK_STATUS(lm_thread_resume(&threads[1]), LM_OK);
    CHECK_EQUAL(counters[2].inversions_unbounded, 1); /* once for each wait */
    CHECK_STATUS(lm_thread_suspend(&threads[1]), LM_OK);
    CHECK_STATUS(lm_mutex_unlock(&mutex), LM_OK);
    CHECK_EQUAL(threads_running(), 2);
    CHECK_STATUS(lm_mutex_unlock(&mutex), LM_OK);
    CHECK_STATUS(lm_thread_suspend(&threads[2]), LM_OK);
    CHECK_STATUS(lm_thread_resume(&threads[1]), LM_OK);
    CHECK_EQUAL(lm_kernel_counters().inversions, 1);
    CHECK_EQUAL(lm_kernel_counters().inversions_unbounded, 1);
}

static void an_inversion_ends_with_the_wait(void)
{
    begin_inversion();
    null_run_until(100); /* the wait of high ends */
    CHECK_EQUAL(threads_running(), 2);
    CHECK_STATUS(lm_thread_suspend(&threads[2]), LM_OK);
    CHECK_STATUS(lm_thread_resume(&threads[1]), LM_OK);
    CHECK_EQUAL(counters[2].inversions_unbounded, 0);
}

static void threads_outside_the_pair_do_not_count(void)
{
    begin_inversion();
    CHECK_STATUS(lm_thread_set_priority(&threads[1], 0, 0), LM_OK);
    CHECK_STATUS(lm_thread_resume(&threads[1]), LM_OK); /* more urgent than both */
    CHECK_STATUS(lm_thread_set_priority(&threads[1], 10, 10), LM_OK);
    CHECK_EQUAL(threads_running(), 0);
    CHECK_STATUS(lm_thread_sleep(10), LM_OK); /* by the owner: the less urgent thread runs */
    CHECK_EQUAL(threads_running(), 1);
    CHECK_EQUAL(counters[2].inversions_unbounded, 0);
    null_run_until(10);
    CHECK_EQUAL(threads_running(), 0);
    CHECK_STATUS(lm_mutex_delete(&mutex), LM_OK);
    CHECK_EQUAL(counters[2].inversions_unbounded, 0);
}

static void several_can_wait_in_inversion(void)
{
    begin(4, (unsigned[]){9, 5, 1, 1});
    CHECK_STATUS(lm_mutex_create(&mutex, "m", LM_PLAIN, 0, LM_FIFO), LM_OK);
    for (unsigned i = 1; i < 4; i++) {
        CHECK_STATUS(lm_thread_suspend(&threads[i]), LM_OK);
    }
    CHECK_STATUS(lm_mutex_lock(&mutex, LM_NO_WAIT), LM_OK);
    CHECK_STATUS(lm_thread_resume(&threads[2]), LM_OK);
    (void)lm_mutex_lock(&mutex, 10);
    CHECK_STATUS(lm_thread_resume(&threads[3]), LM_OK);
    (void)lm_mutex_lock(&mutex, LM_FOREVER);
    null_run_until(10); /* the wait of one of the threads ends */
    CHECK_STATUS(lm_thread_suspend(&threads[2]), LM_OK);
    CHECK_STATUS(lm_thread_resume(&threads[1]), LM_OK);
    CHECK_EQUAL(counters[2].inversions_unbounded, 0);
    CHECK_EQUAL(counters[3].inversions_unbounded, 1);
}

/* The owner has a priority between its own and the waiter's; a peer of the owner is not between. */
static void the_owner_and_its_peers_do_not_count(void)
{
    struct lm_mutex ceiling;

    begin_inversion();
    CHECK_STATUS(lm_mutex_create(&ceiling, "c", LM_CEILING, 3, LM_FIFO), LM_OK);
    CHECK_STATUS(lm_mutex_lock(&ceiling, LM_NO_WAIT), LM_OK);
    CHECK_STATUS(lm_thread_set_priority(&threads[1], 2, 2), LM_OK);
    CHECK_STATUS(lm_mutex_unlock(&ceiling), LM_OK);
    CHECK_STATUS(lm_thread_sleep(5), LM_OK);
    null_run_until(5);
    CHECK_STATUS(lm_mutex_lock(&ceiling, LM_NO_WAIT), LM_OK);
    CHECK_STATUS(lm_thread_sleep(5), LM_OK);
    null_run_until(10); /* the owner runs again, at priority 3 */
    CHECK_EQUAL(threads_running(), 0);
    CHECK_STATUS(lm_thread_set_priority(&threads[1], 9, 9), LM_OK);
    CHECK_STATUS(lm_mutex_unlock(&ceiling), LM_OK);
    CHECK_STATUS(lm_thread_resume(&threads[1]), LM_OK);
    CHECK_STATUS(lm_thread_yield(), LM_OK);
    CHECK_EQUAL(threads_running(), 1);
    CHECK_EQUAL(counters[2].inversions_unbounded, 0);
}

static void equals_are_in_no_inversion(void)
{
    begin_inversion();
    CHECK_STATUS(lm_thread_set_priority(&threads[1], 9, 9), LM_OK);
    CHECK_STATUS(lm_thread_resume(&threads[1]), LM_OK);
    CHECK_STATUS(lm_thread_yield(), LM_OK);
    CHECK_EQUAL(threads_running(), 1);
    (void)lm_mutex_lock(&mutex, LM_FOREVER);
    CHECK_EQUAL(counters[1].inversions, 0);
    CHECK_EQUAL(counters[2].inversions, 1);
}

/* Thread 2 waits in an inversion until its time is over, and then for a mutex of an equal. A later
 * rise of its priority does not turn that wait into an inversion. */
static void an_inversion_is_not_kept_for_the_next_wait(void)
{
    struct lm_mutex next;

    begin(4, (unsigned[]){9, 5, 1, 4});
    CHECK_STATUS(lm_mutex_create(&mutex, "m", LM_PLAIN, 0, LM_FIFO), LM_OK);
    CHECK_STATUS(lm_mutex_create(&next, "n", LM_PLAIN, 0, LM_FIFO), LM_OK);
    for (unsigned i = 1; i < 4; i++) {
        CHECK_STATUS(lm_thread_suspend(&threads[i]), LM_OK);
    }
    CHECK_STATUS(lm_mutex_lock(&mutex, LM_NO_WAIT), LM_OK);
    CHECK_STATUS(lm_mutex_lock(&next, LM_NO_WAIT), LM_OK);
    CHECK_STATUS(lm_thread_resume(&threads[2]), LM_OK);
    (void)lm_mutex_lock(&mutex, 10);
    null_run_until(10);
    CHECK_EQUAL(threads_running(), 2);
    CHECK_STATUS(lm_thread_set_priority(&threads[2], 9, 9), LM_OK);
    CHECK_STATUS(lm_thread_suspend(&threads[0]), LM_OK);
    CHECK_EQUAL(threads_running(), 2);
    (void)lm_mutex_lock(&next, LM_FOREVER);
    CHECK_STATUS(lm_thread_resume(&threads[0]), LM_OK);
    CHECK_STATUS(lm_thread_set_priority(&threads[2], 1, 1), LM_OK);
    CHECK_STATUS(lm_thread_resume(&threads[3]), LM_OK);
    (void)lm_mutex_lock(&next, LM_FOREVER); /* this one is in an inversion */
    CHECK_STATUS(lm_thread_resume(&threads[1]), LM_OK);
    CHECK_EQUAL(counters[2].inversions, 1);
    CHECK_EQUAL(counters[2].inversions_unbounded, 0);
    CHECK_EQUAL(counters[3].inversions_unbounded, 1);
}

/* Thread 3 continues to wait, for the next owner: its inversion was with thread 0. */
static void an_inversion_ends_with_the_ownership(void)
{
    begin(5, (unsigned[]){9, 3, 1, 5, 2});
    CHECK_STATUS(lm_mutex_create(&mutex, "m", LM_PLAIN, 0, LM_FIFO), LM_OK);
    for (unsigned i = 1; i < 5; i++) {
        CHECK_STATUS(lm_thread_suspend(&threads[i]), LM_OK);
    }
    CHECK_STATUS(lm_mutex_lock(&mutex, LM_NO_WAIT), LM_OK);
    CHECK_STATUS(lm_thread_resume(&threads[3]), LM_OK);
    (void)lm_mutex_lock(&mutex, LM_FOREVER);
    CHECK_STATUS(lm_thread_resume(&threads[2]), LM_OK);
    (void)lm_mutex_lock(&mutex, LM_FOREVER);
    CHECK_STATUS(lm_mutex_unlock(&mutex), LM_OK);
    CHECK_EQUAL(threads_running(),
                3); /* of priority 5; thread 2, of priority 1, continues to wait */
    CHECK_STATUS(lm_thread_resume(&threads[4]), LM_OK);
    (void)lm_mutex_lock(&mutex, LM_FOREVER);            /* of priority 2: in an inversion */
    CHECK_STATUS(lm_thread_resume(&threads[1]), LM_OK); /* 3: between */
    CHECK_EQUAL(counters[4].inversions_unbounded, 1);
    CHECK_EQUAL(counters[2].inversions_unbounded, 0);
}

/* The memory of a mutex that was deleted during an inversion is used for other data. */
static void nothing_is_kept_of_a_deleted_mutex(void)
{
    begin_inversion();
    CHECK_STATUS(lm_mutex_delete(&mutex), LM_OK);
    CHECK_EQUAL(threads_running(), 2);
    memset(&mutex, 0, sizeof mutex);
    CHECK_STATUS(lm_thread_suspend(&threads[2]), LM_OK);
    CHECK_STATUS(lm_thread_resume(&threads[1]), LM_OK);
    CHECK_EQUAL(threads_running(), 1);
}

int main(void)
{
    each_way_to_leave_is_told_and_counted();
    running_time_is_that_of_threads();
    an_inversion_is_unbounded_once_a_third_thread_runs();
    an_inversion_ends_with_the_wait();
    threads_outside_the_pair_do_not_count();
    several_can_wait_in_inversion();
    the_owner_and_its_peers_do_not_count();
    equals_are_in_no_inversion();
    an_inversion_is_not_kept_for_the_next_wait();
    an_inversion_ends_with_the_ownership();
    nothing_is_kept_of_a_deleted_mutex();
    return 0;
}
