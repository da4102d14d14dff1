/* SPDX-License-Identifier: Apache-2.0 */
/* The board's clock and alarm at their limits, on the board's own hardware; see test_clock.py. The
 * first argument selects the test: "long" or "short". */
#include "check.h"
#include <limen/board.h>
#include <limen/limen.h>
#include <string.h>

/* Alarms have 32 bits on every board, and are set for at most half of that: a longer delay takes
 * several alarms. */
static const uint64_t turn = (uint64_t)1 << 32;
static const uint64_t late_max = LM_US(100);

LM_STACK(stack, 1024);
static struct lm_thread thread;
static struct lm_semaphore semaphore;
static struct lm_timer timer;
static uint64_t called_at;
static unsigned calls;

static void note_instant(void *argument)
{
    (void)argument;
    called_at = lm_now();
}

/* No other timeout is started meanwhile, so that no other code sets the alarm again. */
static void wait_long(uint64_t delay)
{
    uint64_t begin = lm_now();

    check(lm_thread_sleep(delay) == LM_OK, "slept");
    check_instant(lm_now(), begin + delay, late_max, "sleep");

    begin = lm_now();
    check(lm_semaphore_wait(&semaphore, delay) == LM_TIMEOUT, "timed out");
    check_instant(lm_now(), begin + delay, late_max, "timeout");

    begin = lm_now();
    check(lm_timer_start(&timer, delay, 0) == LM_OK, "started");
    check(lm_thread_sleep(delay + LM_SECONDS(1)) == LM_OK, "slept longer");
    check_instant(called_at, begin + delay, late_max, "timer");
}

static void run_long(void)
{
    check(lm_semaphore_create(&semaphore, "semaphore", 0, LM_FIFO) == LM_OK, "semaphore");
    check(lm_timer_create(&timer, "timer", note_instant, NULL) == LM_OK, "timer");
    wait_long(turn / 2 + LM_SECONDS(1));
    wait_long(turn + LM_SECONDS(1));
    wait_long(3 * turn - LM_SECONDS(1));
}

/* Without a thread between them the alarms would follow each other for ever. */
static void count_call(void *argument)
{
    enum { ENDLESS = 100000 };

    (void)argument;
    calls++;
    check(calls < ENDLESS, "the thread runs, too");
}

/* The ticks of a loop, including all interrupts. */
static uint64_t work(unsigned turns)
{
    uint64_t begin = lm_now();

    for (unsigned i = 0; i < turns; i++) {
        __asm__ volatile("");
    }
    return lm_now() - begin;
}

/* A period that is shorter than its alarm takes slows threads down, but does not stop them. */
static void run_short(void)
{
    enum { SLOWER_MAX = 10 };
    unsigned turns = 10000;
    uint64_t alone = work(turns);

    while (alone < LM_MS(1)) { /* a fast processor */
        turns *= 2;
        alone = work(turns);
    }
    check(lm_timer_create(&timer, "timer", count_call, NULL) == LM_OK, "timer");
    for (uint64_t period = 1; period < LM_US(50); period *= 2) {
        calls = 0;
        check(lm_timer_start(&timer, period, period) == LM_OK, "started");
        uint64_t together = work(turns);

        check(lm_timer_stop(&timer) == LM_OK, "stopped");
        check(calls > 10, "it is called again and again");
        check(together < SLOWER_MAX * alone, "threads have a part of the time");
    }
}

static void run(void *argument)
{
    if (strcmp(argument, "short") == 0) {
        run_short();
    } else {
        run_long();
    }
    lm_board_printf("%s ok\n", (const char *)argument);
    lm_board_exit(0);
}

int main(int argc, char **argv)
{
    static char text[] = "long";

    lm_kernel_init();
    (void)lm_thread_create(&thread, &(struct lm_thread_config){
                                        .name = "thread",
                                        LM_PREEMPTIVE(5),
                                        .entry = run,
                                        .argument = argc > 1 ? argv[1] : text,
                                        LM_USE_STACK(stack),
                                    });
    lm_kernel_start();
}
