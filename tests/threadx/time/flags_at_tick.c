/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: a wait for event flags whose timeout falls on the tick at which they are set ends in a
 * defined way, and no such wait takes a tick more or less than it says.
 *
 * All timeouts of a tick end before a thread runs, in the order in which their waits began. So a
 * thread that sets flags comes too late for a wait that ends with the same tick, and the next wait
 * gets them. An interrupt of the tick that comes first sets them in time.
 */
#include "suite.h"

enum { ROUNDS = 32 };

static TX_EVENT_FLAGS_GROUP group;
static TX_TIMER timer;
static UINT rounds, rounds_at_end, set_in_interrupt;

VOID tx_application_tick(VOID)
{
    if (set_in_interrupt) {
        (void)tx_event_flags_set(&group, 1, TX_OR);
    }
}

static VOID set(ULONG input)
{
    (void)input;
    (void)tx_event_flags_set(&group, 1, TX_OR);
}

void program_define(VOID *first_unused_memory)
{
    (void)first_unused_memory;
    EQUAL(TX_SUCCESS, tx_event_flags_create(&group, "group"));
    EQUAL(TX_SUCCESS, tx_timer_create(&timer, "timer", set, 0, 1, 0, TX_NO_ACTIVATE));
}

static VOID sleep_long(ULONG input)
{
    (void)input;
    EQUAL(TX_SUCCESS, tx_thread_sleep(ROUNDS));
    rounds_at_end = rounds;
}

static VOID wait_in_rounds(ULONG input)
{
    ULONG flags;

    (void)input;
    while (rounds_at_end == 0) {
        rounds++;
        EQUAL(TX_NO_EVENTS, tx_event_flags_get(&group, 1, TX_OR_CLEAR, &flags, 1));
    }
}

/* A thread that sleeps, and one that began a wait of a tick in each of these ticks. The one that
 * began first is the first one at their last tick, if they are equally urgent. */
static void count_rounds(ULONG phase, UINT priority, UINT expected)
{
    rounds = 0;
    rounds_at_end = 0;
    EQUAL(TX_SUCCESS, tx_thread_sleep(1));
    spend_part(phase);
    (void)started("long", sleep_long, 12);
    (void)started("rounds", wait_in_rounds, priority);
    EQUAL(TX_SUCCESS, tx_thread_sleep(ROUNDS + 2));
    EQUAL(expected, rounds_at_end);
    retire_all();
}

static VOID set_at_next_tick(ULONG input)
{
    (void)input;
    EQUAL(TX_SUCCESS, tx_thread_sleep(1));
    say("set");
    (void)tx_event_flags_set(&group, 1, TX_OR);
}

static VOID wait_for_a_tick(ULONG input)
{
    ULONG flags, start = tx_time_get();

    (void)input;
    for (UINT i = 0; i < 2; i++) {
        UINT status = tx_event_flags_get(&group, 1, TX_OR_CLEAR, &flags, 1);

        say(status == TX_SUCCESS ? "got" : status == TX_NO_EVENTS ? "timeout" : "wrong");
        EQUAL(1, tx_time_get() - start);
        if (status == TX_SUCCESS) {
            return;
        }
    }
}

static void set_by_a_thread(UINT setter, UINT waiter, const char *words)
{
    EQUAL(TX_SUCCESS, tx_thread_sleep(1));
    (void)started("setter", set_at_next_tick, setter);
    (void)started("waiter", wait_for_a_tick, waiter);
    EQUAL(TX_SUCCESS, tx_thread_sleep(3));
    told(words);
    retire_all();
}

static void set_by_the_tick(void)
{
    EQUAL(TX_SUCCESS, tx_thread_sleep(1));
    (void)started("waiter", wait_for_a_tick, 12);
    set_in_interrupt = 1;
    EQUAL(TX_SUCCESS, tx_thread_sleep(1));
    set_in_interrupt = 0;
    told("got");
    retire_all();
    (void)tx_event_flags_set(&group, 0, TX_AND);
}

/* The function of a timer is called by a thread. */
static void set_by_a_timer(void)
{
    EQUAL(TX_SUCCESS, tx_thread_sleep(1));
    EQUAL(TX_SUCCESS, tx_timer_activate(&timer));
    (void)started("waiter", wait_for_a_tick, 12);
    EQUAL(TX_SUCCESS, tx_thread_sleep(3));
    told("timeout got");
    retire_all();
}

void program_main(void)
{
    for (ULONG phase = 10; phase < 100; phase += 40) {
        count_rounds(phase, 12, ROUNDS);
        count_rounds(phase, 13, ROUNDS);
        count_rounds(phase, 11, ROUNDS + 1);
    }
    set_by_a_thread(12, 12, "set timeout got");
    set_by_a_thread(11, 12, "set timeout got");
    set_by_the_tick();
    set_by_a_timer();
}
