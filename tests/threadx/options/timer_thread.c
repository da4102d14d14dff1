/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: the timer thread has the priority and the stack that the file with tx_kernel_enter defines,
 * with the same library.
 */
#define TX_TIMER_THREAD_PRIORITY 7
#define TX_TIMER_THREAD_STACK_SIZE 3000
#include "option.h"

static TX_THREAD urgent;
static ULONG urgent_stack[1024];
static TX_TIMER timer;
static ULONG calls;

static VOID expire(ULONG input)
{
    (void)input;
    OPTION_CHECK(tx_thread_identify() == &_tx_timer_thread);
    calls++;
}

static VOID run(ULONG input)
{
    ULONG begin = tx_time_get();

    (void)input;
    OPTION_CHECK(_tx_timer_thread.tx_thread_priority == 7);
    OPTION_CHECK(_tx_timer_thread.tx_thread_stack_size >= 3000);
    OPTION_CHECK(_tx_timer_thread.tx_thread_stack_size < 3000 + 16);
    while (tx_time_get() - begin < 3) {
        lm_work(LM_CLOCK_HZ / TX_TIMER_TICKS_PER_SECOND / 10);
    }
    OPTION_CHECK(calls == 0); /* this thread is more urgent */
    (void)tx_thread_sleep(1);
    OPTION_CHECK(calls == 1);
    option_end();
}

VOID tx_application_define(VOID *first_unused_memory)
{
    (void)first_unused_memory;
    OPTION_THREAD(urgent, run, 6);
    (void)tx_timer_create(&timer, (CHAR *)"timer", expire, 0, 1, 0, TX_AUTO_ACTIVATE);
}

OPTION_MAIN
