/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: with TX_TIMER_PROCESS_IN_ISR the functions of timers run in the interrupt, before the
 * threads that they make ready, also while the running thread keeps all others from running, and in
 * one order with timeouts of the same tick; the program has no timer thread.
 */
#define TX_TIMER_PROCESS_IN_ISR
#include "option.h"

static TX_THREAD waiter, judge, early;
static ULONG waiter_stack[1024], judge_stack[1024], early_stack[1024];
static TX_TIMER periodic, once, setter;
static TX_SEMAPHORE semaphore;
static TX_EVENT_FLAGS_GROUP group;
static ULONG calls, wakes, remaining;
static UINT early_status;

static VOID put(ULONG input)
{
    UINT old;

    OPTION_CHECK(lm_in_interrupt() && input == 7);
    OPTION_CHECK(tx_thread_identify() == &judge);
    OPTION_CHECK(tx_thread_sleep(1) == TX_CALLER_ERROR);
    OPTION_CHECK(tx_thread_priority_change(&waiter, 3, &old) == TX_CALLER_ERROR);
    OPTION_CHECK(tx_semaphore_put(&semaphore) == TX_SUCCESS);
    calls++;
}

static VOID stop(ULONG input)
{
    (void)input;
    OPTION_CHECK(tx_timer_deactivate(&periodic) == TX_SUCCESS);
    OPTION_CHECK(tx_timer_activate(&once) == TX_ACTIVATE_ERROR);
}

/* Within its own function a periodic timer that is stopped has a full period left. */
static VOID stop_itself(ULONG input)
{
    (void)input;
    OPTION_CHECK(tx_timer_deactivate(&periodic) == TX_SUCCESS);
    OPTION_CHECK(tx_timer_info_get(&periodic, TX_NULL, TX_NULL, &remaining, TX_NULL, TX_NULL) ==
                 TX_SUCCESS);
}

static VOID set(ULONG input)
{
    (void)input;
    OPTION_CHECK(tx_event_flags_set(&group, 1, TX_OR) == TX_SUCCESS);
}

static VOID wait(ULONG input)
{
    (void)input;
    for (;;) {
        (void)tx_semaphore_get(&semaphore, TX_WAIT_FOREVER);
        wakes++;
    }
}

static VOID wait_for_flags(ULONG input)
{
    ULONG flags;

    (void)input;
    early_status = tx_event_flags_get(&group, 1, TX_OR, &flags, 1);
}

static void spend(ULONG ticks)
{
    ULONG begin = tx_time_get();

    while (tx_time_get() - begin < ticks) {
        lm_work(LM_CLOCK_HZ / TX_TIMER_TICKS_PER_SECOND / 100);
    }
    lm_work(LM_CLOCK_HZ / TX_TIMER_TICKS_PER_SECOND / 100);
}

static VOID run(ULONG input)
{
    ULONG flags;
    UINT old;

    (void)input;
    OPTION_CHECK(_tx_thread_created_count == 2);
    OPTION_CHECK(tx_thread_preemption_change(&judge, 0, &old) == TX_SUCCESS);
    spend(7); /* at 2, 4 and 6 */
    OPTION_CHECK(calls == 3 && wakes == 0);
    OPTION_CHECK(tx_thread_preemption_change(&judge, 9, &old) == TX_SUCCESS);
    OPTION_CHECK(wakes == 3);
    (void)tx_thread_sleep(4); /* once stops it at 8, ahead of its call */
    OPTION_CHECK(calls == 3);
    OPTION_CHECK(tx_timer_delete(&periodic) == TX_SUCCESS);
    OPTION_CHECK(tx_timer_create(&periodic, (CHAR *)"itself", stop_itself, 0, 1, 5,
                                 TX_AUTO_ACTIVATE) == TX_SUCCESS);
    (void)tx_thread_sleep(3);
    OPTION_CHECK(remaining == 5);
    /* Two waits and the timer are due at one tick: the one that began first comes first. */
    (void)tx_thread_sleep(1);
    OPTION_THREAD(early, wait_for_flags, 8);
    OPTION_CHECK(tx_timer_create(&setter, (CHAR *)"setter", set, 0, 1, 0, TX_AUTO_ACTIVATE) ==
                 TX_SUCCESS);
    OPTION_CHECK(tx_event_flags_get(&group, 1, TX_OR, &flags, 1) == TX_SUCCESS);
    OPTION_CHECK(early_status == TX_NO_EVENTS);
    option_end();
}

VOID tx_application_define(VOID *first_unused_memory)
{
    (void)first_unused_memory;
    (void)tx_semaphore_create(&semaphore, (CHAR *)"semaphore", 0);
    (void)tx_event_flags_create(&group, (CHAR *)"group");
    OPTION_THREAD(waiter, wait, 3);
    OPTION_THREAD(judge, run, 9);
    (void)tx_timer_create(&once, (CHAR *)"once", stop, 0, 8, 0, TX_AUTO_ACTIVATE);
    (void)tx_timer_create(&periodic, (CHAR *)"periodic", put, 7, 2, 2, TX_AUTO_ACTIVATE);
}

OPTION_MAIN
