/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: the calls of limen/cyclic.h refuse wrong arguments and contexts. A tick in an interrupt
 * works together with the rest of the kernel: more urgent interrupts between two threads that it
 * examines, mutexes, slices, disabled preemption, many threads or none.
 *
 * Method: examples in virtual time. The test makes the calls as the running thread. Tests that need
 * threads with code, such as those of the deferred style, are in host/test_tick.c.
 */
#include "check.h"
#include "core/sched.h"
#include "port.h"
#include "state.h"
#include "threads.h"
#include <limen/cyclic.h>
#include <string.h>

enum { LENGTH = 10, LOCKS_MAX = 16, MANY = 40 };

static struct lm_tick tick;
static struct lm_cyclic cyclic[THREADS_MAX];
static struct lm_counters counters[THREADS_MAX];
static const struct lm_tick_config good = {.name = "tick", .length = LENGTH};
static volatile uint32_t device;

static void create_cyclic(unsigned i, unsigned priority, unsigned threshold)
{
    struct lm_thread_config config = threads_config(i, priority, threshold);

    counters[i] = (struct lm_counters){0};
    config.suspended = true;
    config.counters = &counters[i];
    CHECK_STATUS(lm_thread_create(&threads[i], &config), LM_OK);
    CHECK_STATUS(lm_tick_attach(&tick, &cyclic[i], &threads[i]), LM_OK);
    CHECK_STATUS(lm_cyclic_set_period(&cyclic[i], LENGTH, 0), LM_OK);
    CHECK_STATUS(lm_cyclic_enable(&cyclic[i]), LM_OK);
}

/* Cyclic threads 0, 1, 2 ... have priority 5. The last thread is always ready, with priority 9. */
static void begin(unsigned count)
{
    struct lm_thread_config config = threads_config(THREADS_MAX - 1, 9, 9);

    lm_kernel_init();
    CHECK_STATUS(lm_tick_create(&tick, &good), LM_OK);
    for (unsigned i = 0; i < count; i++) {
        create_cyclic(i, 5, 5);
    }
    CHECK_STATUS(lm_thread_create(&threads[THREADS_MAX - 1], &config), LM_OK);
    CHECK_STATUS(lm_tick_start(&tick), LM_OK);
    lm_kernel_start();
    CHECK_EQUAL(threads_running(), THREADS_MAX - 1);
}

static bool is_ready(unsigned i)
{
    struct lm_thread_info info;

    CHECK_STATUS(lm_thread_get_info(&threads[i], &info), LM_OK);
    return info.state == LM_READY || info.state == LM_RUNNING;
}

static void configurations_that_make_no_tick_are_refused(void)
{
    static _Alignas(LM_PORT_STACK_ALIGN) unsigned char stack[LM_PORT_STACK_MIN];
    struct lm_tick_config bad = good;

    lm_kernel_init();
    CHECK_STATUS(lm_tick_create(NULL, &good), LM_BAD_ARGUMENT);
    CHECK_STATUS(lm_tick_create(&tick, NULL), LM_BAD_ARGUMENT);
    bad.length = 0;
    CHECK_STATUS(lm_tick_create(&tick, &bad), LM_BAD_ARGUMENT);
    bad.length = (uint64_t)INT32_MAX + 1;
    CHECK_STATUS(lm_tick_create(&tick, &bad), LM_BAD_ARGUMENT);
    bad.length = INT32_MAX;
    CHECK_STATUS(lm_tick_create(&tick, &bad), LM_OK);
    CHECK_STATUS(lm_tick_create(&tick, &bad), LM_BAD_OBJECT); /* it exists */
    lm_kernel_init();
    bad.length = 1;
    CHECK_STATUS(lm_tick_create(&tick, &bad), LM_OK);
    lm_kernel_init();
    bad.style = (enum lm_tick_style)2;
    CHECK_STATUS(lm_tick_create(&tick, &bad), LM_BAD_ARGUMENT);
    bad.style = LM_TICK_DEFERRED;
    CHECK_STATUS(lm_tick_create(&tick, &bad), LM_BAD_ARGUMENT);
    bad.stack = stack + 1;
    bad.stack_bytes = sizeof stack;
    CHECK_STATUS(lm_tick_create(&tick, &bad), LM_BAD_ARGUMENT);
    bad.stack = stack;
    bad.stack_bytes = LM_PORT_STACK_MIN - 1;
    CHECK_STATUS(lm_tick_create(&tick, &bad), LM_BAD_ARGUMENT);
    bad.stack_bytes = sizeof stack;
    bad.style = (enum lm_tick_style)2;
    CHECK_STATUS(lm_tick_create(&tick, &bad), LM_BAD_ARGUMENT);
    bad.style = LM_TICK_DEFERRED;
    bad.stack = NULL;
    CHECK_STATUS(lm_tick_create(&tick, &bad), LM_BAD_ARGUMENT);
    bad.stack = stack;
    CHECK_STATUS(lm_tick_create(&tick, &bad), LM_OK); /* no failed call has left its timer */
}

static void what_is_no_tick_is_refused(void)
{
    static struct lm_tick never_created;
    static struct lm_thread no_thread;
    struct lm_tick_info info;

    begin(1);
    CHECK_STATUS(lm_tick_start(NULL), LM_BAD_OBJECT);
    CHECK_STATUS(lm_tick_start(&never_created), LM_BAD_OBJECT);
    CHECK_STATUS(lm_tick_get_info(NULL, &info), LM_BAD_OBJECT);
    CHECK_STATUS(lm_tick_get_info(&never_created, &info), LM_BAD_OBJECT);
    CHECK_STATUS(lm_tick_get_info(&tick, NULL), LM_BAD_ARGUMENT);
    CHECK_STATUS(lm_tick_attach(NULL, &cyclic[1], &threads[1]), LM_BAD_OBJECT);
    CHECK_STATUS(lm_tick_attach(&never_created, &cyclic[1], &threads[1]), LM_BAD_OBJECT);
    CHECK_STATUS(lm_tick_attach(&tick, NULL, &threads[1]), LM_BAD_ARGUMENT);
    CHECK_STATUS(lm_tick_attach(&tick, &cyclic[1], NULL), LM_BAD_OBJECT);
    CHECK_STATUS(lm_tick_attach(&tick, &cyclic[1], &no_thread), LM_BAD_OBJECT);
}

static void only_a_thread_that_has_not_begun_is_attached(void)
{
    struct lm_thread_config config = threads_config(1, 5, 5);

    begin(1);
    CHECK_STATUS(lm_tick_attach(&tick, &cyclic[1], &threads[0]), LM_BAD_STATE); /* cyclic */
    CHECK_STATUS(lm_tick_attach(&tick, &cyclic[1], &threads[THREADS_MAX - 1]), LM_BAD_STATE);
    CHECK_STATUS(lm_thread_suspend(&threads[0]), LM_OK);
    CHECK_STATUS(lm_thread_start(&threads[0]), LM_BAD_STATE); /* the tick does that */
    config.suspended = true;
    static struct lm_period period = LM_PERIOD(10, 0, 0);

    config.period = &period;
    CHECK_STATUS(lm_thread_create(&threads[1], &config), LM_OK);
    CHECK_STATUS(lm_tick_attach(&tick, &cyclic[1], &threads[1]), LM_BAD_STATE);
    CHECK_STATUS(lm_thread_terminate(&threads[1]), LM_OK);
    config.period = NULL;
    CHECK_STATUS(lm_thread_create(&threads[1], &config), LM_OK);
    CHECK_STATUS(lm_thread_terminate(&threads[1]), LM_OK);
    CHECK_STATUS(lm_tick_attach(&tick, &cyclic[1], &threads[1]), LM_BAD_STATE);
    CHECK_STATUS(lm_thread_reset(&threads[1]), LM_OK);
    CHECK_STATUS(lm_tick_attach(&tick, &cyclic[1], &threads[1]), LM_OK);
}

static void a_cyclic_thread_is_not_deleted(void)
{
    begin(1);
    CHECK_STATUS(lm_thread_terminate(&threads[0]), LM_OK);
    CHECK_STATUS(lm_thread_delete(&threads[0]), LM_BAD_STATE);
    null_run_until(5 * LENGTH);
    CHECK_STATUS(lm_thread_restart(&threads[0]), LM_OK);
    CHECK_EQUAL(threads_running(), THREADS_MAX - 1);
    null_run_until(6 * LENGTH);
    CHECK_EQUAL(threads_running(), 0);
    CHECK_STATUS(lm_thread_wait_period(), LM_OK); /* a period that ended before does not count */
    CHECK_EQUAL(counters[0].overruns, 0);
}

static void a_cyclic_thread_that_is_reset_is_not_attached_again(void)
{
    begin(1);
    CHECK_STATUS(lm_thread_terminate(&threads[0]), LM_OK);
    CHECK_STATUS(lm_thread_reset(&threads[0]), LM_OK);
    CHECK_STATUS(lm_tick_attach(&tick, &cyclic[1], &threads[0]), LM_BAD_STATE);
    null_run_until(LENGTH);
    CHECK(!is_ready(0));
    CHECK_STATUS(lm_thread_start(&threads[0]), LM_OK);
    null_run_until(2 * LENGTH);
    CHECK_EQUAL(threads_running(), 0);
}

/* The thread is at work and continues until it waits. */
static void a_handler_disables_the_thread_that_it_interrupts(void)
{
    begin(1);
    null_run_until(LENGTH);
    null_interrupt_enter();
    CHECK_STATUS(lm_cyclic_disable(&cyclic[0]), LM_OK);
    null_interrupt_exit();
    CHECK_EQUAL(threads_running(), 0);
    null_run_until(3 * LENGTH);
    CHECK_STATUS(lm_thread_wait_period(), LM_OK);
    null_run_until(4 * LENGTH);
    CHECK_EQUAL(threads_running(), THREADS_MAX - 1);
    CHECK_EQUAL(counters[0].overruns, 0);
}

static void a_release_of_a_suspended_thread_waits_for_the_resumption(void)
{
    begin(1);
    CHECK_STATUS(lm_cyclic_set_period(&cyclic[0], 2 * LENGTH, 2 * LENGTH), LM_OK);
    CHECK_STATUS(lm_thread_suspend(&threads[0]), LM_OK);
    null_run_until(LENGTH);
    CHECK_STATUS(lm_thread_suspend(&threads[0]), LM_OK);
    null_run_until(2 * LENGTH);
    CHECK(!is_ready(0));
    CHECK_STATUS(lm_thread_resume(&threads[0]), LM_OK);
    CHECK_EQUAL(threads_running(), 0);
    CHECK_STATUS(lm_thread_wait_period(), LM_OK);
    CHECK_STATUS(lm_thread_suspend(&threads[0]), LM_OK);
    CHECK_STATUS(lm_thread_resume(&threads[0]), LM_OK); /* before its release */
    CHECK_EQUAL(threads_running(), THREADS_MAX - 1);
    null_run_until(4 * LENGTH);
    CHECK_EQUAL(threads_running(), 0);
}

static void an_overrun_is_counted_for_the_system_if_not_for_the_thread(void)
{
    struct lm_thread_config config = threads_config(0, 5, 5);

    begin(0);
    config.suspended = true;
    CHECK_STATUS(lm_thread_create(&threads[0], &config), LM_OK);
    CHECK_STATUS(lm_tick_attach(&tick, &cyclic[0], &threads[0]), LM_OK);
    CHECK_STATUS(lm_cyclic_set_period(&cyclic[0], LENGTH, 0), LM_OK);
    CHECK_STATUS(lm_cyclic_enable(&cyclic[0]), LM_OK);
    null_run_until(3 * LENGTH);
    CHECK_STATUS(lm_thread_wait_period(), LM_OVERRUN);
    CHECK_EQUAL(lm_kernel_counters().overruns, 1);
}

static void a_wait_for_a_tick_is_not_aborted(void)
{
    begin(1);
    CHECK_STATUS(lm_thread_abort_wait(&threads[0]), LM_BAD_STATE);
    CHECK_STATUS(lm_thread_resume(&threads[0]), LM_BAD_STATE);
}

static void what_is_not_attached_has_no_settings(void)
{
    static struct lm_cyclic nobody;

    begin(1);
    CHECK_STATUS(lm_cyclic_set_period(NULL, 1, 1), LM_BAD_ARGUMENT);
    CHECK_STATUS(lm_cyclic_set_period(&nobody, 1, 1), LM_BAD_ARGUMENT);
    CHECK_STATUS(lm_cyclic_set_deadline(NULL, 1), LM_BAD_ARGUMENT);
    CHECK_STATUS(lm_cyclic_set_deadline(&nobody, 1), LM_BAD_ARGUMENT);
    CHECK_STATUS(lm_cyclic_set_deadline(&cyclic[0], 1), LM_OK);
    CHECK(!lm_port_is_locked());
    CHECK_STATUS(lm_cyclic_enable(NULL), LM_BAD_ARGUMENT);
    CHECK_STATUS(lm_cyclic_enable(&nobody), LM_BAD_ARGUMENT);
    CHECK_STATUS(lm_cyclic_disable(NULL), LM_BAD_ARGUMENT);
    CHECK_STATUS(lm_cyclic_disable(&nobody), LM_BAD_ARGUMENT);
    CHECK_STATUS(lm_cyclic_set_period(&cyclic[0], (uint64_t)INT32_MAX + 1, 1), LM_BAD_ARGUMENT);
    CHECK_STATUS(lm_cyclic_set_period(&cyclic[0], 1, (uint64_t)INT32_MAX + 1), LM_BAD_ARGUMENT);
    CHECK_STATUS(lm_cyclic_set_period(&cyclic[0], INT32_MAX, INT32_MAX), LM_OK);
}

static void check_own_calls(enum lm_status expected)
{
    CHECK_STATUS(lm_cyclic_delay(1), expected);
    CHECK_STATUS(lm_cyclic_await(&device, 1, 0, 0), expected);
    CHECK_STATUS(lm_cyclic_set_timeout(1), expected);
    CHECK_STATUS(lm_cyclic_arm(&device, 1, 0), expected);
    CHECK_STATUS(lm_cyclic_disarm(), expected);
}

static void only_a_cyclic_thread_waits_for_a_tick(void)
{
    begin(1);
    check_own_calls(LM_BAD_STATE);
    CHECK_STATUS(lm_thread_wait_period(), LM_BAD_STATE);
    CHECK_EQUAL(lm_cyclic_trigger(), LM_TRIGGER_NONE);
    null_run_until(LENGTH);
    CHECK_EQUAL(threads_running(), 0);
    CHECK_EQUAL(lm_cyclic_trigger(), LM_TRIGGER_PERIOD);
    null_interrupt_enter();
    check_own_calls(LM_BAD_CONTEXT);
    CHECK_STATUS(lm_thread_wait_period(), LM_BAD_CONTEXT);
    null_interrupt_exit();
    CHECK_STATUS(lm_preempt_disable(), LM_OK);
    check_own_calls(LM_BAD_CONTEXT);
    CHECK_STATUS(lm_cyclic_disable(&cyclic[0]), LM_BAD_CONTEXT);
    CHECK_STATUS(lm_preempt_enable(), LM_OK);
    CHECK_EQUAL(threads_running(), 0);
    CHECK(cyclic[0].enabled);
}

static void bad_waits_are_refused(void)
{
    begin(1);
    null_run_until(LENGTH);
    CHECK_STATUS(lm_cyclic_delay((uint64_t)INT32_MAX + 1), LM_BAD_ARGUMENT);
    CHECK_STATUS(lm_cyclic_set_timeout((uint64_t)INT32_MAX + 1), LM_BAD_ARGUMENT);
    CHECK_STATUS(lm_cyclic_set_timeout(INT32_MAX), LM_OK);
    CHECK_STATUS(lm_cyclic_set_timeout(0), LM_OK);
    CHECK_STATUS(lm_cyclic_await(&device, 1, 0, (uint64_t)INT32_MAX + 1), LM_BAD_ARGUMENT);
    CHECK_STATUS(lm_cyclic_await(NULL, 1, 0, 0), LM_BAD_ARGUMENT);
    CHECK_STATUS(lm_cyclic_arm(NULL, 1, 0), LM_BAD_ARGUMENT);
    CHECK_EQUAL(threads_running(), 0);
    CHECK_EQUAL(cyclic[0].delay, 0);
}

static void the_longest_delay_ends_in_time(void)
{
    const uint64_t length = 1U << 29;
    struct lm_tick_config config = good;

    lm_kernel_init();
    config.length = length;
    CHECK_STATUS(lm_tick_create(&tick, &config), LM_OK);
    create_cyclic(0, 5, 5);
    CHECK_STATUS(lm_cyclic_set_period(&cyclic[0], INT32_MAX, 0), LM_OK);
    CHECK_STATUS(lm_tick_start(&tick), LM_OK);
    lm_kernel_start();
    null_run_until(length);
    CHECK_EQUAL(threads_running(), 0);
    CHECK_STATUS(lm_cyclic_delay(INT32_MAX), LM_OK); /* meanwhile a period ends */
    null_run_until(5 * length - 1);
    CHECK_EQUAL(threads_running(), -1);
    null_run_until(5 * length);
    CHECK_EQUAL(threads_running(), 0);
    CHECK_EQUAL(lm_cyclic_trigger(), LM_TRIGGER_DELAY);
    CHECK_STATUS(lm_thread_wait_period(), LM_OK);
    null_run_until(8 * length - 1);
    CHECK_EQUAL(threads_running(), -1);
    null_run_until(8 * length);
    CHECK_EQUAL(threads_running(), 0);
    CHECK_EQUAL(lm_cyclic_trigger(), LM_TRIGGER_PERIOD);
}

static void a_period_that_is_shorter_than_a_tick_ends_at_each_tick(void)
{
    enum { PERIODS = 50 };
    const uint64_t length = 100000000;
    struct lm_tick_config config = good;

    lm_kernel_init();
    config.length = length;
    CHECK_STATUS(lm_tick_create(&tick, &config), LM_OK);
    create_cyclic(0, 5, 5);
    CHECK_STATUS(lm_cyclic_set_period(&cyclic[0], 1, 0), LM_OK);
    CHECK_STATUS(lm_tick_start(&tick), LM_OK);
    lm_kernel_start();
    for (unsigned i = 1; i <= PERIODS; i++) {
        null_run_until(i * length);
        CHECK_EQUAL(threads_running(), 0);
        CHECK_STATUS(lm_thread_wait_period(), LM_OK);
        CHECK_EQUAL(threads_running(), -1);
    }
}

static void ticks_without_threads_only_count(void)
{
    struct lm_tick_info info;

    begin(0);
    null_run_until(7 * LENGTH);
    CHECK_STATUS(lm_tick_get_info(&tick, &info), LM_OK);
    CHECK_EQUAL(info.scans, 7);
    CHECK_EQUAL(info.lost, 0);
    CHECK_EQUAL(threads_running(), THREADS_MAX - 1);
}

static void a_tick_that_is_started_again_begins_anew(void)
{
    struct lm_tick_info info;

    begin(1);
    null_run_until(LENGTH - 1);
    CHECK_STATUS(lm_tick_start(&tick), LM_OK);
    null_run_until(2 * LENGTH - 2);
    CHECK_EQUAL(threads_running(), THREADS_MAX - 1);
    null_run_until(2 * LENGTH - 1);
    CHECK_EQUAL(threads_running(), 0);
    null_run_until(3 * LENGTH - 1);
    CHECK_STATUS(lm_tick_get_info(&tick, &info), LM_OK);
    CHECK_EQUAL(info.scans, 2);
}

/* All late ticks in an interrupt are served. */
static void a_tick_that_is_served_late_looks_for_each_instant(void)
{
    struct lm_tick_info info;

    begin(1);
    null_set_clock(5 * LENGTH + 1);
    CHECK_STATUS(lm_tick_get_info(&tick, &info), LM_OK);
    CHECK_EQUAL(info.scans, 5);
    CHECK_EQUAL(threads_running(), 0);
    CHECK_STATUS(lm_thread_wait_period(), LM_OVERRUN); /* four ends count as one */
    CHECK_STATUS(lm_thread_wait_period(), LM_OK);
    CHECK_EQUAL(counters[0].overruns, 1);
}

static void many_threads_are_released_in_the_order_of_attachment(void)
{
    static struct lm_thread many[MANY];
    static struct lm_cyclic records[MANY];
    struct lm_thread_config config = threads_config(0, 5, 5);

    begin(0);
    config.suspended = true;
    for (unsigned i = 0; i < MANY; i++) {
        CHECK_STATUS(lm_thread_create(&many[i], &config), LM_OK);
        CHECK_STATUS(lm_tick_attach(&tick, &records[i], &many[i]), LM_OK);
        CHECK_STATUS(lm_cyclic_enable(&records[i]), LM_OK);
    }
    for (unsigned round = 1; round <= 3; round++) {
        null_run_until(round * LENGTH);
        for (unsigned i = 0; i < MANY; i++) {
            CHECK_SAME(lm_thread_self(), &many[i]);
            CHECK_EQUAL(lm_cyclic_trigger(), LM_TRIGGER_NONE);
            CHECK_STATUS(lm_thread_wait_period(), LM_OK);
        }
        CHECK_EQUAL(threads_running(), THREADS_MAX - 1);
    }
}

static void who_keeps_preemption_off_is_not_preempted_by_a_release(void)
{
    begin(1);
    CHECK_STATUS(lm_preempt_disable(), LM_OK);
    null_run_until(LENGTH);
    CHECK(is_ready(0));
    CHECK_EQUAL(threads_running(), THREADS_MAX - 1);
    CHECK_STATUS(lm_preempt_enable(), LM_OK);
    CHECK_EQUAL(threads_running(), 0);
}

static void a_cyclic_thread_may_own_a_mutex_over_a_tick(void)
{
    static struct lm_mutex mutex;

    begin(1);
    create_cyclic(1, 3, 3);
    CHECK_STATUS(lm_cyclic_set_period(&cyclic[1], 2 * LENGTH, 2 * LENGTH), LM_OK);
    CHECK_STATUS(lm_mutex_create(&mutex, "m", LM_INHERIT, 0, LM_FIFO), LM_OK);
    null_run_until(LENGTH);
    CHECK_EQUAL(threads_running(), 0);
    CHECK_STATUS(lm_mutex_lock(&mutex, LM_FOREVER), LM_OK);
    CHECK_STATUS(lm_thread_wait_period(), LM_OK);
    null_run_until(2 * LENGTH); /* both are released */
    CHECK_EQUAL(threads_running(), 1);
    (void)lm_mutex_lock(&mutex, LM_FOREVER);
    CHECK_EQUAL(threads_running(), 0);
    CHECK_EQUAL(threads[0].priority, 3);
    CHECK_STATUS(lm_thread_wait_period(), LM_OK); /* the urgent thread waits for it */
    null_run_until(3 * LENGTH);
    CHECK_EQUAL(threads_running(), 0);
    CHECK_EQUAL(threads[0].level, 3);
    CHECK_STATUS(lm_mutex_unlock(&mutex), LM_OK);
    CHECK_EQUAL(threads_running(), 1);
    null_run_until(4 * LENGTH);
    CHECK_STATUS(lm_thread_wait_period(), LM_OVERRUN); /* it waited for the mutex: it was at work */
}

static void released_threads_share_slices(void)
{
    begin(2);
    CHECK_STATUS(lm_thread_set_slice(&threads[0], &threads_slice[0], 4), LM_OK);
    CHECK_STATUS(lm_thread_set_slice(&threads[1], &threads_slice[1], 4), LM_OK);
    null_run_until(LENGTH);
    CHECK_EQUAL(threads_running(), 0);
    null_run_until(LENGTH + 4);
    CHECK_EQUAL(threads_running(), 1);
    null_run_until(LENGTH + 8);
    CHECK_EQUAL(threads_running(), 0);
    CHECK_STATUS(lm_thread_wait_period(), LM_OK);
    CHECK_EQUAL(threads_running(), 1);
}

/* An interrupt comes just before the tick takes the lock for the n-th time. */
static unsigned target;

static void disable_target(void)
{
    CHECK_STATUS(lm_cyclic_disable(&cyclic[target]), LM_OK);
}

static void terminate_target(void)
{
    CHECK_STATUS(lm_thread_terminate(&threads[target]), LM_OK);
}

static void suspend_target(void)
{
    CHECK_STATUS(lm_thread_suspend(&threads[target]), LM_OK);
}

static void postpone_target(void)
{
    CHECK_STATUS(lm_cyclic_set_period(&cyclic[target], LENGTH, 5 * LENGTH), LM_OK);
}

static void attach_one_more(void)
{
    create_cyclic(4, 5, 5);
}

static void start_again(void)
{
    CHECK_STATUS(lm_tick_start(&tick), LM_OK);
}

/* Returns: did the interrupt come before the end of the tick? */
static bool tick_interrupted(unsigned at_lock, void (*handler)(void))
{
    begin(4);
    null_set_clock(LENGTH - 1);
    lm_null.handler = handler;
    lm_null.at_lock = at_lock;
    null_run_until(LENGTH);
    bool came = lm_null.at_lock == 0;

    lm_null.at_lock = 0;
    CHECK(lm_sched_is_consistent(lm_cpu()));
    CHECK(lm_timeout_is_consistent(&lm_cpu()->timeouts));
    return came;
}

static void what_an_interrupt_does_to_a_thread_concerns_no_other_one(unsigned at_lock,
                                                                     void (*handler)(void))
{
    bool came = tick_interrupted(at_lock, handler);

    for (unsigned i = 0; i < 4; i++) {
        CHECK(is_ready(i) || i == target);
    }
    while (threads_running() != THREADS_MAX - 1) {
        CHECK_STATUS(lm_thread_wait_period(), LM_OK);
    }
    null_run_until(2 * LENGTH);
    for (unsigned i = 0; i < 4; i++) {
        CHECK_EQUAL(is_ready(i), i != target || !came);
    }
    CHECK(lm_sched_is_consistent(lm_cpu()));
}

static void a_thread_that_is_attached_during_a_tick_is_looked_at(unsigned at_lock)
{
    bool came = tick_interrupted(at_lock, attach_one_more);

    while (threads_running() != THREADS_MAX - 1) {
        CHECK_STATUS(lm_thread_wait_period(), LM_OK);
    }
    null_run_until(2 * LENGTH);
    CHECK_EQUAL(came, cyclic[4].thread == &threads[4] && is_ready(4));
    for (unsigned i = 0; i < 4; i++) {
        CHECK(is_ready(i));
    }
    memset(&cyclic[4], 0, sizeof cyclic[4]);
}

static void a_tick_that_is_started_again_during_a_tick_goes_on_from_there(unsigned at_lock)
{
    struct lm_tick_info info;

    (void)tick_interrupted(at_lock, start_again);
    null_run_until(3 * LENGTH);
    CHECK_STATUS(lm_tick_get_info(&tick, &info), LM_OK);
    CHECK(info.scans == 2 || info.scans == 3);
    for (unsigned i = 0; i < 4; i++) {
        CHECK(is_ready(i));
    }
}

static void interrupts_may_come_while_a_tick_looks(void)
{
    void (*const handlers[])(void) = {disable_target, terminate_target, suspend_target,
                                      postpone_target};

    for (unsigned at_lock = 1; at_lock < LOCKS_MAX; at_lock++) {
        for (unsigned h = 0; h < sizeof handlers / sizeof handlers[0]; h++) {
            for (target = 0; target < 4; target++) {
                what_an_interrupt_does_to_a_thread_concerns_no_other_one(at_lock, handlers[h]);
            }
        }
        a_thread_that_is_attached_during_a_tick_is_looked_at(at_lock);
        a_tick_that_is_started_again_during_a_tick_goes_on_from_there(at_lock);
    }
}

int main(void)
{
    configurations_that_make_no_tick_are_refused();
    what_is_no_tick_is_refused();
    only_a_thread_that_has_not_begun_is_attached();
    a_cyclic_thread_is_not_deleted();
    a_cyclic_thread_that_is_reset_is_not_attached_again();
    a_handler_disables_the_thread_that_it_interrupts();
    a_release_of_a_suspended_thread_waits_for_the_resumption();
    an_overrun_is_counted_for_the_system_if_not_for_the_thread();
    a_wait_for_a_tick_is_not_aborted();
    what_is_not_attached_has_no_settings();
    only_a_cyclic_thread_waits_for_a_tick();
    bad_waits_are_refused();
    the_longest_delay_ends_in_time();
    a_period_that_is_shorter_than_a_tick_ends_at_each_tick();
    ticks_without_threads_only_count();
    a_tick_that_is_started_again_begins_anew();
    a_tick_that_is_served_late_looks_for_each_instant();
    many_threads_are_released_in_the_order_of_attachment();
    who_keeps_preemption_off_is_not_preempted_by_a_release();
    a_cyclic_thread_may_own_a_mutex_over_a_tick();
    released_threads_share_slices();
    interrupts_may_come_while_a_tick_looks();
    return 0;
}
