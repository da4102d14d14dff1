/* SPDX-License-Identifier: Apache-2.0 */
/* _tx_thread_system_state. Only programs that name it, or ask for the state, contain this file. */
#include "limen.h"

volatile ULONG _tx_thread_system_state = TX_INITIALIZE_IN_PROGRESS;

/* The variable does not change at interrupts, as on the Cortex-M ports of ThreadX. */
ULONG _tx_thread_system_state_get(VOID)
{
    ULONG state = _tx_thread_system_state;

    return state == 0 && lm_in_interrupt() ? 1 : state;
}
