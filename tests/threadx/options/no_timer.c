/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: with TX_NO_TIMER the program has no timer thread and no names of its services; sleeps and
 * timeouts, which need no timer here, still end.
 */
#define TX_NO_TIMER
#include "option.h"

#if defined(tx_timer_create) || defined(tx_timer_activate) || defined(tx_timer_delete)
#error "a program without timers can create one"
#endif

static TX_THREAD sleeper;
static ULONG sleeper_stack[1024];
static TX_SEMAPHORE semaphore;

static VOID run(ULONG input)
{
    (void)input;
    OPTION_CHECK(_tx_thread_created_count == 1);
    OPTION_CHECK(tx_thread_sleep(2) == TX_SUCCESS);
    OPTION_CHECK(tx_semaphore_get(&semaphore, 3) == TX_NO_INSTANCE);
    OPTION_CHECK(tx_time_get() == 5);
    option_end();
}

VOID tx_application_define(VOID *first_unused_memory)
{
    (void)first_unused_memory;
    (void)tx_semaphore_create(&semaphore, (CHAR *)"semaphore", 0);
    OPTION_THREAD(sleeper, run, 6);
}

OPTION_MAIN
