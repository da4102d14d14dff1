/* SPDX-License-Identifier: Apache-2.0 */
/* From tx_kernel_enter to the first thread: the code is compiled twice, for programs that contain
 * tx_parts.c and for all others, so that the others contain no code for parts that they lack.
 */
#ifndef TX_RUN_H
#define TX_RUN_H

#include "limen.h"
#include "tx_start.h"

static inline __attribute__((always_inline)) void tx_limen_run_steps(VOID (*begin_parts)(VOID),
                                                                     VOID (*begin_timers)(VOID),
                                                                     VOID (*begin_tick)(VOID),
                                                                     VOID (*end_parts)(VOID))
{
    tx_limen_port_begin();
    lm_kernel_init();
    lm_trace_set_api(LM_TRACE_THREADX);
    lm_slices_in(TX_LIMEN_TICK);
    begin_parts();
    begin_timers();
    LM_IF_CORES(tx_limen_cores_begin();)
    _tx_initialize_low_level();
    tx_application_define(tx_limen_first_unused_memory());
    begin_tick();
    tx_limen_is_started = true;
    end_parts();
    LM_IF_CORES(tx_limen_cores_start();)
    lm_kernel_start();
}

#endif
