/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: in a sleep in which the clock of the board stops, a timer of the application ends the sleep
 * and reports its length. The time then advances by the part that the clock has not counted, from
 * none to all.
 *
 * Method: the interrupt of such a timer ends the wait at once, so that the clock counts nothing.
 */
#define TX_LOW_POWER
#define TX_LOW_POWER_TIMER_SETUP(ticks) set_low_power_timer(ticks)
#define TX_LOW_POWER_USER_ENTER sleep_deeply()
#define TX_LOW_POWER_USER_EXIT wake_up()
#define TX_LOW_POWER_USER_TIMER_ADJUST measured_ticks()
void set_low_power_timer(unsigned long ticks);
void sleep_deeply(void);
void wake_up(void);
unsigned long measured_ticks(void);
#include "option.h"

enum { SETUPS = 8, TICK = LM_CLOCK_HZ / TX_TIMER_TICKS_PER_SECOND };

static TX_THREAD sleeper;
static ULONG sleeper_stack[1024];
static TX_TIMER timer;
static ULONG setups[SETUPS], setup_count, wakes, expirations, expired_at, interrupts;
static bool clock_stops;
static ULONG measured; /* 0: as long as the timer was set to */
static uint64_t entered, counted;

void set_low_power_timer(unsigned long ticks)
{
    if (setup_count < SETUPS) {
        setups[setup_count++] = (ULONG)ticks;
    }
}

void sleep_deeply(void)
{
    entered = lm_now();
    if (clock_stops) {
        lm_board_interrupt_raise(0);
    }
}

void wake_up(void)
{
    wakes++;
    counted += lm_now() - entered;
}

/* In whole ticks, as a slow timer counts. */
unsigned long measured_ticks(void)
{
    ULONG ticks = measured != 0 ? measured : setups[setup_count - 1];

    measured = 0;
    return clock_stops ? ticks : (ULONG)((lm_now() - entered) / TICK);
}

static void wake_from_sleep(void *argument)
{
    (void)argument;
    interrupts++;
}

static VOID expire(ULONG input)
{
    (void)input;
    expirations++;
    expired_at = tx_time_get();
}

static void begin(bool stops)
{
    OPTION_CHECK(tx_thread_sleep(1) == TX_SUCCESS);
    clock_stops = stops;
    setup_count = wakes = expirations = interrupts = 0;
    counted = 0;
}

static void sleep_for(ULONG ticks, ULONG expected)
{
    ULONG start = tx_time_get();

    OPTION_CHECK(tx_thread_sleep(ticks) == TX_SUCCESS);
    OPTION_CHECK(tx_time_get() - start == expected);
}

static void start_timer(ULONG initial, ULONG period)
{
    OPTION_CHECK(tx_timer_change(&timer, initial, period) == TX_SUCCESS);
    OPTION_CHECK(tx_timer_activate(&timer) == TX_SUCCESS);
}

static void sleeps_last_until_something_is_due(void)
{
    begin(true);
    start_timer(20, 0);

    ULONG start = tx_time_get();

    sleep_for(50, 50);
    OPTION_CHECK(setup_count == 2 && setups[0] == 20 && setups[1] == 30);
    OPTION_CHECK(expirations == 1 && expired_at - start == 20);
    OPTION_CHECK(interrupts == 2 && wakes == 2 && counted < TICK);
}

static void another_interrupt_ends_a_sleep(void)
{
    begin(true);
    measured = 3;
    sleep_for(20, 20);
    OPTION_CHECK(setup_count == 2 && setups[0] == 20 && setups[1] == 17);
    OPTION_CHECK(counted < TICK);
}

/* It sleeps for 25 ticks, in which two calls and the end of the wait become due. */
static void nothing_is_lost_in_a_sleep_that_is_too_long(void)
{
    begin(true);
    start_timer(10, 10);
    measured = 25;
    sleep_for(20, 25);
    OPTION_CHECK(setup_count == 1 && setups[0] == 10 && expirations == 2);
    sleep_for(5, 5);
    OPTION_CHECK(setup_count == 2 && setups[1] == 5 && expirations == 3);
    OPTION_CHECK(tx_timer_deactivate(&timer) == TX_SUCCESS);
}

static void a_clock_that_goes_on_counts_once(void)
{
    begin(false);

    uint64_t start = lm_now();

    sleep_for(20, 20);
    OPTION_CHECK(interrupts == 0 && setups[0] == 20 && counted > 19 * (uint64_t)TICK);
    OPTION_CHECK(lm_now() - start < 21 * (uint64_t)TICK);
}

static VOID run(ULONG input)
{
    (void)input;
    lm_board_interrupt_attach(0, 2, wake_from_sleep, TX_NULL);
    OPTION_CHECK(_tx_limen_low_power_enter() == TX_WAIT_FOREVER); /* nothing is due */
    sleeps_last_until_something_is_due();
    another_interrupt_ends_a_sleep();
    nothing_is_lost_in_a_sleep_that_is_too_long();
    a_clock_that_goes_on_counts_once();
    option_end();
}

VOID tx_application_define(VOID *first_unused_memory)
{
    (void)first_unused_memory;
    OPTION_THREAD(sleeper, run, 5);
    OPTION_CHECK(tx_timer_create(&timer, (CHAR *)"timer", expire, 0, 1, 0, TX_NO_ACTIVATE) ==
                 TX_SUCCESS);
}

OPTION_MAIN
