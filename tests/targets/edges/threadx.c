/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: no timer of the ThreadX layer is lost if it is stopped, queried or changed at any instant
 * around its tick. The argument is the number of instants around the tick, one of the clock each.
 *
 * Method: a timer is stopped and started again. Its remaining time is that before the tick or that
 * after it.
 */
#include "tx_api.h"
#include <limen/board.h>
#include <limen/limen.h>
#include <stdlib.h>

enum { PERIOD = 3, AHEAD = 4000 };

static TX_TIMER timer;
static TX_THREAD thread;
static ULONG stack[800];
static volatile ULONG calls;
static unsigned instants, count[2];

static void check(bool holds, const char *what, unsigned instant)
{
    if (!holds) {
        lm_board_printf("not so: %s, at instant %u\n", what, instant);
        lm_board_exit(1);
    }
}

static VOID expire(ULONG input)
{
    (void)input;
    calls++;
}

static void work_until(uint64_t instant)
{
    for (uint64_t now = lm_now(); now < instant; now = lm_now()) {
        lm_work(instant - now);
    }
}

/* Active, with one tick left before the tick, and a period after it. */
static void check_rest(ULONG called, unsigned instant)
{
    UINT active;
    ULONG left;

    (void)tx_timer_info_get(&timer, TX_NULL, &active, &left, TX_NULL, TX_NULL);
    check(active == TX_TRUE, "it is active", instant);
    check(left == PERIOD || (left == 1 && called == 0), "its rest", instant);
}

static void stop_about_its_tick(unsigned instant)
{
    uint64_t tick = LM_CLOCK_HZ / TX_TIMER_TICKS_PER_SECOND;

    (void)tx_timer_change(&timer, 1, PERIOD);
    (void)tx_thread_sleep(1);
    calls = 0;
    check(tx_timer_activate(&timer) == TX_SUCCESS, "it starts", instant);

    uint64_t due = (lm_now() / tick + 1) * tick;

    (void)lm_thread_sleep_until(due - AHEAD);
    work_until(due - instants / 4 * 3 + instant);
    check_rest(calls, instant);
    (void)tx_timer_deactivate(&timer);

    ULONG called = calls;

    count[called]++;
    check(tx_timer_activate(&timer) == TX_SUCCESS, "it starts again", instant);
    (void)tx_thread_sleep(PERIOD + 1);
    check(calls > called, "it is called again", instant);
    (void)tx_timer_deactivate(&timer);
}

static VOID run(ULONG input)
{
    (void)input;
    (void)tx_timer_create(&timer, (CHAR *)(uintptr_t) "timer", expire, 0, 1, PERIOD,
                          TX_NO_ACTIVATE);
    for (unsigned instant = 0; instant < instants; instant++) {
        stop_about_its_tick(instant);
    }
    lm_board_printf("stopped %u before the tick and %u after it, none lost\n", count[0], count[1]);
    lm_board_exit(count[0] != 0 && count[1] != 0 ? 0 : 1);
}

VOID tx_application_define(VOID *memory)
{
    (void)memory;
    (void)tx_thread_create(&thread, (CHAR *)(uintptr_t) "thread", run, 0, stack, sizeof stack, 5, 5,
                           TX_NO_TIME_SLICE, TX_AUTO_START);
}

int main(int argc, char **argv)
{
    instants = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : 1;
    tx_kernel_enter();
    return 1;
}
