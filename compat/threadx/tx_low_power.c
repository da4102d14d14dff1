/* SPDX-License-Identifier: Apache-2.0 */
/* TX_LOW_POWER: the functions of the application around the wait for an interrupt. Only programs
 * with the option contain this file. The kernel has no tick, so that the wait lasts until the next
 * due instant, to which the alarm is set already. */
#include "limen.h"
#include "tx_start.h"

VOID _tx_limen_low_power_begin(VOID)
{
    lm_idle_hook_set(tx_low_power_enter, tx_low_power_exit);
}
