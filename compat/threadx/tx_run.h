/* SPDX-License-Identifier: Apache-2.0 */
/* From tx_kernel_enter to the first thread: the code is compiled twice, for programs that contain
 * tx_parts.c and for all others, so that the others contain no code for parts that they lack.
 */
#ifndef TX_RUN_H
#define TX_RUN_H

#include "limen.h"
#include "tx_start.h"

static inline VOID tx_limen_begin(ULONG ticks_per_second)
{
    bool is_known = ticks_per_second > 0 && ticks_per_second <= LM_CLOCK_HZ;

    tx_limen_port_begin();
    lm_layer_begin(is_known ? (uint32_t)ticks_per_second : TX_TIMER_TICKS_PER_SECOND);
    lm_trace_set_api(LM_TRACE_THREADX);
}

static inline __attribute__((always_inline)) void
tx_limen_run_steps(ULONG ticks_per_second, VOID (*begin_parts)(VOID), VOID (*begin_timers)(VOID),
                   VOID (*begin_tick)(VOID), VOID (*end_parts)(VOID))
{
    tx_limen_begin(ticks_per_second);
    begin_parts();
    begin_timers();
    LM_IF_CORES(tx_limen_cores_begin();)
    _tx_initialize_low_level();
    tx_application_define(tx_limen_first_unused_memory());
    begin_tick();
    lm_layer_enter_state(LM_LAYER_RUNNING); /* also of the other cores, which start now */
    end_parts();
    LM_IF_CORES(tx_limen_cores_start();)
    lm_layer_start();
}

#endif
