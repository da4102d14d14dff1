/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: timers expire at the ticks to which they are set: once, periodically, when they are
 * activated again, and when their own callbacks change, stop or set them. The remaining ticks are
 * right.
 */
#include "suite.h"

static TX_TIMER timer;
static ULONG start, input_seen;
static UINT expirations, stop_after;
static ULONG at[20];

static VOID expire(ULONG input)
{
    TX_THREAD *self = tx_thread_identify();

    CHECK(self != TX_NULL);
    input_seen = input;
    at[expirations++ % 20] = tx_time_get() - start;
    if (expirations == stop_after) {
        EQUAL(TX_SUCCESS, tx_timer_deactivate(&timer));
    }
}

static VOID stop_oneself(ULONG input)
{
    (void)input;
    expirations++;
    EQUAL(TX_SUCCESS, tx_timer_deactivate(&timer));
}

static VOID set_anew(ULONG input)
{
    (void)input;
    at[expirations++ % 20] = tx_time_get() - start;
    EQUAL(TX_SUCCESS, tx_timer_deactivate(&timer));
    EQUAL(TX_SUCCESS, tx_timer_change(&timer, 2 + expirations, 0));
    EQUAL(TX_SUCCESS, tx_timer_activate(&timer));
}

static void create(VOID (*function)(ULONG), ULONG initial, ULONG reschedule, UINT activate)
{
    start = tx_time_get();
    expirations = 0;
    stop_after = 0;
    CALL(tx_timer_create, TX_SUCCESS, &timer, "timer", function, 42, initial, reschedule, activate);
}

static void delete_object(void)
{
    CALL(tx_timer_delete, TX_SUCCESS, &timer);
}

static void is(UINT active, ULONG remaining)
{
    UINT active_now = 99;
    ULONG remaining_now = 99;

    CALL(tx_timer_info_get, TX_SUCCESS, &timer, TX_NULL, &active_now, &remaining_now, TX_NULL,
         TX_NULL);
    EQUAL(active, active_now);
    EQUAL(remaining, remaining_now);
}

static void sleep_until(ULONG instant)
{
    (void)tx_thread_sleep(instant - (tx_time_get() - start));
    EQUAL(instant, tx_time_get() - start);
}

void program_define(VOID *first_unused_memory)
{
    (void)first_unused_memory;
    create(expire, 3, 0, TX_AUTO_ACTIVATE); /* runs from the start of the clock */
}

static void one_shot(void)
{
    sleep_until(2);
    is(TX_TRUE, 1);
    EQUAL(0, expirations);
    sleep_until(8);
    EQUAL(1, expirations);
    EQUAL(3, at[0]);
    EQUAL(42, input_seen);
    is(TX_FALSE, 0);
    CALL(tx_timer_activate, TX_ACTIVATE_ERROR, &timer); /* no ticks are left */
    CALL(tx_timer_change, TX_SUCCESS, &timer, 5, 0);
    CALL(tx_timer_activate, TX_SUCCESS, &timer);
    sleep_until(14);
    EQUAL(2, expirations);
    EQUAL(13, at[1]);
    delete_object();
}

static void periodic(void)
{
    create(expire, 2, 5, TX_AUTO_ACTIVATE);
    sleep_until(20);
    EQUAL(4, expirations);
    EQUAL(2, at[0]);
    EQUAL(7, at[1]);
    EQUAL(12, at[2]);
    EQUAL(17, at[3]);
    is(TX_TRUE, 2);
    delete_object();
}

/* An inactive timer keeps its remaining ticks, and continues with them. */
static void interrupt_count(void)
{
    create(expire, 10, 4, TX_NO_ACTIVATE);
    sleep_until(5);
    is(TX_FALSE, 10);
    CALL(tx_timer_activate, TX_SUCCESS, &timer);
    sleep_until(8);
    is(TX_TRUE, 7);
    CALL(tx_timer_deactivate, TX_SUCCESS, &timer);
    sleep_until(20);
    is(TX_FALSE, 7);
    EQUAL(0, expirations);
    CALL(tx_timer_activate, TX_SUCCESS, &timer);
    sleep_until(32);
    EQUAL(2, expirations);
    EQUAL(27, at[0]);
    EQUAL(31, at[1]);
    delete_object();
}

/* Stopped by its own callback, it has a full period left. */
static void stop_itself(void)
{
    create(expire, 2, 6, TX_AUTO_ACTIVATE);
    stop_after = 2;
    sleep_until(20);
    EQUAL(2, expirations);
    is(TX_FALSE, 6);
    CALL(tx_timer_activate, TX_SUCCESS, &timer);
    sleep_until(27);
    EQUAL(3, expirations);
    EQUAL(26, at[2]);
    delete_object();
}

static void set_itself_anew(void)
{
    create(set_anew, 1, 0, TX_AUTO_ACTIVATE);
    sleep_until(15);
    EQUAL(4, expirations); /* 1, then 3, 4, 5 later */
    EQUAL(1, at[0]);
    EQUAL(4, at[1]);
    EQUAL(8, at[2]);
    EQUAL(13, at[3]);
    delete_object();
    create(stop_oneself, 1, 1, TX_AUTO_ACTIVATE);
    sleep_until(5);
    EQUAL(1, expirations);
    delete_object();
}

/* A period beyond the timer wheel of any implementation, and one that is changed. */
static void long_and_changed(void)
{
    create(expire, 1000, 300, TX_AUTO_ACTIVATE);
    sleep_until(999);
    is(TX_TRUE, 1);
    EQUAL(0, expirations);
    sleep_until(1301);
    EQUAL(2, expirations);
    EQUAL(1000, at[0]);
    EQUAL(1300, at[1]);
    CALL(tx_timer_deactivate, TX_SUCCESS, &timer);
    is(TX_FALSE, 299);
    CALL(tx_timer_change, TX_SUCCESS, &timer, 3, 2);
    is(TX_FALSE, 3);
    CALL(tx_timer_activate, TX_SUCCESS, &timer);
    sleep_until(1307);
    EQUAL(4, expirations);
    EQUAL(1304, at[2]);
    EQUAL(1306, at[3]);
    delete_object();
}

/* A timer that is deleted while it is due does not expire. */
static void delete_active(void)
{
    create(expire, 3, 3, TX_AUTO_ACTIVATE);
    sleep_until(7);
    delete_object();
    (void)tx_thread_sleep(10);
    EQUAL(2, expirations);
}

void program_main(void)
{
    one_shot();
    periodic();
    interrupt_count();
    stop_itself();
    set_itself_anew();
    long_and_changed();
    delete_active();
}
