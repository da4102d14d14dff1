/* SPDX-License-Identifier: Apache-2.0 */
/* _tx_timer_system_clock. Only programs that name it contain this file and have a tick. */
#include "limen.h"

TX_LIMEN_PART

volatile ULONG _tx_timer_system_clock;

static struct lm_timer timer;

static void tick(void *argument)
{
    (void)argument;
    _tx_timer_system_clock = _tx_time_get();
}

VOID tx_limen_clock_begin(VOID)
{
    _tx_timer_system_clock = 0;
    (void)lm_timer_create(&timer, "system clock", tick, NULL);
    (void)lm_timer_start(&timer, LM_UNTIL(lm_layer_instant(1)), lm_layer_tick);
}
