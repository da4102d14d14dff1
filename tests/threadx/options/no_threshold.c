/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: with TX_DISABLE_PREEMPTION_THRESHOLD a threshold is the priority, or 0: other values become
 * 0, at the creation and later. With checks, one above the priority is an error of the creation.
 */
#define TX_DISABLE_PREEMPTION_THRESHOLD
#include "option.h"

static TX_THREAD plain, raised;
static ULONG plain_stack[1024], raised_stack[1024];
static UINT old;

static UINT threshold_of(TX_THREAD *thread)
{
    UINT threshold = 99;

    (void)tx_thread_info_get(thread, TX_NULL, TX_NULL, TX_NULL, TX_NULL, &threshold, TX_NULL,
                             TX_NULL, TX_NULL);
    return threshold;
}

static VOID run_raised(ULONG input)
{
    (void)input;
    option_say("raised");
}

static VOID run(ULONG input)
{
    (void)input;
    UINT status = tx_thread_create(&raised, (CHAR *)"raised", run_raised, 0, raised_stack,
                                   sizeof raised_stack, 5, 6, TX_NO_TIME_SLICE, TX_DONT_START);
#ifdef TX_DISABLE_ERROR_CHECKING
    OPTION_CHECK(status == TX_SUCCESS && threshold_of(&raised) == 0);
    OPTION_CHECK(tx_thread_terminate(&raised) == TX_SUCCESS);
    OPTION_CHECK(tx_thread_delete(&raised) == TX_SUCCESS);
#else
    OPTION_CHECK(status == TX_THRESH_ERROR);
#endif
    OPTION_CHECK(tx_thread_create(&raised, (CHAR *)"raised", run_raised, 0, raised_stack,
                                  sizeof raised_stack, 5, 3, TX_NO_TIME_SLICE,
                                  TX_DONT_START) == TX_SUCCESS);
    OPTION_CHECK(threshold_of(&raised) == 0);
    OPTION_CHECK(threshold_of(&plain) == 10);

    /* 0 keeps the more urgent thread off, and the priority lets it run. */
    OPTION_CHECK(tx_thread_preemption_change(&plain, 7, &old) == TX_SUCCESS && old == 10);
    OPTION_CHECK(threshold_of(&plain) == 0);
    OPTION_CHECK(tx_thread_resume(&raised) == TX_SUCCESS);
    option_say("plain");
    OPTION_CHECK(tx_thread_preemption_change(&plain, 10, &old) == TX_SUCCESS && old == 0);
    OPTION_CHECK(option_told("plain raised"));
    OPTION_CHECK(tx_thread_preemption_change(&plain, 20, &old) == TX_SUCCESS && old == 10);
    OPTION_CHECK(threshold_of(&plain) == 0);
    option_end();
}

VOID tx_application_define(VOID *first_unused_memory)
{
    (void)first_unused_memory;
    OPTION_THREAD(plain, run, 10);
}

OPTION_MAIN
