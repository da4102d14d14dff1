/* SPDX-License-Identifier: Apache-2.0 */
/* _tx_thread_system_state: TX_INITIALIZE_IN_PROGRESS until the first thread runs, then the number
 * of nested interrupts. Only programs that name it, or ask for the state, contain this file, and
 * pay for it at each interrupt. */
#include "limen.h"

TX_LIMEN_PART

volatile ULONG _tx_thread_system_state = TX_INITIALIZE_IN_PROGRESS;

/* A handler that is not marked by lm_interrupt_enter is not counted. */
ULONG _tx_thread_system_state_get(VOID)
{
    ULONG state = _tx_thread_system_state;

    return state == 0 && lm_in_interrupt() ? 1 : state;
}

/* A more urgent interrupt in between decrements the count again that it has incremented. */
static void enter(void)
{
    _tx_thread_system_state++;
}

static void leave(void)
{
    _tx_thread_system_state--;
}

static struct lm_interrupt_hook hook = {.enter = enter, .exit = leave};

VOID tx_limen_state_begin(VOID)
{
    _tx_thread_system_state = TX_INITIALIZE_IN_PROGRESS;
    lm_interrupt_hook_add(&hook);
}

VOID tx_limen_state_end(VOID)
{
    _tx_thread_system_state = TX_INITIALIZE_IS_FINISHED;
}
