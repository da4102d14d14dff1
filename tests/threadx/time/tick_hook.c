/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: the application's tx_application_tick is called with every tick, once, as an interrupt:
 * services called from it behave as in any interrupt.
 */
#include "suite.h"

static TX_SEMAPHORE semaphore;
static TX_MUTEX mutex;
static TX_THREAD *waiter;
static ULONG calls;
static TX_THREAD *seen;
static UINT act;
static UINT statuses[4];

VOID tx_application_tick(VOID)
{
    calls++;
    if (act == 1) {
        act = 0;
        seen = tx_thread_identify();
#ifndef TX_DISABLE_ERROR_CHECKING
        statuses[0] = tx_semaphore_get(&semaphore, 1);
        statuses[2] = tx_mutex_get(&mutex, TX_NO_WAIT);
#endif
        statuses[1] = tx_thread_sleep(1);
        statuses[3] = tx_semaphore_put(&semaphore);
    }
}

static VOID wait(ULONG input)
{
    (void)input;
    EQUAL(TX_SUCCESS, tx_semaphore_get(&semaphore, TX_WAIT_FOREVER));
    say("woken");
}

void program_define(VOID *first_unused_memory)
{
    (void)first_unused_memory;
    EQUAL(TX_SUCCESS, tx_semaphore_create(&semaphore, "semaphore", 0));
    EQUAL(TX_SUCCESS, tx_mutex_create(&mutex, "mutex", TX_NO_INHERIT));
    EQUAL(0, calls);
}

/* While a thread works the hook wakes a more urgent one, which runs when the interrupt ends. */
static void wake_from_the_hook(void)
{
    ULONG before;

    waiter = started("waiter", wait, 10);
    before = tx_time_get();
    act = 1;
    spend(1);
    told("woken");
    EQUAL(1, tx_time_get() - before);
    EQUAL(tx_thread_identify(), seen); /* the one that was interrupted */
    EQUAL(TX_CALLER_ERROR, statuses[1]);
    EQUAL(TX_SUCCESS, statuses[3]);
    retire_all();
}

void program_main(void)
{
    ULONG first_call = calls, first_tick = tx_time_get();

    EQUAL(TX_SUCCESS, tx_thread_sleep(10));
    EQUAL(10, calls - first_call);
    spend(5);
    EQUAL(15, calls - first_call);
    EQUAL(15, tx_time_get() - first_tick);
    tx_time_set(77); /* the clock is set, ticks continue */
    EQUAL(TX_SUCCESS, tx_thread_sleep(3));
    EQUAL(18, calls - first_call);
    EQUAL(80, tx_time_get());
    wake_from_the_hook();
#ifndef TX_DISABLE_ERROR_CHECKING
    EQUAL(TX_WAIT_ERROR, statuses[0]);
    EQUAL(TX_CALLER_ERROR, statuses[2]);
#endif
}
