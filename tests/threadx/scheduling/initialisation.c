/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: thresholds have no effect during initialisation. The most urgent of the threads that were
 * started there runs first, of equal ones the one that was created first, even if an earlier one
 * has threshold 0. Interrupts stay disabled until then.
 */
#include "suite.h"

static VOID run(ULONG input)
{
    (void)input;
    say(tx_thread_identify()->tx_thread_name);
}

void program_define(VOID *first_unused_memory)
{
    TX_THREAD *later = worker("R12", run, 12, 5);

    (void)first_unused_memory;
    EQUAL(TX_INT_DISABLE, tx_interrupt_control(TX_INT_ENABLE));
    EQUAL(TX_INT_DISABLE, tx_interrupt_control(TX_INT_ENABLE));
    EQUAL(TX_SUCCESS, tx_thread_resume(worker("T15", run, 15, 0)));
    started("A10", run, 10);
    started("B10", run, 10);
    EQUAL(TX_SUCCESS, tx_thread_resume(later));
    started("C10", run, 10);
    told(""); /* no thread runs yet */
}

void program_main(void)
{
    EQUAL(TX_INT_ENABLE, tx_interrupt_control(TX_INT_ENABLE));
    told("A10 B10 C10 R12 T15");
}
