/* SPDX-License-Identifier: Apache-2.0 */
/* TX_LOW_POWER_TIMER_SETUP and TX_LOW_POWER_USER_TIMER_ADJUST: a timer of the program measures a
 * sleep in which the clock of the board may stop. Only programs with these options contain
 * this file. */
#include "limen.h"
#include "tx_start.h"

static uint64_t begin;

/* Rounded up: at the end of this number of ticks, the next instant has passed. */
ULONG _tx_limen_low_power_enter(VOID)
{
    uint64_t until = lm_idle_until();

    begin = lm_now();
    if (until == UINT64_MAX) {
        return TX_WAIT_FOREVER;
    }
    uint64_t left = until > begin ? until - begin : 1;
    uint64_t ticks = (left + lm_layer_tick - 1) / lm_layer_tick;

    return ticks < TX_WAIT_FOREVER ? (ULONG)ticks : TX_WAIT_FOREVER - 1;
}

/* A clock that did not stop has counted at least the whole ticks that the program has measured. */
VOID _tx_limen_low_power_adjust(ULONG ticks)
{
    uint64_t measured = (uint64_t)ticks * lm_layer_tick;
    uint64_t counted = lm_now() - begin;

    if (measured > counted) {
        lm_idle_make_up(measured - counted);
    }
}
