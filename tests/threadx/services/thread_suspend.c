/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: tx_thread_suspend and tx_thread_resume: results in each context; a suspension that is
 * pending until the end of a wait, its cancellation, and the result of the wait.
 */
#include "suite.h"

static TX_THREAD never_created, deleted, *target, *ended, *completed;
static TX_SEMAPHORE semaphore;
static UINT wait_result;

static VOID nothing(ULONG input)
{
    (void)input;
}

static VOID run_for_ever(ULONG input)
{
    (void)input;
    for (;;) {
        spend_part(10);
        tx_thread_relinquish();
    }
}

static VOID wait_for_semaphore(ULONG input)
{
    (void)input;
    wait_result = tx_semaphore_get(&semaphore, 10);
    say("waited");
}

static VOID suspend_oneself(ULONG input)
{
    (void)input;
    say("before");
    CALL(tx_thread_suspend, TX_SUCCESS, tx_thread_identify());
    say("after");
}

static void refuse(void)
{
    CALL(tx_thread_suspend, TX_THREAD_ERROR, TX_NULL);
    CALL(tx_thread_suspend, TX_THREAD_ERROR, &never_created);
    CALL(tx_thread_resume, TX_THREAD_ERROR, TX_NULL);
    CALL(tx_thread_resume, TX_THREAD_ERROR, &never_created);
    CALL(tx_thread_resume, TX_THREAD_ERROR, &deleted);
    if (context() != 'I') {
        CALL(tx_thread_suspend, TX_SUSPEND_ERROR, ended);
        CALL(tx_thread_suspend, TX_SUSPEND_ERROR, completed);
        CALL(tx_thread_resume, TX_RESUME_ERROR, ended);
        CALL(tx_thread_resume, TX_RESUME_ERROR, completed);
    }
}

/* The target is ready and less urgent than the caller. */
static void suspend_ready(void)
{
    refuse();
    EQUAL(TX_READY, state_of(target));
    CALL(tx_thread_resume, TX_RESUME_ERROR, target);
    CALL(tx_thread_suspend, TX_SUCCESS, target);
    EQUAL(TX_SUSPENDED, state_of(target));
    CALL(tx_thread_suspend, TX_SUCCESS, target);
    CALL(tx_thread_resume, TX_SUCCESS, target);
    EQUAL(TX_READY, state_of(target));
}

/* The target waits. */
static void suspend_waiting(void)
{
    EQUAL(TX_SEMAPHORE_SUSP, state_of(target));
    CALL(tx_thread_resume, TX_RESUME_ERROR, target);
    CALL(tx_thread_suspend, TX_SUCCESS, target);
    CALL(tx_thread_suspend, TX_SUCCESS, target);
    EQUAL(TX_SEMAPHORE_SUSP, state_of(target));
    EQUAL(1, semaphore.tx_semaphore_suspended_count);
    CALL(tx_thread_resume, TX_SUSPEND_LIFTED, target);
    CALL(tx_thread_resume, TX_RESUME_ERROR, target);
    EQUAL(TX_SEMAPHORE_SUSP, state_of(target));
}

void program_define(VOID *first_unused_memory)
{
    (void)first_unused_memory;
    CALL(tx_semaphore_create, TX_SUCCESS, &semaphore, "semaphore", 0);
    target = worker("target", run_for_ever, 20, 20);
    ended = worker("ended", nothing, 20, 20);
    completed = worker("completed", nothing, 10, 10);
    refuse();
    CALL(tx_thread_resume, TX_SUCCESS, target);
    CALL(tx_thread_resume, TX_RESUME_ERROR, target);
    CALL(tx_thread_suspend, TX_SUCCESS, target);
    CALL(tx_thread_suspend, TX_SUCCESS, target);
    CALL(tx_thread_resume, TX_SUCCESS, target);
    CALL(tx_thread_resume, TX_SUCCESS, completed);
}

/* The wait ends while the suspension is pending: by the semaphore, by its timeout, by an abort. */
static void wake_into_suspension(void)
{
    wait_result = 99;
    CALL(tx_thread_suspend, TX_SUCCESS, target);
    CALL(tx_semaphore_put, TX_SUCCESS, &semaphore);
    EQUAL(TX_SUSPENDED, state_of(target));
    EQUAL(0, semaphore.tx_semaphore_count);
    told("");
    CALL(tx_thread_resume, TX_SUCCESS, target);
    told("waited");
    EQUAL(TX_SUCCESS, wait_result);
}

static void time_out_into_suspension(void)
{
    target = started("target", wait_for_semaphore, 10);
    CALL(tx_thread_suspend, TX_SUCCESS, target);
    CALL(tx_thread_sleep, TX_SUCCESS, 12);
    EQUAL(TX_SUSPENDED, state_of(target));
    EQUAL(0, semaphore.tx_semaphore_suspended_count);
    told("");
    CALL(tx_thread_resume, TX_SUCCESS, target);
    told("waited");
    EQUAL(TX_NO_INSTANCE, wait_result);
    retire(target);
}

static void abort_into_suspension(void)
{
    target = started("target", wait_for_semaphore, 10);
    CALL(tx_thread_suspend, TX_SUCCESS, target);
    CALL(tx_thread_wait_abort, TX_SUCCESS, target);
    EQUAL(TX_SUSPENDED, state_of(target));
    CALL(tx_thread_wait_abort, TX_WAIT_ABORT_ERROR, target);
    CALL(tx_thread_resume, TX_SUCCESS, target);
    told("waited");
    EQUAL(TX_WAIT_ABORTED, wait_result);
    retire(target);
}

void program_main(void)
{
    CALL(tx_thread_terminate, TX_SUCCESS, ended);
    in_each(suspend_ready);
    retire(target);
    target = started("target", suspend_oneself, 10);
    EQUAL(TX_SUSPENDED, state_of(target));
    told("before");
    CALL(tx_thread_resume, TX_SUCCESS, target);
    told("after");
    retire(target);
    target = started("target", wait_for_semaphore, 10);
    in_each(suspend_waiting);
    wake_into_suspension();
    retire(target);
    time_out_into_suspension();
    abort_into_suspension();
}
