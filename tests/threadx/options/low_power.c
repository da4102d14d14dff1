/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: tx_low_power_enter and tx_low_power_exit surround each wait of the idle processor, with
 * interrupts off; the wait lasts until the next due instant, not until the next tick.
 */
#define TX_LOW_POWER
#define TX_LOW_POWER_TICKLESS
#include "option.h"
#include "tx_low_power.h"

static TX_THREAD sleeper;
static ULONG sleeper_stack[1024];
static ULONG enters, exits, waits_seen_by_timer;
static TX_TIMER timer;

VOID tx_low_power_enter(VOID)
{
    OPTION_CHECK(lm_interrupts_are_disabled() && tx_thread_identify() == TX_NULL);
    OPTION_CHECK(enters == exits);
    enters++;
}

VOID tx_low_power_exit(VOID)
{
    OPTION_CHECK(lm_interrupts_are_disabled() && tx_thread_identify() == TX_NULL);
    exits++;
    OPTION_CHECK(enters == exits);
}

static VOID expire(ULONG input)
{
    (void)input;
    waits_seen_by_timer = enters;
    OPTION_CHECK(enters == exits);
}

static VOID run(ULONG input)
{
    (void)input;
    OPTION_CHECK(enters == 0);
    (void)tx_thread_sleep(50);
    OPTION_CHECK(enters == exits && enters >= 2 && enters < 6);
    OPTION_CHECK(waits_seen_by_timer != 0 && waits_seen_by_timer < enters);
    option_end();
}

VOID tx_application_define(VOID *first_unused_memory)
{
    (void)first_unused_memory;
    OPTION_THREAD(sleeper, run, 5);
    OPTION_CHECK(tx_timer_create(&timer, (CHAR *)"timer", expire, 0, 20, 0, TX_AUTO_ACTIVATE) ==
                 TX_SUCCESS);
}

OPTION_MAIN
