/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: an active timer has at least one tick left, also between the instant of its tick and the
 * interrupt that serves it, so that no call at that instant stops it for ever.
 *
 * Method: interrupts are off while the tick comes, for no, one and two ticks more; then each
 * service of timers is called. Other calls without such a section come at instants around the tick.
 */
#include "suite.h"
#include <limen/board.h>

enum { INITIAL = 3, PERIOD = 5, AROUND = 40, STRIDE = 7 };

static TX_TIMER timer;
static ULONG start, expired_at;
static UINT expirations;

static VOID expire(ULONG input)
{
    (void)input;
    expirations++;
    expired_at = tx_time_get() - start;
}

static void is(UINT active, ULONG left)
{
    UINT active_now = 99;
    ULONG left_now = 99;

    EQUAL(TX_SUCCESS, tx_timer_info_get(&timer, TX_NULL, &active_now, &left_now, TX_NULL, TX_NULL));
    EQUAL(active, active_now);
    EQUAL(left, left_now);
}

static void set(ULONG initial, ULONG period)
{
    expirations = 0;
    EQUAL(TX_SUCCESS, tx_timer_deactivate(&timer));
    EQUAL(TX_SUCCESS, tx_timer_change(&timer, initial, period));
    EQUAL(TX_SUCCESS, tx_thread_sleep(1));
    start = tx_time_get();
    EQUAL(TX_SUCCESS, tx_timer_activate(&timer));
}

static void work_until(uint64_t instant)
{
    for (uint64_t now = lm_now(); now < instant; now = lm_now()) {
        lm_work(instant - now);
    }
}

static uint64_t instant_of(ULONG tick)
{
    return (uint64_t)(start + tick) * (LM_CLOCK_HZ / TX_TIMER_TICKS_PER_SECOND);
}

/* Interrupts are disabled before the timer is due, and its tick came this number of ticks ago. */
static UINT let_it_be_due(ULONG period, ULONG late)
{
    set(INITIAL, period);

    UINT posture = tx_interrupt_control(TX_INT_DISABLE);

    work_until(instant_of(INITIAL + late));
    return posture;
}

static void stop_it_when_it_is_due(ULONG period, ULONG late)
{
    UINT posture = let_it_be_due(period, late);

    is(TX_TRUE, 1);
    EQUAL(TX_ACTIVATE_ERROR, tx_timer_activate(&timer)); /* it is active */
    EQUAL(TX_SUCCESS, tx_timer_change(&timer, 9, 9));    /* without effect, for the same reason */
    is(TX_TRUE, 1);
    EQUAL(TX_SUCCESS, tx_timer_deactivate(&timer));
    is(TX_FALSE, 1);
    (void)tx_interrupt_control(posture);
    EQUAL(TX_SUCCESS, tx_thread_sleep(2));
    EQUAL(0, expirations);
    is(TX_FALSE, 1);

    start = tx_time_get();
    EQUAL(TX_SUCCESS, tx_timer_activate(&timer));
    EQUAL(TX_SUCCESS, tx_thread_sleep(2));
    EQUAL(1, expirations);
    EQUAL(1, expired_at);
    is(period != 0, period != 0 ? period - 1 : 0);
}

static void ask_it_when_it_is_due(ULONG late)
{
    UINT posture = let_it_be_due(PERIOD, late);

    is(TX_TRUE, 1);
    (void)tx_interrupt_control(posture);
    EQUAL(TX_SUCCESS, tx_thread_sleep(1));
    EQUAL(1, expirations);
    is(TX_TRUE, PERIOD - late - 1);
}

/* The call comes at an instant around the tick, and the interrupted code continues. */
static void stop_it_around_its_tick(ULONG period)
{
    for (int offset = -AROUND; offset <= AROUND; offset += STRIDE) {
        set(1, period);
        work_until(instant_of(1) + (uint64_t)(int64_t)offset);
        EQUAL(TX_SUCCESS, tx_timer_deactivate(&timer));

        UINT called = expirations;
        UINT status = tx_timer_activate(&timer);

        EQUAL(period == 0 && called != 0 ? TX_ACTIVATE_ERROR : TX_SUCCESS, status);
        EQUAL(TX_SUCCESS, tx_thread_sleep(period + 2));
        CHECK(status != TX_SUCCESS || expirations > called);
    }
}

/* Its function starts a timer without a period again, and then stops it. */
static VOID start_oneself(ULONG input)
{
    (void)input;
    expirations++;
    if (expirations == 1) {
        EQUAL(TX_SUCCESS, tx_timer_change(&timer, 4, 0));
        EQUAL(TX_SUCCESS, tx_timer_activate(&timer));
        is(TX_TRUE, 4);
        EQUAL(TX_SUCCESS, tx_timer_deactivate(&timer));
        is(TX_FALSE, 4);
        EQUAL(TX_SUCCESS, tx_timer_activate(&timer));
    }
}

static void start_it_in_its_function(void)
{
    expirations = 0;
    EQUAL(TX_SUCCESS, tx_timer_create(&timer, "timer", start_oneself, 0, 1, 0, TX_AUTO_ACTIVATE));
    EQUAL(TX_SUCCESS, tx_thread_sleep(7));
    EQUAL(2, expirations);
    is(TX_FALSE, 0);
    EQUAL(TX_SUCCESS, tx_timer_delete(&timer));
}

void program_define(VOID *first_unused_memory)
{
    (void)first_unused_memory;
}

void program_main(void)
{
    EQUAL(TX_SUCCESS, tx_timer_create(&timer, "timer", expire, 0, 1, 1, TX_NO_ACTIVATE));
    for (ULONG late = 0; late < 3; late++) {
        stop_it_when_it_is_due(PERIOD, late);
        stop_it_when_it_is_due(0, late);
        ask_it_when_it_is_due(late);
    }
    stop_it_around_its_tick(PERIOD);
    stop_it_around_its_tick(0);
    EQUAL(TX_SUCCESS, tx_timer_delete(&timer));
    start_it_in_its_function();
}
