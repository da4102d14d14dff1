/* SPDX-License-Identifier: Apache-2.0 */
/* A sleep in which the board's clock stops; see test_stopped_clock.py. The interrupt of a timer
 * that continues ends the wait at once, so that the clock counts almost none of it. */
#include "../check.h"
#include <limen/board.h>
#include <limen/limen.h>

enum { OBJECTS = 8, SHORT_SLEEPS = 1000 };

static const uint64_t turn = (uint64_t)1 << 32; /* of the lower half of the clock */
static const uint64_t late_max = LM_US(500);

LM_STACK(stack, 1024);
static struct lm_thread thread;
static struct lm_semaphore semaphore;
static struct lm_timer timers[2];
static char trace[8192];
static uint64_t leap; /* of the next wait */
static uint64_t until, time_before;
static unsigned expirations;

static void before_wait(void)
{
    until = lm_idle_until();
    time_before = lm_now();
    if (leap != 0) {
        lm_board_interrupt_raise(0);
    }
}

static void after_wait(void)
{
    if (leap != 0) {
        check_instant(lm_now(), time_before, late_max, "an interrupt ends the wait");
        time_before = lm_now();
        lm_idle_make_up(leap);
        check_instant(lm_now(), time_before + leap, late_max, "the clock goes on behind the sleep");
        leap = 0;
    }
}

static void wake(void *argument)
{
    (void)argument;
    (void)lm_semaphore_post(&semaphore);
}

/* Timers that are due during the sleep expire in their order, before the thread that sleeps
 * wakes. */
static void expire(void *argument)
{
    unsigned *number = argument;

    check(expirations == *number, "timers expire in their order");
    expirations++;
}

static void sleep_for_turns(void)
{
    static unsigned numbers[2] = {0, 1};
    uint64_t begin = lm_now();

    for (unsigned i = 0; i < 2; i++) {
        check(lm_timer_create(&timers[i], "timer", expire, &numbers[i]) == LM_OK, "timer");
        check(lm_timer_start(&timers[i], (i + 1) * turn + 5, 0) == LM_OK, "started");
    }
    leap = 3 * turn;
    check(lm_thread_sleep_until(begin + 3 * turn) == LM_OK, "slept");
    check(until > begin + turn && until < begin + 2 * turn, "the first timer ends the wait");
    check(expirations == 2, "both timers have expired");
    check_instant(lm_now(), begin + 3 * turn, late_max, "three turns");
}

/* The alarm is set again, for the rest. */
static void sleep_for_parts(void)
{
    for (unsigned i = 0; i < SHORT_SLEEPS; i++) {
        uint64_t begin = lm_now();

        leap = LM_US(1) * (i + 1);
        check(lm_thread_sleep_until(begin + LM_MS(2)) == LM_OK, "slept");
        check_instant(lm_now(), begin + LM_MS(2), late_max, "a part of the sleep");
    }
}

static void wait_for_nothing(void)
{
    while (lm_semaphore_wait(&semaphore, LM_NO_WAIT) == LM_OK) {
    }
    uint64_t begin = lm_now();

    leap = LM_SECONDS(5);
    check(lm_semaphore_wait(&semaphore, LM_FOREVER) == LM_OK, "woken");
    check(until == UINT64_MAX, "nothing is due");
    check_instant(lm_now(), begin + LM_SECONDS(5), late_max, "five seconds");
}

static void run(void *argument)
{
    (void)argument;
    check(lm_semaphore_create(&semaphore, "semaphore", 0, LM_FIFO) == LM_OK, "semaphore");
    lm_board_interrupt_attach(0, 2, wake, NULL);
    check(lm_trace_start(trace, sizeof trace, OBJECTS) == LM_OK, "trace");
    sleep_for_turns();
    lm_trace_stop();
    check(lm_board_save("trace.limen", trace, sizeof trace) == 0, "saved");
    sleep_for_parts();
    wait_for_nothing();
    lm_board_print("stopped clock ok\n");
    lm_board_exit(0);
}

int main(void)
{
    lm_kernel_init();
    lm_idle_hook_set(before_wait, after_wait);
    check(lm_thread_create(&thread, &(struct lm_thread_config){.name = "thread",
                                                               LM_PREEMPTIVE(5),
                                                               .entry = run,
                                                               LM_USE_STACK(stack)}) == LM_OK,
          "thread");
    lm_kernel_start();
    return 1;
}
