/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: with TX_LIMEN_AS_6_4 tx_timer_change is refused at start-up, after the other checks, and
 * works later.
 */
#define TX_LIMEN_AS_6_4
#include "option.h"

static TX_THREAD changer;
static ULONG changer_stack[1024];
static TX_TIMER timer;

static VOID nothing(ULONG input)
{
    (void)input;
}

static VOID run(ULONG input)
{
    ULONG remaining;

    (void)input;
    OPTION_CHECK(tx_timer_change(&timer, 5, 0) == TX_SUCCESS);
    OPTION_CHECK(tx_timer_info_get(&timer, TX_NULL, TX_NULL, &remaining, TX_NULL, TX_NULL) ==
                     TX_SUCCESS &&
                 remaining == 5);
    option_end();
}

VOID tx_application_define(VOID *first_unused_memory)
{
    (void)first_unused_memory;
    OPTION_CHECK(tx_timer_create(&timer, (CHAR *)"timer", nothing, 0, 50, 70, TX_NO_ACTIVATE) ==
                 TX_SUCCESS);
    OPTION_CHECK(tx_timer_change(&timer, 0, 7) == TX_TICK_ERROR);
    OPTION_CHECK(tx_timer_change(&timer, 5, 7) == TX_CALLER_ERROR);
    OPTION_THREAD(changer, run, 5);
}

OPTION_MAIN
