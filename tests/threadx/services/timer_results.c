/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: the services of timers refuse wrong calls, in the order of their checks, in each context,
 * and return the right information.
 */
#include "suite.h"
#include <string.h>

static TX_TIMER timer, second, refused, never_created;

static VOID nothing(ULONG input)
{
    (void)input;
}

static void refuse_creation(void)
{
    CALL(tx_timer_create, TX_TIMER_ERROR, TX_NULL, "t", nothing, 0, 1, 1, TX_NO_ACTIVATE);
    CALL(tx_timer_create, TX_TIMER_ERROR, &timer, "t", nothing, 0, 1, 1, TX_NO_ACTIVATE);
    CALL(_txe_timer_create, TX_TIMER_ERROR, &refused, "t", nothing, 0, 1, 1, TX_NO_ACTIVATE,
         sizeof(TX_TIMER) + 1);
    BOTH(tx_timer_create, TX_TIMER_ERROR, TX_TICK_ERROR, TX_NULL, "t", nothing, 0, 0, 1,
         TX_NO_ACTIVATE);
    CALL(tx_timer_create, TX_TICK_ERROR, &refused, "t", nothing, 0, 0, 1, TX_NO_ACTIVATE);
    BOTH(tx_timer_create, TX_TICK_ERROR, TX_ACTIVATE_ERROR, &refused, "t", nothing, 0, 0, 1, 2);
    CALL(tx_timer_create, TX_ACTIVATE_ERROR, &refused, "t", nothing, 0, 1, 1, 2);
    if (context() == 'C' || context() == 'R') {
        BOTH(tx_timer_create, TX_ACTIVATE_ERROR, TX_CALLER_ERROR, &refused, "t", nothing, 0, 1, 1,
             2);
        CALL(tx_timer_create, TX_CALLER_ERROR, &refused, "t", nothing, 0, 1, 1, TX_NO_ACTIVATE);
    }
}

static void refuse_object(TX_TIMER *invalid)
{
    CALL(tx_timer_activate, TX_TIMER_ERROR, invalid);
    CALL(tx_timer_deactivate, TX_TIMER_ERROR, invalid);
    CALL(tx_timer_change, TX_TIMER_ERROR, invalid, 1, 1);
    BOTH(tx_timer_change, TX_TIMER_ERROR, TX_TICK_ERROR, invalid, 0, 1);
    CALL(tx_timer_info_get, TX_TIMER_ERROR, invalid, TX_NULL, TX_NULL, TX_NULL, TX_NULL, TX_NULL);
    if (context() != 'T') {
        BOTH(tx_timer_delete, TX_TIMER_ERROR, TX_CALLER_ERROR, invalid);
        CALL(tx_timer_delete, TX_CALLER_ERROR, &timer);
    } else {
        CALL(tx_timer_delete, TX_TIMER_ERROR, invalid);
    }
}

static void change(ULONG initial, ULONG reschedule)
{
    CALL(tx_timer_change, TX_TICK_ERROR, &timer, 0, 1);
    CALL(tx_timer_change, TX_SUCCESS, &timer, initial, reschedule);
}

static void is(UINT active, ULONG remaining, ULONG reschedule)
{
    CHAR *name;
    UINT active_now = 99;
    ULONG remaining_now = 99, reschedule_now = 99;
    TX_TIMER *next = TX_NULL;

    CALL(tx_timer_info_get, TX_SUCCESS, &timer, &name, &active_now, &remaining_now, &reschedule_now,
         &next);
    EQUAL(0, strcmp(name, "timer"));
    EQUAL(active, active_now);
    EQUAL(remaining, remaining_now);
    EQUAL(reschedule, reschedule_now);
    CHECK(next != TX_NULL);
    CALL(tx_timer_info_get, TX_SUCCESS, &timer, TX_NULL, TX_NULL, TX_NULL, TX_NULL, TX_NULL);
}

/* The timer is inactive with 50 ticks left, at the beginning and at the end. */
static void use(void)
{
    refuse_creation();
    refuse_object(TX_NULL);
    refuse_object(&never_created);
    is(TX_FALSE, 50, 70);
    CALL(tx_timer_activate, TX_SUCCESS, &timer);
    CALL(tx_timer_activate, TX_ACTIVATE_ERROR, &timer);
    change(5, 7); /* of an active timer: no effect */
    is(TX_TRUE, 50, 70);
    CALL(tx_timer_deactivate, TX_SUCCESS, &timer);
    CALL(tx_timer_deactivate, TX_SUCCESS, &timer);
    is(TX_FALSE, 50, 70);
    change(6, 0);
    is(TX_FALSE, 6, 0);
    change(50, 70);
    is(TX_FALSE, 50, 70);
}

void program_define(VOID *first_unused_memory)
{
    (void)first_unused_memory;
    CALL(tx_timer_create, TX_SUCCESS, &timer, "timer", nothing, 0, 50, 70, TX_NO_ACTIVATE);
    use();
}

void program_main(void)
{
    TX_TIMER *next;

    CALL(tx_timer_create, TX_SUCCESS, &second, "second", nothing, 0, 1, 1, TX_AUTO_ACTIVATE);
    in_each(use);
    CALL(tx_timer_info_get, TX_SUCCESS, &timer, TX_NULL, TX_NULL, TX_NULL, TX_NULL, &next);
    EQUAL(&second, next);
    CALL(tx_timer_info_get, TX_SUCCESS, &second, TX_NULL, TX_NULL, TX_NULL, TX_NULL, &next);
    EQUAL(&timer, next);
    CALL(tx_timer_delete, TX_SUCCESS, &second); /* while it is active */
    refuse_object(&second);
    CALL(tx_timer_info_get, TX_SUCCESS, &timer, TX_NULL, TX_NULL, TX_NULL, TX_NULL, &next);
    EQUAL(&timer, next);
}
