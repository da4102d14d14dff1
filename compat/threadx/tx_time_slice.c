/* SPDX-License-Identifier: Apache-2.0 */
/* _tx_timer_time_slice: the remaining ticks of the slice of the running thread, 0 if it has
 * none. Only programs that name it contain this file, which acts at each switch and at each tick.
 */
#include "limen.h"

TX_LIMEN_PART

volatile ULONG _tx_timer_time_slice;

static struct lm_timer timer;

static void switched(struct lm_thread *from, struct lm_thread *to)
{
    (void)from;
    _tx_timer_time_slice = to != NULL && to->slice != NULL ? to->slice->left : 0;
}

static struct lm_switch_hook hook = {.function = switched};

/* The unit has been counted before. */
static void tick(void *argument)
{
    (void)argument;
    switched(NULL, lm_thread_self());
}

VOID tx_limen_slice_begin(VOID)
{
    _tx_timer_time_slice = 0;
    lm_switch_hook_add(&hook);
    (void)lm_timer_create(&timer, "time slice", tick, NULL);
    (void)lm_timer_start(&timer, LM_UNTIL(lm_layer_instant(1)), lm_layer_tick);
}
