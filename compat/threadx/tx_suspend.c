/* SPDX-License-Identifier: Apache-2.0 */
/* Waits of middleware (tx_thread.h). Middleware has its own lists of threads, and gives a thread
 * the data for which it waits. Here the thread waits for a semaphore of its own, which gets a unit
 * when the thread is resumed. The thread itself cleans up a wait that was aborted or timed out, so
 * that the calls that end waits need not know middleware. Only programs with such middleware
 * contain this file.
 *
 * tx_thread_state is the field of the middleware: TX_READY as soon as the thread is resumed.
 */
#define TX_OWN_LISTS
#include "limen.h"
#include "tx_thread.h"

TX_LIMEN_PART

struct lm_semaphore tx_limen_place;

VOID tx_limen_suspend_begin(VOID)
{
    (void)lm_semaphore_create(&tx_limen_place, "TCP/IP", 0, LM_FIFO);
    tx_limen_place.waiters.waits_for = LM_WAITS_FOR_MIDDLEWARE;
}

static VOID clean_up(TX_THREAD *thread_ptr)
{
    if (thread_ptr->tx_thread_suspend_cleanup != NULL) {
        thread_ptr->tx_thread_suspend_cleanup(thread_ptr, 0);
    }
}

/* The wait has ended, but nothing has resumed the thread. ThreadX calls the function of a timeout
 * in an interrupt or in the timer thread; NetX Duo then passes the work to its own thread, which
 * may change its sockets, and which resumes the thread. Requires: interrupts are disabled. */
static VOID give_up(TX_THREAD *thread_ptr, enum lm_status status)
{
    if (status == LM_ABORTED) {
        thread_ptr->tx_thread_state = TX_READY;
        thread_ptr->tx_thread_suspend_status = TX_WAIT_ABORTED;
        clean_up(thread_ptr);
    } else {
        _tx_thread_system_state++;
        clean_up(thread_ptr);
        _tx_thread_system_state--;
    }
}

/* Wait for a semaphore that only this wait uses, so that a post wakes only this thread. In the
 * trace it is tx_limen_place, because each wait would need a number. */
static enum lm_status wait_at_place(lm_timeout timeout)
{
    struct lm_semaphore place = tx_limen_place;

    place.waiters.object = &place.object;
    return lm_semaphore_wait(&place, timeout);
}

static struct lm_semaphore *place_of(TX_THREAD *thread_ptr)
{
    return LM_CONTAINER(thread_ptr->limen.wait_list, struct lm_semaphore, waiters);
}

VOID _tx_thread_system_suspend(TX_THREAD *thread_ptr)
{
    (void)lm_interrupts_disable();
    _tx_thread_preempt_disable--;
    tx_limen_preemption_follow();
    lm_interrupts_enable(0); /* more urgent threads first: they may resume it already */

    lm_timeout timeout =
        _tx_limen_timeout(thread_ptr->tx_thread_timer.tx_timer_internal_remaining_ticks);

    (void)lm_interrupts_disable();
    thread_ptr->tx_thread_suspending = TX_FALSE;
    while (thread_ptr->tx_thread_state != TX_READY) {
        enum lm_status status = wait_at_place(timeout);

        (void)lm_interrupts_disable();
        timeout = LM_FOREVER;
        if (thread_ptr->tx_thread_state != TX_READY) {
            give_up(thread_ptr, status);
        }
    }
    lm_interrupts_enable(0);
}

VOID _tx_thread_system_resume(TX_THREAD *thread_ptr)
{
    uint32_t key = lm_interrupts_disable();

    _tx_thread_preempt_disable--;
    thread_ptr->tx_thread_suspending = TX_FALSE;
    thread_ptr->tx_thread_state = TX_READY;
    if (thread_ptr->limen.waits_for == LM_WAITS_FOR_MIDDLEWARE) {
        (void)lm_semaphore_post(place_of(thread_ptr));
    }
    tx_limen_preemption_follow();
    lm_interrupts_enable(key);
}

/* A thread that is terminated cannot clean up itself. This definition replaces the weak one of
 * tx_thread_create.c. */
UINT _tx_thread_terminate(TX_THREAD *thread_ptr)
{
    uint32_t key = lm_interrupts_disable();

    if (thread_ptr->tx_thread_suspend_cleanup != NULL) {
        thread_ptr->tx_thread_state = TX_TERMINATED;
        clean_up(thread_ptr);
    }
    lm_interrupts_enable(key);
    return tx_limen_terminate(thread_ptr);
}
