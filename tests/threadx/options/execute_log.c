/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: with TX_THREAD_EXECUTE_LOG_SIZE the log has the last threads that got the processor, in
 * their order; the oldest are overwritten, and the idle processor is not in it.
 */
#define TX_THREAD_EXECUTE_LOG_SIZE 4
#include "option.h"

static TX_THREAD high, low;
static ULONG high_stack[1024], low_stack[1024];
static TX_SEMAPHORE semaphore;

static VOID run_high(ULONG input)
{
    (void)input;
    for (;;) {
        (void)tx_semaphore_get(&semaphore, TX_WAIT_FOREVER);
    }
}

/* The newest thread in the log, the one before ... */
static int newest_are(TX_THREAD *a, TX_THREAD *b, TX_THREAD *c, TX_THREAD *d)
{
    TX_THREAD *const expected[TX_THREAD_EXECUTE_LOG_SIZE] = {a, b, c, d};
    ULONG at = _tx_thread_performance__execute_log_index;
    int is_same = 1;

    for (UINT i = 0; i < TX_THREAD_EXECUTE_LOG_SIZE; i++) {
        at = (at == 0 ? TX_THREAD_EXECUTE_LOG_SIZE : at) - 1;
        is_same &= expected[i] == TX_NULL || _tx_thread_performance_execute_log[at] == expected[i];
    }
    return is_same;
}

static VOID run_low(ULONG input)
{
    (void)input;
    OPTION_CHECK(newest_are(&low, &high, TX_NULL, TX_NULL));
    (void)tx_semaphore_put(&semaphore);
    OPTION_CHECK(newest_are(&low, &high, &low, &high));
    (void)tx_thread_sleep(2);
    OPTION_CHECK(newest_are(&low, &low, &high, &low));
    option_end();
}

VOID tx_application_define(VOID *first_unused_memory)
{
    (void)first_unused_memory;
    (void)tx_semaphore_create(&semaphore, (CHAR *)"semaphore", 0);
    OPTION_THREAD(high, run_high, 5);
    OPTION_THREAD(low, run_low, 9);
}

OPTION_MAIN
