/* SPDX-License-Identifier: Apache-2.0 */
/* The start of a program that contains some of the files that keep a variable of ThreadX, or that
 * has middleware that waits. Each of these files refers to this one, by TX_LIMEN_PART. So a program
 * without them has neither the calls nor the tests for these files.
 */
#include "tx_run.h"

/* Not NULL if the program contains the file. */
#pragma weak tx_limen_state_begin
#pragma weak tx_limen_state_end
#pragma weak tx_limen_current_begin
#pragma weak tx_limen_clock_begin
#pragma weak tx_limen_slice_begin
#pragma weak tx_limen_suspend_begin

static VOID call(VOID (*part)(VOID))
{
    if (part != NULL) {
        part();
    }
}

static VOID begin_parts(VOID)
{
    call(tx_limen_state_begin);
    call(tx_limen_current_begin);
    call(tx_limen_clock_begin);
    call(tx_limen_slice_begin);
    call(tx_limen_suspend_begin);
}

static VOID end_parts(VOID)
{
    call(tx_limen_state_end);
}

VOID tx_limen_run(ULONG ticks_per_second, VOID (*begin_timers)(VOID))
{
    tx_limen_run_steps(ticks_per_second, begin_parts, begin_timers, tx_limen_tick_begin, end_parts);
}

const UCHAR tx_limen_parts = 0;
