/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: armed flags and delays of a cyclic thread, and a period that ended during its work, are
 * kept as long as limen/cyclic.h says: to its next wait, while it is enabled, in one life.
 *
 * Method: one thread in virtual time. The test makes the calls as that thread.
 */
#include "check.h"
#include "port.h"
#include "threads.h"
#include <limen/cyclic.h>

enum { LENGTH = 10 };

static struct lm_tick tick;
static struct lm_cyclic cyclic;
static volatile uint32_t device;

/* Thread 0 is cyclic and runs, in its first period. */
static void begin(void)
{
    const struct lm_tick_config tick_config = {.name = "tick", .length = LENGTH};
    struct lm_thread_config config = threads_config(0, 5, 5);

    config.suspended = true;
    lm_kernel_init();
    CHECK_STATUS(lm_tick_create(&tick, &tick_config), LM_OK);
    CHECK_STATUS(lm_thread_create(&threads[0], &config), LM_OK);
    CHECK_STATUS(lm_tick_attach(&tick, &cyclic, &threads[0]), LM_OK);
    CHECK_STATUS(lm_cyclic_set_period(&cyclic, LENGTH, 0), LM_OK);
    CHECK_STATUS(lm_cyclic_enable(&cyclic), LM_OK);
    CHECK_STATUS(lm_tick_start(&tick), LM_OK);
    lm_kernel_start();
    null_run_until(LENGTH);
    CHECK_EQUAL(threads_running(), 0);
}

static void be_late(void)
{
    begin();
    null_run_until(2 * LENGTH);
    CHECK(cyclic.late);
}

static void end_life(void)
{
    null_interrupt_enter();
    CHECK_STATUS(lm_thread_terminate(&threads[0]), LM_OK);
    null_interrupt_exit();
}

static void begin_life(void)
{
    null_interrupt_enter();
    CHECK_STATUS(lm_thread_restart(&threads[0]), LM_OK);
    null_interrupt_exit();
    CHECK_EQUAL(threads_running(), -1);
}

static void live_again(void)
{
    end_life();
    begin_life();
}

static void a_new_life_begins_with_nothing_armed(void)
{
    begin();
    CHECK_STATUS(lm_cyclic_set_timeout(100 * LENGTH), LM_OK);
    live_again();
    null_run_until(2 * LENGTH);
    CHECK_EQUAL(threads_running(), 0);
    CHECK_EQUAL(lm_cyclic_trigger(), LM_TRIGGER_PERIOD);
    CHECK_STATUS(lm_cyclic_arm(&device, 1, 0), LM_OK);
    live_again();
    null_run_until(3 * LENGTH);
    CHECK_EQUAL(threads_running(), 0);
    be_late();
    live_again();
    null_run_until(3 * LENGTH);
    CHECK_STATUS(lm_thread_wait_period(), LM_OK);
    CHECK_EQUAL(threads_running(), -1);
}

/* The tick would continue and release another thread in the same memory. */
static void a_cyclic_thread_that_has_ended_is_not_created_again(void)
{
    static struct lm_period period = LM_PERIOD(3, 3, 0);
    struct lm_thread_config config = threads_config(0, 5, 5);

    config.period = &period;
    begin();
    end_life();
    CHECK_STATUS(lm_thread_create(&threads[0], &config), LM_BAD_OBJECT);
    CHECK_STATUS(lm_thread_delete(&threads[0]), LM_BAD_STATE);
    CHECK_STATUS(lm_tick_attach(&tick, &cyclic, &threads[0]), LM_BAD_STATE);
    begin_life();
    null_run_until(2 * LENGTH);
    CHECK_EQUAL(threads_running(), 0);
}

static void a_late_thread_that_disables_itself_waits(void)
{
    be_late();
    CHECK_STATUS(lm_cyclic_disable(&cyclic), LM_OK);
    CHECK_EQUAL(threads_running(), -1);
}

static void a_disabled_thread_is_not_late(void)
{
    be_late();
    null_interrupt_enter();
    CHECK_STATUS(lm_cyclic_disable(&cyclic), LM_OK);
    CHECK_STATUS(lm_cyclic_enable(&cyclic), LM_OK);
    null_interrupt_exit();
    CHECK_STATUS(lm_thread_wait_period(), LM_OK);
    CHECK_EQUAL(threads_running(), -1);
}

static void a_late_thread_is_released_at_the_first_end_of_its_period(void)
{
    be_late();
    null_run_until(4 * LENGTH);
    CHECK_STATUS(lm_thread_wait_period(), LM_OVERRUN);
    CHECK_EQUAL(threads[0].releaser->release, 2 * LENGTH);
}

static void a_period_that_ends_while_something_is_armed_is_not_late(void)
{
    begin();
    CHECK_STATUS(lm_cyclic_arm(&device, 1, 0), LM_OK);
    null_run_until(2 * LENGTH);
    CHECK_STATUS(lm_cyclic_disarm(), LM_OK);
    CHECK_STATUS(lm_thread_wait_period(), LM_OK);
    CHECK_EQUAL(threads_running(), -1);
}

static void a_late_thread_may_wait_for_something_else(void)
{
    be_late();
    CHECK_STATUS(lm_cyclic_arm(&device, 1, 0), LM_OK);
    CHECK_STATUS(lm_thread_wait_period(), LM_OK);
    CHECK_EQUAL(threads_running(), -1);
    CHECK_EQUAL(threads[0].wait_status, LM_OK); /* the result of the call */
}

static void a_thread_that_disables_another_one_goes_on(void)
{
    struct lm_thread_config config = threads_config(1, 6, 6);

    begin();
    CHECK_STATUS(lm_thread_create(&threads[1], &config), LM_OK);
    CHECK_STATUS(lm_thread_wait_period(), LM_OK);
    CHECK_EQUAL(threads_running(), 1);
    CHECK_STATUS(lm_cyclic_disable(&cyclic), LM_OK);
    CHECK_EQUAL(threads_running(), 1);
}

static void the_longest_wait(void)
{
    begin();
    CHECK_STATUS(lm_cyclic_await(&device, 1, 0, (uint64_t)INT32_MAX + 1), LM_BAD_ARGUMENT);
    CHECK_EQUAL(threads_running(), 0);
    /* Here a call that waits returns at once, and no device has ended the wait. */
    CHECK_STATUS(lm_cyclic_await(&device, 1, 0, INT32_MAX), LM_TIMEOUT);
    CHECK_EQUAL(threads_running(), -1);
}

static void a_thread_with_a_period_of_its_own_is_not_cyclic(void)
{
    struct lm_thread_config config = threads_config(0, 5, 5);

    static struct lm_period period = LM_PERIOD(LENGTH, 0, 0);

    config.period = &period;
    lm_kernel_init();
    CHECK_STATUS(lm_thread_create(&threads[0], &config), LM_OK);
    lm_kernel_start();
    CHECK_STATUS(lm_cyclic_delay(LENGTH), LM_BAD_STATE);
    CHECK_EQUAL(lm_cyclic_trigger(), LM_TRIGGER_NONE);
}

static void a_thread_that_has_begun_is_not_attached(void)
{
    static struct lm_cyclic other;
    struct lm_thread_config config = threads_config(1, 6, 6);

    begin();
    CHECK_STATUS(lm_thread_create(&threads[1], &config), LM_OK);
    CHECK_STATUS(lm_thread_suspend(&threads[1]), LM_OK);
    CHECK_STATUS(lm_tick_attach(&tick, &other, &threads[1]), LM_BAD_STATE);
}

int main(void)
{
    a_new_life_begins_with_nothing_armed();
    a_cyclic_thread_that_has_ended_is_not_created_again();
    a_late_thread_that_disables_itself_waits();
    a_disabled_thread_is_not_late();
    a_late_thread_is_released_at_the_first_end_of_its_period();
    a_period_that_ends_while_something_is_armed_is_not_late();
    a_late_thread_may_wait_for_something_else();
    a_thread_that_disables_another_one_goes_on();
    the_longest_wait();
    a_thread_with_a_period_of_its_own_is_not_cyclic();
    a_thread_that_has_begun_is_not_attached();
    return 0;
}
