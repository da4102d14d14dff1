/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: in an application that is built with stack checking, exactly the threads that have exceeded
 * their stack are reported to the handler.
 */
#define TX_ENABLE_STACK_CHECKING
#include "suite.h"

static TX_THREAD *overflown, *reported;
static UINT reports;

static void report(TX_THREAD *thread)
{
    if (reports++ == 0) {
        reported = thread;
    }
}

/* Change the last words of the stack, as a too deep call does. */
static VOID overflow(ULONG input)
{
    ULONG *lowest = (ULONG *)overflown->tx_thread_stack_start;

    (void)input;
    for (UINT i = 0; i < 4; i++) {
        lowest[i] = 0;
    }
    (void)tx_thread_sleep(1);
}

/* The report comes at the call that suspends the thread, not when it runs again. */
static void suspended_by_another(void)
{
    TX_THREAD *ready = worker("ready", overflow, 20, 20);

    EQUAL(TX_SUCCESS, tx_thread_resume(ready)); /* it is less urgent and does not run */
    overflown = ready;
    reports = 0;
    EQUAL(TX_SUCCESS, tx_thread_suspend(ready));
    EQUAL(0, reports);
    *(ULONG *)ready->tx_thread_stack_start = 0;
    EQUAL(TX_SUCCESS, tx_thread_resume(ready));
    EQUAL(TX_SUCCESS, tx_thread_suspend(ready));
    EQUAL(1, reports);
    CHECK(reported == ready);
    EQUAL(TX_SUCCESS, tx_thread_terminate(ready));
}

static VOID behave(ULONG input)
{
    (void)input;
    (void)tx_thread_sleep(1);
}

static void set_handler(void)
{
    CALL(tx_thread_stack_error_notify, TX_SUCCESS, TX_NULL);
    CALL(tx_thread_stack_error_notify, TX_SUCCESS, report);
}

void program_define(VOID *first_unused_memory)
{
    (void)first_unused_memory;
    set_handler();
}

void program_main(void)
{
    in_each(set_handler);
    started("behave", behave, 10);
    (void)tx_thread_sleep(3);
    EQUAL(0, reports);
    overflown = worker("overflow", overflow, 10, 10);
    EQUAL(TX_SUCCESS, tx_thread_resume(overflown));
    (void)tx_thread_sleep(3);
    CHECK(reports > 0);
    CHECK(reported == overflown);
    suspended_by_another();
    CALL(tx_thread_stack_error_notify, TX_SUCCESS, TX_NULL);
}
