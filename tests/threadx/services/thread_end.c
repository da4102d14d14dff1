/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: tx_thread_terminate, tx_thread_delete and tx_thread_reset: results, order of checks,
 * contexts; the objects that a terminated thread releases, and its restart.
 */
#include "suite.h"

static TX_THREAD deleted, *target, *sleeper;
static TX_MUTEX mutex;
static TX_QUEUE queue;
static ULONG queue_area[4];

static VOID wait_in_queue(ULONG input)
{
    ULONG message;

    (void)input;
    say("waits");
    CALL(tx_mutex_get, TX_SUCCESS, &mutex, TX_WAIT_FOREVER);
    CALL(tx_mutex_get, TX_SUCCESS, &mutex, TX_WAIT_FOREVER);
    (void)tx_queue_receive(&queue, &message, TX_WAIT_FOREVER);
    say("must not come here");
}

static VOID complete(ULONG input)
{
    (void)input;
    say("completes");
}

static VOID sleep_long(ULONG input)
{
    (void)input;
    (void)tx_thread_sleep(1000);
}

static VOID end_oneself(ULONG input)
{
    (void)input;
    say("ends itself");
    (void)tx_thread_terminate(tx_thread_identify());
    say("must not come here");
}

static void refuse_handles(void)
{
    CALL(tx_thread_terminate, TX_THREAD_ERROR, TX_NULL);
    CALL(tx_thread_terminate, TX_THREAD_ERROR, &deleted);
    CALL(tx_thread_reset, TX_THREAD_ERROR, TX_NULL);
    CALL(tx_thread_reset, TX_THREAD_ERROR, &deleted);
}

static void refuse_outside_of_threads(void)
{
    refuse_handles();
    BOTH(tx_thread_delete, TX_CALLER_ERROR, TX_THREAD_ERROR, TX_NULL);
    BOTH(tx_thread_delete, TX_CALLER_ERROR, TX_DELETE_ERROR, sleeper);
    BOTH(tx_thread_terminate, TX_THREAD_ERROR, TX_CALLER_ERROR, TX_NULL);
    CALL(tx_thread_terminate, TX_CALLER_ERROR, sleeper);
    BOTH(tx_thread_reset, TX_THREAD_ERROR, TX_CALLER_ERROR, TX_NULL);
    BOTH(tx_thread_reset, TX_CALLER_ERROR, TX_NOT_DONE, sleeper);
}

static void refuse_in_callback(void)
{
    refuse_handles();
    CALL(tx_thread_delete, TX_THREAD_ERROR, TX_NULL);
    CALL(tx_thread_delete, TX_THREAD_ERROR, &deleted);
    CALL(tx_thread_delete, TX_DELETE_ERROR, sleeper);
    CALL(tx_thread_reset, TX_CALLER_ERROR, sleeper);
}

void program_define(VOID *first_unused_memory)
{
    (void)first_unused_memory;
    CALL(tx_mutex_create, TX_SUCCESS, &mutex, "mutex", TX_NO_INHERIT);
    CALL(tx_queue_create, TX_SUCCESS, &queue, "queue", TX_1_ULONG, queue_area, sizeof queue_area);
    sleeper = worker("sleeper", sleep_long, 10, 10);
    refuse_outside_of_threads();
}

/* A terminated thread leaves its wait list and releases its mutexes, also those that it has got
 * several times. */
static void terminate_waiting(void)
{
    target = started("target", wait_in_queue, 10);
    EQUAL(TX_QUEUE_SUSP, state_of(target));
    EQUAL(1, queue.tx_queue_suspended_count);
    CALL(tx_mutex_get, TX_NOT_AVAILABLE, &mutex, TX_NO_WAIT);
    CALL(tx_thread_delete, TX_DELETE_ERROR, target);
    CALL(tx_thread_reset, TX_NOT_DONE, target);
    CALL(tx_thread_terminate, TX_SUCCESS, target);
    EQUAL(TX_TERMINATED, state_of(target));
    EQUAL(0, queue.tx_queue_suspended_count);
    CALL(tx_mutex_get, TX_SUCCESS, &mutex, TX_NO_WAIT);
    CALL(tx_mutex_put, TX_SUCCESS, &mutex);
    CALL(tx_thread_terminate, TX_SUCCESS, target);
    told("waits");
}

/* Reset needs a resume, and then the thread starts at its beginning. */
static void reset_terminated(void)
{
    UINT old;

    CALL(tx_thread_priority_change, TX_SUCCESS, target, 12, &old);
    CALL(tx_thread_reset, TX_SUCCESS, target);
    EQUAL(TX_SUSPENDED, state_of(target));
    CALL(tx_thread_reset, TX_NOT_DONE, target);
    CALL(tx_thread_resume, TX_SUCCESS, target);
    told("waits");
    CALL(tx_thread_terminate, TX_SUCCESS, target);
    CALL(tx_thread_priority_change, TX_SUCCESS, target, 10, &old);
    EQUAL(12, old);
    retire_all();
}

/* Completed stays completed. */
static void terminate_completed(void)
{
    target = started("target", complete, 10);
    EQUAL(TX_COMPLETED, state_of(target));
    CALL(tx_thread_terminate, TX_SUCCESS, target);
    EQUAL(TX_COMPLETED, state_of(target));
    CALL(tx_thread_reset, TX_SUCCESS, target);
    CALL(tx_thread_resume, TX_SUCCESS, target);
    told("completes completes");
    CALL(tx_thread_delete, TX_SUCCESS, target);
    CALL(tx_thread_delete, TX_THREAD_ERROR, target);
    CALL(tx_thread_delete, TX_THREAD_ERROR, TX_NULL);
}

static void end_in_callback(void)
{
    CALL(tx_thread_terminate, TX_SUCCESS, sleeper);
    EQUAL(TX_TERMINATED, state_of(sleeper));
    CALL(tx_thread_delete, TX_SUCCESS, sleeper);
}

/* The end of the sleep of a terminated thread has no effect, even if the thread is started again
 * before it. */
static void terminate_sleeping(void)
{
    static TX_THREAD thread;
    static ULONG stack[STACK_BYTES / sizeof(ULONG)];

    sleeper = &thread;
    CALL(tx_thread_create, TX_SUCCESS, sleeper, "sleeper", sleep_long, 0, stack, sizeof stack, 10,
         10, TX_NO_TIME_SLICE, TX_AUTO_START);
    EQUAL(TX_SLEEP, state_of(sleeper));
    in_callback(end_in_callback);
    CALL(tx_thread_create, TX_SUCCESS, sleeper, "sleeper", sleep_long, 0, stack, sizeof stack, 10,
         10, TX_NO_TIME_SLICE, TX_AUTO_START);
    CALL(tx_thread_terminate, TX_SUCCESS, sleeper);
    CALL(tx_thread_sleep, TX_SUCCESS, 2000);
    EQUAL(TX_TERMINATED, state_of(sleeper));
}

void program_main(void)
{
    refuse_handles();
    CALL(tx_thread_resume, TX_SUCCESS, sleeper);
    in_interrupt(refuse_outside_of_threads);
    in_callback(refuse_in_callback);
    CALL(tx_thread_reset, TX_NOT_DONE, tx_thread_identify());
    CALL(tx_thread_delete, TX_DELETE_ERROR, tx_thread_identify());
    retire_all();
    terminate_waiting();
    reset_terminated();
    terminate_completed();
    terminate_sleeping();
    target = worker("target", end_oneself, 10, 10);
    CALL(tx_thread_terminate, TX_SUCCESS, target); /* it never ran */
    CALL(tx_thread_reset, TX_SUCCESS, target);
    CALL(tx_thread_resume, TX_SUCCESS, target);
    EQUAL(TX_TERMINATED, state_of(target));
    told("ends itself");
}
