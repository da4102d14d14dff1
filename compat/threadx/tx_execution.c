/* SPDX-License-Identifier: Apache-2.0 */
/* TX_ENABLE_EXECUTION_CHANGE_NOTIFY: the functions of the application at switches and around
 * interrupts. Only programs with the option contain this file. */
#include "limen.h"
#include "tx_start.h"

/* Threads of other interfaces count as no thread, because they have no field for a time. The hook
 * of _tx_thread_current_ptr is called after this one, which is added later. */
static void switched(struct lm_thread *from, struct lm_thread *to)
{
    TX_THREAD *next = tx_limen_thread(to);

    if (from == to) {
        return;
    }
    if (_tx_thread_current_ptr != NULL) {
        _tx_execution_thread_exit();
    }
    _tx_thread_current_ptr = next;
    if (next != NULL) {
        _tx_execution_thread_enter();
    }
}

static struct lm_switch_hook at_switch = {.function = switched};
static struct lm_interrupt_hook around_interrupt = {.enter = _tx_execution_isr_enter,
                                                    .exit = _tx_execution_isr_exit};

VOID _tx_limen_execution_begin(VOID)
{
    _tx_execution_initialize();
    lm_switch_hook_add(&at_switch);
    lm_interrupt_hook_add(&around_interrupt);
}
