/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: middleware that keeps its own lists of threads, as NetX Duo does, can suspend and resume
 * them; its lists are correct after each kind of end of a wait.
 *
 * Method: small middleware: threads wait for a parcel in a list that the program links itself, by
 * the contract that tx_thread.h describes. Each end of a wait is a scenario. The program has the
 * fields of middleware because it makes the definitions of nx_api.h after the headers of ThreadX.
 */
#include "suite.h"
#include "tx_thread.h"
#include "tx_timer.h"

enum { KERNELS_STATE = offsetof(TX_THREAD, tx_thread_state) };
#define NX_API_H
_Static_assert(offsetof(TX_THREAD, tx_thread_state) != KERNELS_STATE, "a field of its own");

static TX_THREAD *waiting; /* the first of a circle */
static TX_THREAD *late;    /* whose cleanup was deferred */
static UINT defers;
static UINT given_before_wait;
static UINT status_of_wait;
static ULONG ticks_of_wait;

static void link_last(TX_THREAD *thread)
{
    if (waiting == TX_NULL) {
        waiting = thread;
        thread->tx_thread_suspended_next = thread;
        thread->tx_thread_suspended_previous = thread;
    } else {
        thread->tx_thread_suspended_next = waiting;
        thread->tx_thread_suspended_previous = waiting->tx_thread_suspended_previous;
        waiting->tx_thread_suspended_previous->tx_thread_suspended_next = thread;
        waiting->tx_thread_suspended_previous = thread;
    }
}

static void unlink_thread(TX_THREAD *thread)
{
    TX_THREAD *next = thread->tx_thread_suspended_next;

    next->tx_thread_suspended_previous = thread->tx_thread_suspended_previous;
    thread->tx_thread_suspended_previous->tx_thread_suspended_next = next;
    if (waiting == thread) {
        waiting = next == thread ? TX_NULL : next;
    }
}

/* The thread gets this status. Requires: it is in no list any more. */
static void wake(TX_THREAD *thread, UINT status)
{
    TX_INTERRUPT_SAVE_AREA

    TX_DISABLE
    thread->tx_thread_suspend_cleanup = TX_NULL;
    thread->tx_thread_suspend_status = status;
    _tx_thread_preempt_disable++;
    TX_RESTORE
    _tx_thread_system_resume(thread);
}

static VOID clean_up(TX_THREAD *thread, ULONG sequence)
{
    EQUAL(0, sequence);
    if (thread->tx_thread_state == TX_TCP_IP && defers && TX_THREAD_GET_SYSTEM_STATE() != 0) {
        say("deferred");
        late = thread;
        return;
    }
    unlink_thread(thread);
    thread->tx_thread_suspend_cleanup = TX_NULL;
    if (thread->tx_thread_state == TX_TCP_IP) {
        say("timeout");
        wake(thread, TX_NO_INSTANCE);
    } else {
        say("cleaned");
    }
}

static void give(void)
{
    TX_THREAD *first = waiting;

    if (first != TX_NULL) {
        unlink_thread(first);
        wake(first, TX_SUCCESS);
    }
}

static UINT wait_for_parcel(ULONG ticks)
{
    TX_INTERRUPT_SAVE_AREA
    TX_THREAD *thread = _tx_thread_current_ptr;

    EQUAL(tx_thread_identify(), thread);
    TX_DISABLE
    thread->tx_thread_suspend_cleanup = clean_up;
    link_last(thread);
    thread->tx_thread_state = TX_TCP_IP;
    thread->tx_thread_suspending = TX_TRUE;
    _tx_thread_preempt_disable++;
    thread->tx_thread_timer.tx_timer_internal_remaining_ticks = ticks;
    TX_RESTORE
    if (given_before_wait) {
        in_interrupt(give);
    }
    _tx_thread_system_suspend(thread);
    EQUAL(TX_FALSE, thread->tx_thread_suspending);
    return thread->tx_thread_suspend_status;
}

static VOID fetch(ULONG ticks)
{
    ULONG begin = tx_time_get();

    status_of_wait = wait_for_parcel(ticks);
    ticks_of_wait = tx_time_get() - begin;
    EQUAL(tx_thread_identify(), _tx_thread_current_ptr);
    say(tx_thread_identify()->tx_thread_name);
}

static VOID fetch_forever(ULONG input)
{
    (void)input;
    fetch(TX_WAIT_FOREVER);
}

static VOID fetch_for_five(ULONG input)
{
    (void)input;
    fetch(5);
}

void program_define(VOID *first_unused_memory)
{
    (void)first_unused_memory;
    EQUAL(TX_INITIALIZE_IN_PROGRESS, _tx_thread_system_state);
    EQUAL(TX_NULL, _tx_thread_current_ptr);
}

/* By a thread and by an interrupt, in the order of the list; a more urgent one runs at once. */
static void give_to_three(void)
{
    TX_THREAD *a = started("a", fetch_forever, 12);
    TX_THREAD *b = started("b", fetch_forever, 10);
    TX_THREAD *next = TX_NULL;

    started("c", fetch_forever, 14);
    EQUAL(TX_TCP_IP, state_of(a));
    EQUAL(a, waiting);
    EQUAL(b, a->tx_thread_suspended_next);
    CALL(tx_thread_info_get, TX_SUCCESS, a, TX_NULL, TX_NULL, TX_NULL, TX_NULL, TX_NULL, TX_NULL,
         TX_NULL, &next);
    EQUAL(b, next);
    CALL(tx_thread_resume, TX_RESUME_ERROR, a);
    give();
    told("a");
    in_interrupt(give);
    told("b");
    give();
    told("c");
    EQUAL(TX_SUCCESS, status_of_wait);
    EQUAL(TX_NULL, waiting);
    retire_all();
}

/* An interrupt gives the parcel when the thread is about to wait: it does not wait at all. */
static void give_too_early(void)
{
    given_before_wait = 1;
    started("a", fetch_forever, 12);
    told("a");
    EQUAL(TX_SUCCESS, status_of_wait);
    given_before_wait = 0;
    retire_all();
}

static void time_out(void)
{
    started("a", fetch_for_five, 12);
    CALL(tx_thread_sleep, TX_SUCCESS, 4);
    told("");
    CALL(tx_thread_sleep, TX_SUCCESS, 2);
    told("timeout a");
    EQUAL(TX_NO_INSTANCE, status_of_wait);
    EQUAL(5, ticks_of_wait);
    EQUAL(TX_NULL, waiting);
    retire_all();
}

/* The timeout is left to another thread; a parcel may still come before. */
static void time_out_later(UINT parcel_comes)
{
    defers = 1;
    TX_THREAD *a = started("a", fetch_for_five, 12);

    CALL(tx_thread_sleep, TX_SUCCESS, 6);
    told("deferred");
    EQUAL(a, late);
    EQUAL(TX_TCP_IP, state_of(a));
    if (parcel_comes) {
        give();
        told("a");
        EQUAL(TX_SUCCESS, status_of_wait);
    } else {
        clean_up(late, 0);
        told("timeout a");
        EQUAL(TX_NO_INSTANCE, status_of_wait);
    }
    EQUAL(TX_NULL, waiting);
    defers = 0;
    retire_all();
}

static void abort_wait(void)
{
    TX_THREAD *a = started("a", fetch_forever, 12);

    CALL(tx_thread_wait_abort, TX_SUCCESS, a);
    told("cleaned a");
    EQUAL(TX_WAIT_ABORTED, status_of_wait);
    EQUAL(TX_NULL, waiting);
    retire_all();
}

static void end_waiting(void)
{
    TX_THREAD *a = started("a", fetch_forever, 12);

    started("b", fetch_forever, 12);
    CALL(tx_thread_terminate, TX_SUCCESS, a);
    told("cleaned");
    EQUAL(TX_TERMINATED, state_of(a));
    give();
    told("b");
    EQUAL(TX_NULL, waiting);
    retire_all();
}

/* A suspension lasts beyond the wait. */
static void suspend_waiting(void)
{
    TX_THREAD *a = started("a", fetch_forever, 12);

    CALL(tx_thread_suspend, TX_SUCCESS, a);
    EQUAL(TX_TCP_IP, state_of(a));
    give();
    told("");
    EQUAL(TX_SUSPENDED, state_of(a));
    CALL(tx_thread_resume, TX_SUCCESS, a);
    told("a");
    EQUAL(TX_SUCCESS, status_of_wait);
    retire_all();
}

static void see_state(void)
{
    EQUAL(1, TX_THREAD_GET_SYSTEM_STATE());
    EQUAL(1, _tx_thread_system_state);
    CHECK(_tx_thread_current_ptr == tx_thread_identify());
}

static void see_clock(void)
{
    spend(1); /* ends just after a tick */
    EQUAL(tx_time_get(), _tx_timer_system_clock);
    spend(3);
    EQUAL(tx_time_get(), _tx_timer_system_clock);
}

static void see_slice(void)
{
    ULONG old;

    EQUAL(0, _tx_timer_time_slice);
    CALL(tx_thread_time_slice_change, TX_SUCCESS, tx_thread_identify(), 5, &old);
    CALL(tx_thread_sleep, TX_SUCCESS, 1);
    EQUAL(5, _tx_timer_time_slice);
    spend(2);
    EQUAL(3, _tx_timer_time_slice);
    CALL(tx_thread_time_slice_change, TX_SUCCESS, tx_thread_identify(), 0, &old);
}

void program_main(void)
{
    EQUAL(0, TX_THREAD_GET_SYSTEM_STATE());
    EQUAL(0, _tx_thread_system_state);
    in_interrupt(see_state);
    see_clock();
    see_slice();
    give_to_three();
    give_too_early();
    time_out();
    time_out_later(0);
    time_out_later(1);
    abort_wait();
    end_waiting();
    suspend_waiting();
}
