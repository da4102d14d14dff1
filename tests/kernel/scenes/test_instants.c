/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: each event that is due at an instant happens at that instant, independently of the running
 * code, and after any time.
 *
 * Method: virtual time. Threads and handlers log their actions with the time. The log is compared
 * with the order that follows from instants and urgencies. Each release and each expiry of a timer
 * in a week is compared with a multiple of its period. LIMEN_LONG=1: more of them.
 */
#include "check.h"
#include <limen/board.h>
#include <limen/limen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LOG_MAX = 200, STACK_BYTES = LM_PORT_STACK_BYTES(8192), LESS_URGENT = 0, MORE_URGENT = 1 };

static _Alignas(LM_PORT_STACK_ALIGN) unsigned char stacks[2][STACK_BYTES];
static struct lm_thread threads[2];
static struct lm_period periods[2];
static struct lm_semaphore semaphore;
static struct lm_timer timers[3];
static char logged[LOG_MAX];

/* "what@now". */
static void note(const char *what)
{
    size_t length = strlen(logged);
    int more = snprintf(logged + length, sizeof logged - length, "%s%s@%llu", length > 0 ? " " : "",
                        what, (unsigned long long)lm_now());

    CHECK(more > 0 && length + (size_t)more < sizeof logged);
}

static void create(int i, const char *name, uint16_t priority, void (*entry)(void *),
                   uint64_t period)
{
    struct lm_thread_config config = {.name = name,
                                      LM_PREEMPTIVE(priority),
                                      .entry = entry,
                                      .stack = stacks[i],
                                      .stack_bytes = STACK_BYTES,
                                      .period = period != 0 ? &periods[i] : NULL};

    periods[i] = (struct lm_period)LM_PERIOD(period, 0, 0);
    CHECK_STATUS(lm_thread_create(&threads[i], &config), LM_OK);
}

static void start_timer(int i, void (*function)(void *), uint64_t delay, uint64_t period)
{
    CHECK_STATUS(lm_timer_create(&timers[i], "timer", function, NULL), LM_OK);
    CHECK_STATUS(lm_timer_start(&timers[i], delay, period), LM_OK);
}

static void begin(void)
{
    lm_kernel_init();
    logged[0] = '\0';
    CHECK_STATUS(lm_semaphore_create(&semaphore, "semaphore", 0, LM_FIFO), LM_OK);
}

/* The actions of alarms and handlers. */

static void alarm_works(void *argument)
{
    (void)argument;
    note("alarm");
    lm_work(5);
}

static void alarm_raises(void *argument)
{
    (void)argument;
    note("alarm");
    lm_board_interrupt_raise(MORE_URGENT);
    lm_board_interrupt_raise(LESS_URGENT); /* only when the alarm has ended */
    note("raised");
}

static void alarm_posts(void *argument)
{
    (void)argument;
    note("alarm");
    CHECK_STATUS(lm_semaphore_post(&semaphore), LM_OK);
}

static void handle_long(void *argument)
{
    (void)argument;
    note("in");
    lm_work(50);
    note("out");
}

static void handle_short(void *argument)
{
    (void)argument;
    note("short");
    lm_work(3);
}

/* The actions of threads. */

static void work(void *argument)
{
    (void)argument;
    lm_work(100);
    note("end");
}

static void raise_less_urgent(void *argument)
{
    (void)argument;
    lm_board_interrupt_raise(LESS_URGENT);
    lm_work(10);
    note("end");
}

static void raise_more_urgent(void *argument)
{
    (void)argument;
    lm_board_interrupt_raise(MORE_URGENT);
    lm_work(10);
    note("end");
}

static void wait_for_post(void *argument)
{
    (void)argument;
    CHECK_STATUS(lm_semaphore_wait(&semaphore, LM_FOREVER), LM_OK);
    note("woken");
}

static void alarms_ring_at_their_instants_while_a_thread_works(void)
{
    begin();
    start_timer(0, alarm_works, 10, 0);
    start_timer(1, alarm_works, 12, 0); /* while the first alarm works */
    start_timer(2, alarm_works, 55, 0);
    create(0, "worker", 5, work, 0);
    lm_kernel_start();
    CHECK_TEXT(logged, "alarm@10 alarm@15 alarm@55 end@115"); /* the work is 100 of its own */
}

static void alarms_ring_at_their_instants_inside_less_urgent_handlers(void)
{
    begin();
    lm_board_interrupt_attach(LESS_URGENT, LM_BOARD_ALARM_URGENCY + 1, handle_long, NULL);
    start_timer(0, alarm_works, 20, 0);
    create(0, "worker", 5, raise_less_urgent, 0);
    lm_kernel_start();
    CHECK_TEXT(logged, "in@0 alarm@20 out@55 end@65");
}

static void alarms_wait_for_more_urgent_handlers(void)
{
    begin();
    lm_board_interrupt_attach(MORE_URGENT, LM_BOARD_ALARM_URGENCY - 1, handle_long, NULL);
    start_timer(0, alarm_works, 20, 0);
    create(0, "worker", 5, raise_more_urgent, 0);
    lm_kernel_start();
    CHECK_TEXT(logged, "in@0 out@50 alarm@50 end@65");
}

static void handlers_nest_by_urgency(void)
{
    begin();
    lm_board_interrupt_attach(LESS_URGENT, LM_BOARD_ALARM_URGENCY + 1, handle_long, NULL);
    lm_board_interrupt_attach(MORE_URGENT, LM_BOARD_ALARM_URGENCY - 1, handle_short, NULL);
    start_timer(0, alarm_raises, 20, 0);
    create(0, "worker", 5, raise_less_urgent, 0);
    lm_kernel_start();
    CHECK_TEXT(logged, "in@0 alarm@20 short@20 raised@23 out@53 in@53 out@103 end@113");
}

static void a_thread_that_a_nested_handler_wakes_runs_when_the_outermost_has_ended(void)
{
    begin();
    lm_board_interrupt_attach(LESS_URGENT, LM_BOARD_ALARM_URGENCY + 1, handle_long, NULL);
    start_timer(0, alarm_posts, 20, 0);
    create(0, "urgent", 3, wait_for_post, 0);
    create(1, "worker", 5, raise_less_urgent, 0);
    lm_kernel_start();
    CHECK_TEXT(logged, "in@0 alarm@20 out@50 woken@50 end@60");
}

/* Equal instants. */

static void note_letter(void *letter)
{
    note(letter);
}

/* At an instant at which the queue distributes earlier timeouts again. */
static void start_one_more(void *argument)
{
    (void)argument;
    note("alarm");
    CHECK_STATUS(lm_timer_start(&timers[2], LM_UNTIL(200), 0), LM_OK);
}

static void equal_instants_are_served_in_the_order_of_their_starts(void)
{
    static char second[] = "second", third[] = "third";

    begin();
    CHECK_STATUS(lm_timer_create(&timers[1], "timer", note_letter, second), LM_OK);
    CHECK_STATUS(lm_timer_create(&timers[2], "timer", note_letter, third), LM_OK);
    start_timer(0, start_one_more, LM_UNTIL(130), 0);
    CHECK_STATUS(lm_timer_start(&timers[1], LM_UNTIL(200), 0), LM_OK);
    lm_kernel_start();
    CHECK_TEXT(logged, "alarm@130 second@200 third@200");
}

/* Absolute timeouts. */

static void wait_until(void *argument)
{
    const uint64_t instants[] = {7, 8, 1000, 0xFFFFFFFF, 0x100000000, 0x500000007};

    (void)argument;
    for (size_t i = 0; i < sizeof instants / sizeof instants[0]; i++) {
        CHECK_STATUS(lm_semaphore_wait(&semaphore, LM_UNTIL(instants[i])), LM_TIMEOUT);
        CHECK_EQUAL(lm_now(), instants[i]);
    }
    uint64_t now = lm_now();

    CHECK_STATUS(lm_thread_sleep_until(now - 1), LM_OK); /* it has passed */
    CHECK_STATUS(lm_thread_sleep_until(now), LM_OK);
    CHECK_EQUAL(lm_now(), now);
    CHECK_STATUS(lm_semaphore_wait(&semaphore, LM_UNTIL(now - 1)), LM_TIMEOUT);
    CHECK(lm_now() <= now + 1);
    CHECK_STATUS(lm_timer_start(&timers[0], LM_UNTIL(0x600000000), 0), LM_OK);
    CHECK_STATUS(lm_semaphore_wait(&semaphore, LM_UNTIL(0x600000001)), LM_OK);
    note("end");
}

static void a_wait_until_an_instant_ends_at_it(void)
{
    begin();
    CHECK_STATUS(lm_timer_create(&timers[0], "timer", alarm_posts, NULL), LM_OK);
    create(0, "waits", 5, wait_until, 0);
    lm_kernel_start();
    CHECK_TEXT(logged, "alarm@25769803776 end@25769803776");
}

/* Long times. */

static struct {
    uint64_t period;
    uint64_t end;
    uint64_t jobs;
    uint64_t timer_period;
    uint64_t rings;
} series;

static void do_jobs(void *argument)
{
    (void)argument;
    while (lm_now() < series.end) {
        CHECK_EQUAL(lm_now(), series.jobs * series.period);
        lm_work(series.jobs % 100); /* the timer may expire meanwhile */
        series.jobs++;
        CHECK_STATUS(lm_thread_wait_period(), LM_OK);
    }
    CHECK_EQUAL(lm_now(), series.end);
    CHECK_STATUS(lm_timer_stop(&timers[0]), LM_OK);
}

static void ring(void *argument)
{
    (void)argument;
    series.rings++;
    CHECK_EQUAL(lm_now(), series.rings * series.timer_period);
}

static void run_series(uint64_t period, uint64_t end)
{
    series.period = period;
    series.end = end;
    series.jobs = 0;
    series.timer_period = LM_SECONDS(1) + 1; /* it expires at all distances from the releases */
    series.rings = 0;
    begin();
    start_timer(0, ring, series.timer_period, series.timer_period);
    create(0, "periodic", 5, do_jobs, period);
    lm_kernel_start();
    CHECK_EQUAL(series.jobs, end / period);
    CHECK_EQUAL(series.rings, end / series.timer_period);
}

static void nothing_drifts(void)
{
    enum { HOUR = 3600, WEEK = 7 * 24 * HOUR };
    bool is_long = getenv("LIMEN_LONG") != NULL;

    run_series(LM_MS(1), LM_SECONDS(HOUR));
    run_series(is_long ? LM_MS(10) : LM_MS(200), LM_SECONDS(WEEK));
}

int main(void)
{
    alarms_ring_at_their_instants_while_a_thread_works();
    alarms_ring_at_their_instants_inside_less_urgent_handlers();
    alarms_wait_for_more_urgent_handlers();
    handlers_nest_by_urgency();
    a_thread_that_a_nested_handler_wakes_runs_when_the_outermost_has_ended();
    equal_instants_are_served_in_the_order_of_their_starts();
    a_wait_until_an_instant_ends_at_it();
    nothing_drifts();
    return 0;
}
