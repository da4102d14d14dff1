/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: an application that includes only tx_api.h can declare the variables of ThreadX that it
 * reads itself, also without volatile.
 */
#include "tx_api.h"
#include <stdio.h>
#include <stdlib.h>

extern ULONG _tx_timer_system_clock;
extern UINT _tx_thread_preempt_disable;
extern TX_THREAD *_tx_thread_created_ptr;

static TX_THREAD reader;
static ULONG reader_stack[1024];

static VOID run(ULONG input)
{
    ULONG before = _tx_timer_system_clock;

    (void)input;
    (void)tx_thread_sleep(3);
    printf("the clock %s, preemption %u, %s\n",
           _tx_timer_system_clock - before >= 3 ? "goes on" : "stands", _tx_thread_preempt_disable,
           _tx_thread_created_ptr != TX_NULL ? "threads" : "no threads");
    exit(0);
}

VOID tx_application_define(VOID *first_unused_memory)
{
    (void)first_unused_memory;
    (void)tx_thread_create(&reader, (CHAR *)"reader", run, 0, reader_stack, sizeof reader_stack, 5,
                           5, TX_NO_TIME_SLICE, TX_AUTO_START);
}

int main(void)
{
    tx_kernel_enter();
    return 1;
}
