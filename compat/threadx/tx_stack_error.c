/* SPDX-License-Identifier: Apache-2.0 */
/* Checks of stacks. Only programs that set a handler contain this file, which acts at each switch.
 */
#include "limen.h"

static VOID (*handler_now)(TX_THREAD *thread_ptr); /* or NULL */

VOID tx_limen_stack_check(TX_THREAD *thread_ptr)
{
    VOID (*handler)(TX_THREAD *) = handler_now;

    if (handler != NULL && !lm_thread_stack_is_intact(&thread_ptr->limen)) {
        handler(thread_ptr);
    }
}

static void stack_error(struct lm_thread *thread)
{
    TX_THREAD *thread_ptr = tx_limen_thread(thread);

    if (thread_ptr != NULL) {
        handler_now(thread_ptr);
    }
}

UINT _tx_thread_stack_error_notify(VOID (*stack_error_handler)(TX_THREAD *thread_ptr))
{
    lm_trace_service(TX_SERVICE_THREAD_STACK_ERROR_NOTIFY, NULL, 0);
    lm_stack_check(NULL); /* from now on no switch calls the handler */
    handler_now = stack_error_handler;
    if (stack_error_handler != NULL) {
        lm_stack_check(stack_error);
    }
    return TX_SUCCESS;
}
