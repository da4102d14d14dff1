/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: periodic threads and timers keep their instants: no period drifts, and no job is skipped.
 * They report overruns and missed deadlines. Waits end at relative and at absolute instants.
 *
 * Method: examples in virtual time. The test makes the calls as the running thread.
 */
#include "check.h"
#include "port.h"
#include "threads.h"
#include "time/alarm.h"

enum { THREAD = 0, BUSY = 1 };

static struct lm_counters counters;
static struct lm_period period_of_thread;

/* A periodic thread, and a less urgent one that is always ready. */
static void begin_periodic(uint64_t period, uint64_t offset, uint64_t deadline)
{
    struct lm_thread_config config = threads_config(THREAD, 3, 3);
    struct lm_thread_config busy = threads_config(BUSY, 9, 9);

    counters = (struct lm_counters){0};
    period_of_thread = (struct lm_period)LM_PERIOD(period, offset, deadline);
    config.period = &period_of_thread;
    config.counters = &counters;
    lm_kernel_init();
    CHECK_STATUS(lm_thread_create(&threads[THREAD], &config), LM_OK);
    CHECK_STATUS(lm_thread_create(&threads[BUSY], &busy), LM_OK);
    lm_kernel_start();
}

static void check_job(unsigned job, uint64_t release)
{
    struct lm_thread_info info;

    CHECK_EQUAL(threads_running(), THREAD);
    CHECK_STATUS(lm_thread_get_info(&threads[THREAD], &info), LM_OK);
    CHECK_EQUAL(info.job, job);
    CHECK_EQUAL(info.release, release);
}

static void jobs_are_released_once_in_each_period(void)
{
    struct lm_thread_info info;

    begin_periodic(10, 4, 0);
    CHECK_EQUAL(threads_running(), BUSY);
    CHECK_STATUS(lm_thread_get_info(&threads[THREAD], &info), LM_OK);
    CHECK_EQUAL(info.waits_for, LM_WAITS_FOR_PERIOD);
    null_run_until(3);
    CHECK_EQUAL(threads_running(), BUSY);
    for (unsigned job = 0; job < 1000; job++) {
        null_run_until(4 + 10 * job);
        check_job(job, 4 + 10 * job);
        null_run_until(4 + 10 * job + job % 10); /* work of any length below the period */
        CHECK_STATUS(lm_thread_wait_period(), LM_OK);
        CHECK_EQUAL(threads_running(), BUSY);
    }
    CHECK_EQUAL(counters.overruns, 0);
    CHECK_EQUAL(counters.deadline_misses, 0);
}

static void without_offset_the_first_job_is_released_at_the_start(void)
{
    begin_periodic(10, 0, 0);
    check_job(0, 0);
    CHECK_STATUS(lm_thread_wait_period(), LM_OK);
    CHECK_EQUAL(threads_running(), BUSY);
}

static void a_job_that_is_too_long_delays_the_next_but_skips_none(void)
{
    begin_periodic(10, 0, 0);
    null_run_until(25);
    CHECK_STATUS(lm_thread_wait_period(), LM_OVERRUN);
    check_job(1, 10);
    CHECK_STATUS(lm_thread_wait_period(), LM_OVERRUN);
    check_job(2, 20);
    CHECK_STATUS(lm_thread_wait_period(), LM_OK);
    CHECK_EQUAL(threads_running(), BUSY);
    null_run_until(30);
    check_job(3, 30);
    null_run_until(40); /* the next job is released exactly now */
    CHECK_STATUS(lm_thread_wait_period(), LM_OVERRUN);
    check_job(4, 40);
    CHECK_EQUAL(counters.overruns, 3);
    CHECK_EQUAL(lm_kernel_counters().overruns, 3);
}

static void after_an_overrun_peers_come_first(void)
{
    struct lm_thread_config peer = threads_config(2, 3, 3);

    begin_periodic(10, 0, 0);
    CHECK_STATUS(lm_thread_create(&threads[2], &peer), LM_OK);
    null_run_until(10);
    CHECK_STATUS(lm_thread_wait_period(), LM_OVERRUN);
    CHECK_EQUAL(threads_running(), 2);
}

static void a_deadline_is_missed_only_if_it_has_passed(void)
{
    begin_periodic(10, 0, 5);
    null_run_until(5);
    CHECK_STATUS(lm_thread_wait_period(), LM_OK);
    CHECK_EQUAL(counters.deadline_misses, 0);
    null_run_until(16);
    CHECK_STATUS(lm_thread_wait_period(), LM_OK);
    CHECK_EQUAL(counters.deadline_misses, 1);
}

static void a_periodic_thread_that_is_restarted_counts_from_there(void)
{
    begin_periodic(10, 4, 0);
    null_run_until(7);
    CHECK_STATUS(lm_thread_terminate(&threads[THREAD]), LM_OK);
    null_run_until(20);
    CHECK_EQUAL(threads_running(), BUSY);
    CHECK_STATUS(lm_thread_restart(&threads[THREAD]), LM_OK);
    CHECK_EQUAL(threads_running(), BUSY);
    null_run_until(24);
    check_job(0, 24);
}

static void a_release_of_a_suspended_thread_waits_for_the_resumption(void)
{
    begin_periodic(10, 4, 0);
    CHECK_STATUS(lm_thread_suspend(&threads[THREAD]), LM_OK);
    null_run_until(9);
    CHECK_EQUAL(threads_running(), BUSY);
    CHECK_STATUS(lm_thread_resume(&threads[THREAD]), LM_OK);
    check_job(0, 4);
}

static unsigned calls;
static uint64_t last_call;
static struct lm_timer timer;
static struct lm_timer other;

static void count_call(void *argument)
{
    CHECK(lm_in_interrupt());
    CHECK_SAME(argument, &calls);
    calls++;
    last_call = lm_now();
}

static void begin_timer(void)
{
    calls = 0;
    THREADS_BEGIN(5);
    CHECK_STATUS(lm_timer_create(&timer, "timer", count_call, &calls), LM_OK);
}

static void a_timer_calls_once_or_periodically(void)
{
    begin_timer();
    CHECK_STATUS(lm_timer_start(&timer, 10, 0), LM_OK);
    null_run_until(9);
    CHECK_EQUAL(calls, 0);
    null_run_until(100);
    CHECK_EQUAL(calls, 1);
    CHECK_EQUAL(last_call, 10);
    CHECK_STATUS(lm_timer_start(&timer, LM_UNTIL(150), 7), LM_OK);
    null_run_until(150 + 7 * 10);
    CHECK_EQUAL(calls, 1 + 11);
    CHECK_EQUAL(last_call, 220);
    CHECK_STATUS(lm_timer_stop(&timer), LM_OK);
    CHECK_STATUS(lm_timer_stop(&timer), LM_OK);
    null_run_until(1000);
    CHECK_EQUAL(calls, 12);
}

static void a_timer_that_is_started_again_starts_anew(void)
{
    begin_timer();
    CHECK_STATUS(lm_timer_start(&timer, 10, 5), LM_OK);
    null_run_until(8);
    CHECK_STATUS(lm_timer_start(&timer, 10, 0), LM_OK);
    null_run_until(17);
    CHECK_EQUAL(calls, 0);
    null_run_until(1000);
    CHECK_EQUAL(calls, 1);
    CHECK_EQUAL(last_call, 18);
}

static void a_timer_that_is_served_late_keeps_its_instants(void)
{
    begin_timer();
    CHECK_STATUS(lm_timer_start(&timer, LM_NO_WAIT, 10), LM_OK);
    null_set_clock(35); /* late for 0, 10, 20 and 30 */
    null_run_until(39);
    CHECK_EQUAL(calls, 4);
    null_run_until(40);
    CHECK_EQUAL(calls, 5);
    CHECK_EQUAL(last_call, 40);
}

/* Another alarm has been served since then, or none has. */
static void of_what_has_passed_before_its_start_a_timer_serves_the_last(uint64_t served)
{
    begin_timer();
    if (served != 0) {
        CHECK_STATUS(lm_thread_sleep_until(served), LM_OK);
    }
    null_run_until(served);
    null_set_clock(20043);
    CHECK_STATUS(lm_timer_start(&timer, LM_UNTIL(7), 10), LM_OK);
    null_settle();
    CHECK_EQUAL(calls, 1);
    CHECK_EQUAL(timer.due, 20047);
    null_run_until(20046);
    CHECK_EQUAL(calls, 1);
    null_run_until(20067);
    CHECK_EQUAL(calls, 4);
    CHECK_EQUAL(last_call, 20067);
}

static void a_start_serves_the_last_instant(uint64_t now, unsigned at_once, unsigned until_120)
{
    begin_timer();
    null_set_clock(now);
    CHECK_STATUS(lm_timer_start(&timer, LM_UNTIL(100), 10), LM_OK);
    null_settle();
    CHECK_EQUAL(calls, at_once);
    null_run_until(120);
    CHECK_EQUAL(calls, until_120);
    CHECK_STATUS(lm_timer_start(&timer, LM_UNTIL(7), 0), LM_OK); /* a timer without period is called
                                                                  * once */
    null_run_until(121);
    CHECK_EQUAL(calls, until_120 + 1);
    CHECK_EQUAL(timer.due, 7);
}

/* Each call is an alarm of its own, so that other due timeouts are served between two of them. */
static void start_again_for_now(void *argument)
{
    if (++calls < 5) {
        CHECK_STATUS(lm_timer_start(&timer, LM_UNTIL(lm_now()), 0), LM_OK);
    }
    CHECK_SAME(argument, &calls);
}

static void an_instant_that_has_just_been_served_is_served_with_the_next_alarm(void)
{
    begin_timer();
    CHECK_STATUS(lm_timer_delete(&timer), LM_OK);
    CHECK_STATUS(lm_timer_create(&timer, NULL, start_again_for_now, &calls), LM_OK);
    CHECK_STATUS(lm_timer_start(&timer, 10, 0), LM_OK);
    null_run_until(10);
    CHECK_EQUAL(calls, 1);
    CHECK_EQUAL(lm_null.alarm, 11);
    null_run_until(13);
    CHECK_EQUAL(calls, 4);
}

static void stop_other(void *argument)
{
    (void)argument;
    CHECK_STATUS(lm_timer_stop(&other), LM_OK);
    CHECK_STATUS(lm_timer_delete(&timer), LM_OK); /* itself */
}

static void a_timer_that_is_due_can_be_stopped_by_the_one_before(void)
{
    begin_timer();
    CHECK_STATUS(lm_timer_delete(&timer), LM_OK);
    CHECK_STATUS(lm_timer_create(&timer, NULL, stop_other, NULL), LM_OK);
    CHECK_STATUS(lm_timer_create(&other, NULL, count_call, &calls), LM_OK);
    CHECK_STATUS(lm_timer_start(&timer, 10, 10), LM_OK);
    CHECK_STATUS(lm_timer_start(&other, 10, 0), LM_OK);
    null_run_until(100);
    CHECK_EQUAL(calls, 0);
}

static void take_a_tick(void *argument)
{
    (void)argument;
    null_creep(1);
}

/* The timer that is served a tick after the alarm has to leave six ticks for threads. */
static void a_timer_skips_only_what_leaves_threads_too_little(uint64_t period, uint64_t next)
{
    begin_timer();
    CHECK_STATUS(lm_timer_create(&other, NULL, take_a_tick, NULL), LM_OK);
    CHECK_STATUS(lm_timer_start(&other, 10, 0), LM_OK);
    CHECK_STATUS(lm_timer_start(&timer, 10, period), LM_OK);
    null_run_until(10);
    CHECK_EQUAL(calls, 1);
    CHECK_EQUAL(lm_null.alarm, next);
}

/* A port whose clock cannot count that far behaves so. */
static void an_alarm_that_comes_early_is_set_again(void)
{
    begin_timer();
    CHECK_STATUS(lm_timer_start(&timer, 1, 0), LM_OK);
    lm_null.alarm = LM_NEVER;
    null_interrupt_enter();
    lm_alarm();
    null_interrupt_exit();
    CHECK_EQUAL(calls, 0);
    CHECK_EQUAL(lm_null.alarm, 1);
}

static void a_timer_can_wake_a_thread(void)
{
    begin_timer();
    CHECK_STATUS(lm_timer_start(&timer, 10, 0), LM_OK);
    CHECK_STATUS(lm_thread_sleep(10), LM_OK);
    null_run_until(10);
    CHECK_EQUAL(calls, 1);
    CHECK_EQUAL(threads_running(), 0);
}

static void a_wait_ends_at_its_instant(void)
{
    struct lm_semaphore semaphore;

    THREADS_BEGIN(5);
    CHECK_STATUS(lm_semaphore_create(&semaphore, "s", 0, LM_FIFO), LM_OK);
    CHECK_STATUS(lm_semaphore_wait(&semaphore, LM_UNTIL(10)), LM_OK);
    null_run_until(9);
    CHECK_EQUAL(threads_running(), -1);
    null_run_until(10);
    CHECK_EQUAL(threads_running(), 0);
    CHECK_STATUS(threads[0].wait_status, LM_TIMEOUT);
    (void)lm_semaphore_wait(&semaphore, 7); /* this port has no contexts: the call returns before
                                             * its wait ends */
    null_run_until(16);
    CHECK_EQUAL(threads_running(), -1);
    null_run_until(17);
    CHECK_EQUAL(threads_running(), 0);
}

static void a_wait_until_an_instant_that_has_passed_ends_at_once(void)
{
    struct lm_semaphore semaphore;

    THREADS_BEGIN(5);
    CHECK_STATUS(lm_semaphore_create(&semaphore, "s", 0, LM_FIFO), LM_OK);
    null_run_until(100);
    CHECK_STATUS(lm_semaphore_wait(&semaphore, LM_UNTIL(50)), LM_TIMEOUT);
    CHECK_EQUAL(threads_running(), 0);
    CHECK_EQUAL(lm_now(), 100);
    null_run_until(200);
    CHECK_STATUS(lm_semaphore_wait(&semaphore, LM_UNTIL(200)), LM_TIMEOUT);
    CHECK_EQUAL(threads_running(), 0);
}

/* Another thread waits for the instant, and the alarm is about to come. */
static void an_instant_that_has_just_come_has_passed(uint64_t instant, uint64_t now)
{
    THREADS_BEGIN(5, 5);
    CHECK_STATUS(lm_thread_sleep_until(instant), LM_OK);
    CHECK_EQUAL(threads_running(), 1);
    null_run_until(instant - 1);
    null_creep(now - lm_null.now);
    CHECK_STATUS(lm_thread_sleep_until(instant), LM_OK);
    CHECK_EQUAL(threads_running(), 1);
    null_run_until(now);
    CHECK_EQUAL(threads[0].state, LM_STATE_READY);
}

/* Threads that wait for one instant, near or far, wake in the order in which they began to. */
static void threads_sleep_until_one_instant(uint64_t instant)
{
    THREADS_BEGIN(5, 5, 5);
    for (int i = 0; i < 3; i++) {
        CHECK_EQUAL(threads_running(), i);
        CHECK_STATUS(lm_thread_sleep_until(instant), LM_OK);
    }
    null_run_until(instant - 1);
    CHECK_EQUAL(threads_running(), -1);
    null_run_until(instant);
    for (int i = 0; i < 3; i++) {
        CHECK_EQUAL(threads_running(), i);
        CHECK_STATUS(lm_thread_suspend(&threads[i]), LM_OK);
    }
}

/* A board sets its alarm for half a turn of its counter at most, and again when it expires. */
static void an_alarm_that_expires_early_is_set_again(void)
{
    THREADS_BEGIN(5);
    CHECK_STATUS(lm_thread_sleep(100), LM_OK);
    CHECK_EQUAL(lm_null.alarm, 100);
    for (uint64_t now = 10; now < 100; now += 30) {
        lm_null.alarm = now; /* as a board does */
        null_run_until(now);
        CHECK_EQUAL(lm_null.alarm, 100);
        CHECK_EQUAL(threads_running(), -1);
    }
    null_run_until(100);
    CHECK_EQUAL(threads_running(), 0);
    CHECK_EQUAL(lm_null.alarms, 4);
}

int main(void)
{
    jobs_are_released_once_in_each_period();
    without_offset_the_first_job_is_released_at_the_start();
    a_job_that_is_too_long_delays_the_next_but_skips_none();
    after_an_overrun_peers_come_first();
    a_deadline_is_missed_only_if_it_has_passed();
    a_periodic_thread_that_is_restarted_counts_from_there();
    a_release_of_a_suspended_thread_waits_for_the_resumption();
    a_timer_calls_once_or_periodically();
    a_timer_that_is_started_again_starts_anew();
    a_timer_that_is_served_late_keeps_its_instants();
    of_what_has_passed_before_its_start_a_timer_serves_the_last(0);
    of_what_has_passed_before_its_start_a_timer_serves_the_last(20000);
    a_start_serves_the_last_instant(99, 0, 3);
    a_start_serves_the_last_instant(100, 1, 3);
    a_start_serves_the_last_instant(109, 1, 3);
    a_start_serves_the_last_instant(110, 1, 2);
    an_instant_that_has_just_been_served_is_served_with_the_next_alarm();
    a_timer_that_is_due_can_be_stopped_by_the_one_before();
    a_timer_skips_only_what_leaves_threads_too_little(7, 17);
    a_timer_skips_only_what_leaves_threads_too_little(6, 16);
    a_timer_skips_only_what_leaves_threads_too_little(5, 20);
    an_alarm_that_comes_early_is_set_again();
    a_timer_can_wake_a_thread();
    an_alarm_that_expires_early_is_set_again();
    a_wait_ends_at_its_instant();
    a_wait_until_an_instant_that_has_passed_ends_at_once();
    an_instant_that_has_just_come_has_passed(100, 100);
    an_instant_that_has_just_come_has_passed(100, 120);
    an_instant_that_has_just_come_has_passed(0xFFFFFFF0, 0x100000010); /* the lower half is less */
    threads_sleep_until_one_instant(100);
    threads_sleep_until_one_instant(UINT32_MAX);
    threads_sleep_until_one_instant((uint64_t)5 << 32);
    return 0;
}
