/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: tx_time_get and tx_time_set count ticks, wrap, and disturb neither sleeps nor timers;
 * tx_interrupt_control returns the previous posture in each context, and keeps interrupts off.
 */
#include "suite.h"

static UINT interrupts, expirations, other_posture;

static void use(void)
{
    ULONG now = DO(tx_time_get());
    UINT posture = DO(tx_interrupt_control(TX_INT_DISABLE));

    DO(tx_time_set(123));
    EQUAL(123, DO(tx_time_get()));
    DO(tx_time_set(now));
    EQUAL(now, DO(tx_time_get()));
    EQUAL(TX_INT_DISABLE, tx_interrupt_control(TX_INT_DISABLE));
    EQUAL(TX_INT_DISABLE, tx_interrupt_control(posture));
    EQUAL(posture, tx_interrupt_control(posture));
}

static void count_interrupt(void)
{
    interrupts++;
}

static VOID expire(ULONG input)
{
    (void)input;
    expirations++;
}

void program_define(VOID *first_unused_memory)
{
    (void)first_unused_memory;
    EQUAL(0, tx_time_get());
    use();
}

/* An interrupt that is raised while interrupts are off is served when they are on again. */
static void keep_off(void)
{
    UINT before = tx_interrupt_control(TX_INT_DISABLE);

    EQUAL(TX_INT_ENABLE, before);
    interrupts = 0;
    in_interrupt(count_interrupt);
    EQUAL(0, interrupts);
    EQUAL(TX_INT_DISABLE, tx_interrupt_control(before));
    EQUAL(1, interrupts);
}

static VOID note_posture(ULONG input)
{
    (void)input;
    other_posture = tx_interrupt_control(TX_INT_ENABLE);
}

/* A thread that waits with interrupts off has them off when it continues. Others have their own. */
static void wait_with_interrupts_off(void)
{
    UINT before = tx_interrupt_control(TX_INT_DISABLE);

    other_posture = 99;
    (void)started("other", note_posture, 20);
    EQUAL(TX_SUCCESS, tx_thread_sleep(3));
    EQUAL(TX_INT_DISABLE, tx_interrupt_control(before));
    EQUAL(TX_INT_ENABLE, other_posture);
    retire_all();
}

/* The clock is set during a sleep and while a timer runs. */
static void set_the_clock(void)
{
    TX_TIMER timer = {0};

    CALL(tx_timer_create, TX_SUCCESS, &timer, "timer", expire, 0, 5, 0, TX_AUTO_ACTIVATE);
    CALL(tx_thread_sleep, TX_SUCCESS, 1);
    tx_time_set(0xFFFFFFFE);
    EQUAL(0xFFFFFFFE, tx_time_get());
    CALL(tx_thread_sleep, TX_SUCCESS, 3);
    EQUAL(1, tx_time_get());
    EQUAL(0, expirations);
    CALL(tx_thread_sleep, TX_SUCCESS, 1);
    EQUAL(1, expirations);
    EQUAL(2, tx_time_get());
    CALL(tx_timer_delete, TX_SUCCESS, &timer);
}

/* Each tick counts one, also while a thread works. */
static void count(void)
{
    tx_time_set(1000);
    CALL(tx_thread_sleep, TX_SUCCESS, 10);
    EQUAL(1010, tx_time_get());
    spend(3);
    EQUAL(1013, tx_time_get());
    spend_part(90);
    EQUAL(1013, tx_time_get());
    spend_part(20);
    EQUAL(1014, tx_time_get());
}

void program_main(void)
{
    in_each(use);
    keep_off();
    wait_with_interrupts_off();
    set_the_clock();
    count();
}
