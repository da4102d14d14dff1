/* SPDX-License-Identifier: Apache-2.0 */
/* _tx_thread_current_ptr. Only programs that name it contain this file and pay for it at each
 * switch; the services use lm_thread_self. */
#include "limen.h"

TX_LIMEN_PART

TX_THREAD *_tx_thread_current_ptr;

static void follow(struct lm_thread *from, struct lm_thread *to)
{
    (void)from;
    _tx_thread_current_ptr = tx_limen_thread(to);
}

static struct lm_switch_hook hook = {.function = follow};

VOID tx_limen_current_begin(VOID)
{
    _tx_thread_current_ptr = NULL;
    lm_switch_hook_add(&hook);
}
