/* SPDX-License-Identifier: Apache-2.0 */
/* TX_TIMER_PROCESS_IN_ISR: the functions of timers are called in the interrupt of the alarm. Only
 * programs with the option contain this file. It replaces the function of tx_timer.c that passes
 * expired timers to the timer thread, so that the program needs no such thread. */
#include "limen.h"
#include "tx_start.h"

VOID _tx_limen_timers_in_interrupt(VOID)
{
}

VOID tx_limen_timer_expire(void *argument)
{
    TX_TIMER *timer_ptr = argument;

    tx_limen_timer_end(timer_ptr);
    tx_limen_timer_call(timer_ptr);
}
