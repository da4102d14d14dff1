/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: interrupts may come, and make any call, while the thread of the tick examines its threads
 * or begins to wait. The tick examines all threads once for each tick that was not lost.
 *
 * Method: virtual time in which each call of the kernel takes a tick of the clock. A timer calls a
 * handler at each instant of a tick in turn, so that there is a run for any two calls in which it
 * comes between them.
 */
#include "check.h"
#include "host.h"
#include <limen/cyclic.h>
#include <limen/limen.h>

enum { STACK_BYTES = LM_PORT_STACK_BYTES(8192), CYCLIC = 3, LENGTH = 60, ROUNDS = 6, TARGET = 1 };

static struct lm_tick tick;
static struct lm_thread threads[CYCLIC];
static struct lm_cyclic cyclic[CYCLIC];
static struct lm_timer once, last;
static _Alignas(LM_PORT_STACK_ALIGN) unsigned char stacks[CYCLIC + 1][STACK_BYTES];
static unsigned jobs[CYCLIC];
static uint64_t instant;

static void live(void *argument)
{
    unsigned *count = argument;

    for (;;) {
        ++*count;
        (void)lm_thread_wait_period();
    }
}

static void disable(void *argument)
{
    (void)argument;
    CHECK_STATUS(lm_cyclic_disable(&cyclic[TARGET]), LM_OK);
}

static void terminate(void *argument)
{
    (void)argument;
    CHECK_STATUS(lm_thread_terminate(&threads[TARGET]), LM_OK);
    CHECK_STATUS(lm_cyclic_disable(&cyclic[TARGET]), LM_OK);
}

static void suspend(void *argument)
{
    (void)argument;
    CHECK_STATUS(lm_thread_suspend(&threads[TARGET]), LM_OK);
}

static void start_again(void *argument)
{
    (void)argument;
    CHECK_STATUS(lm_tick_start(&tick), LM_OK);
}

static void nothing(void *argument)
{
    (void)argument;
}

static void stop(void *argument)
{
    (void)argument;
    CHECK_STATUS(lm_timer_stop(&tick.timer), LM_OK);
}

static void create_thread(unsigned i)
{
    struct lm_thread_config config = {.name = "thread",
                                      LM_PREEMPTIVE((uint16_t)(5 - i)),
                                      .entry = live,
                                      .argument = &jobs[i],
                                      .stack = stacks[i],
                                      .stack_bytes = STACK_BYTES,
                                      .suspended = true};

    jobs[i] = 0;
    CHECK_STATUS(lm_thread_create(&threads[i], &config), LM_OK);
    CHECK_STATUS(lm_tick_attach(&tick, &cyclic[i], &threads[i]), LM_OK);
    CHECK_STATUS(lm_cyclic_enable(&cyclic[i]), LM_OK);
}

/* A tick of this length runs until the end of a round, the handler comes at the instant. */
static struct lm_tick_info run(uint64_t length, void (*handler)(void *))
{
    struct lm_tick_config config = {.name = "tick",
                                    .length = length,
                                    .style = LM_TICK_DEFERRED,
                                    .stack = stacks[CYCLIC],
                                    .stack_bytes = STACK_BYTES};
    struct lm_tick_info info;

    lm_host.costs = (struct lm_host_costs){0};
    lm_kernel_init();
    CHECK_STATUS(lm_tick_create(&tick, &config), LM_OK);
    for (unsigned i = 0; i < CYCLIC; i++) {
        create_thread(i);
    }
    CHECK_STATUS(lm_timer_create(&once, "once", handler, NULL), LM_OK);
    CHECK_STATUS(lm_timer_create(&last, "last", stop, NULL), LM_OK);
    CHECK_STATUS(lm_timer_start(&last, LM_UNTIL(ROUNDS * LENGTH + LENGTH - 1), 0), LM_OK);
    CHECK_STATUS(lm_timer_start(&once, LM_UNTIL(instant), 0), LM_OK);
    CHECK_STATUS(lm_tick_start(&tick), LM_OK);
    lm_host.costs.call = 1000;
    lm_kernel_start();
    CHECK_STATUS(lm_tick_get_info(&tick, &info), LM_OK);
    return info;
}

static void check_others(unsigned count)
{
    CHECK_EQUAL(jobs[0], count);
    CHECK_EQUAL(jobs[2], count);
}

static void a_handler_takes_one_thread_out(void (*handler)(void *))
{
    struct lm_tick_info info = run(LENGTH, handler);

    CHECK_EQUAL(info.scans, ROUNDS);
    CHECK_EQUAL(info.lost, 0);
    check_others(ROUNDS);
    CHECK(jobs[TARGET] == 2 || jobs[TARGET] == 3); /* the handler comes in the third round */
}

static void a_handler_starts_the_tick_again(void)
{
    struct lm_tick_info info = run(LENGTH, start_again);

    CHECK(info.scans == ROUNDS || info.scans == ROUNDS - 1);
    CHECK_EQUAL(info.lost, 0);
    check_others(info.scans);
}

/* The tick is shorter than the work of the threads and its own, so it comes at any point. If the
 * alarm alone takes most of the length, the timer leaves out instants. */
static void a_tick_that_is_too_short_is_lost_but_for_one(uint64_t length)
{
    struct lm_tick_info info = run(length, nothing);
    uint64_t rang = (ROUNDS * LENGTH + LENGTH - 1) / length;

    CHECK(info.scans > ROUNDS);
    CHECK(info.scans + info.lost <= rang);
    for (unsigned i = 0; i < CYCLIC; i++) {
        CHECK_EQUAL(jobs[i], info.scans);
    }
}

int main(void)
{
    for (instant = 3 * LENGTH; instant < 4 * LENGTH; instant++) {
        a_handler_takes_one_thread_out(disable);
        a_handler_takes_one_thread_out(terminate);
        a_handler_takes_one_thread_out(suspend);
        a_handler_starts_the_tick_again();
        for (uint64_t length = 6; length <= 11; length++) {
            a_tick_that_is_too_short_is_lost_but_for_one(length);
        }
    }
    return 0;
}
