/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: the calls about threads do what the headers say, beyond what the model of
 * test_sched_exhaustive.c covers: information, stacks, slices, settings, start-up, interrupts.
 *
 * Method: an example for each promise. The test makes the calls as the running thread.
 */
#include "check.h"
#include "core/dispatch.h"
#include "core/sched.h"
#include "port.h"
#include "threads.h"
#include <limits.h>
#include <string.h>

static void info_tells_what_was_set_and_what_is_in_force(void)
{
    struct lm_thread_config config = threads_config(0, 5, 3);
    struct lm_semaphore semaphore;
    struct lm_thread_info info;

    config.suspended = true;
    lm_kernel_init();
    CHECK_STATUS(lm_thread_create(&threads[0], &config), LM_OK);
    CHECK_STATUS(lm_semaphore_create(&semaphore, NULL, 0, LM_FIFO), LM_OK);
    CHECK_TEXT(semaphore.object.name, "");
    lm_kernel_start();
    CHECK_STATUS(lm_thread_get_info(&threads[0], &info), LM_OK);
    CHECK_TEXT(info.name, "T0");
    CHECK_EQUAL(info.state, LM_SUSPENDED);
    CHECK_EQUAL(info.waits_for, LM_WAITS_FOR_RESUME);
    CHECK_SAME(info.wait_object, NULL);

    CHECK_STATUS(lm_thread_start(&threads[0]), LM_OK);
    CHECK_STATUS(lm_preempt_disable(), LM_OK);
    CHECK_STATUS(lm_thread_get_info(&threads[0], &info), LM_OK);
    CHECK_EQUAL(info.state, LM_RUNNING);
    CHECK_EQUAL(info.level, 0);
    CHECK_EQUAL(info.threshold, 0);
    CHECK_EQUAL(info.base_threshold, 3);
    CHECK_EQUAL(info.priority, 5);
    CHECK_STATUS(lm_preempt_enable(), LM_OK);
    CHECK_STATUS(lm_semaphore_wait(&semaphore, LM_FOREVER), LM_OK);
    CHECK_STATUS(lm_thread_get_info(&threads[0], &info), LM_OK);
    CHECK_EQUAL(info.waits_for, LM_WAITS_FOR_SEMAPHORE);
    CHECK_SAME(info.wait_object, &semaphore.object);
    CHECK_EQUAL(info.threshold, 3);
    CHECK_STATUS(lm_thread_terminate(&threads[0]), LM_OK);
    CHECK_STATUS(lm_thread_get_info(&threads[0], &info), LM_OK);
    CHECK_EQUAL(info.state, LM_TERMINATED);
}

static void self_is_the_running_thread(void)
{
    THREADS_BEGIN(3, 4);
    CHECK_SAME(lm_thread_self(), &threads[0]);
    null_interrupt_enter();
    CHECK_SAME(lm_thread_self(), &threads[0]);
    CHECK_STATUS(lm_thread_suspend(&threads[0]), LM_OK);
    CHECK_SAME(lm_thread_self(), &threads[0]); /* until the interrupt ends */
    null_interrupt_exit();
    CHECK_SAME(lm_thread_self(), &threads[1]);
    CHECK_STATUS(lm_thread_suspend(&threads[1]), LM_OK);
    CHECK_SAME(lm_thread_self(), NULL);
}

static void the_unused_stack_is_counted(void)
{
    struct lm_thread_config config = threads_config(0, 3, 3);
    unsigned char *stack = config.stack;

    lm_kernel_init();
    CHECK_STATUS(lm_thread_create(&threads[0], &config), LM_OK);
    CHECK_EQUAL(lm_thread_stack_unused(&threads[0]), LM_PORT_STACK_MIN);
    stack[LM_PORT_STACK_MIN - 1] = 0;
    CHECK_EQUAL(lm_thread_stack_unused(&threads[0]), LM_PORT_STACK_MIN - 1);
    stack[0] = 0;
    CHECK_EQUAL(lm_thread_stack_unused(&threads[0]), 0);
}

static void the_most_urgent_thread_runs_first_whatever_thresholds_say(void)
{
    struct lm_thread_config config = threads_config(0, 20, 0);

    lm_kernel_init();
    CHECK_STATUS(lm_thread_create(&threads[0], &config), LM_OK);
    config = threads_config(1, 10, 10);
    CHECK_STATUS(lm_thread_create(&threads[1], &config), LM_OK);
    config = threads_config(2, 10, 10);
    CHECK_STATUS(lm_thread_create(&threads[2], &config), LM_OK);
    CHECK_EQUAL(threads_running(), -1);
    lm_kernel_start();
    CHECK_EQUAL(threads_running(), 1);
    CHECK_STATUS(lm_thread_terminate(&threads[1]), LM_OK);
    CHECK_EQUAL(threads_running(), 2);
}

static void a_threshold_alone_can_be_set(void)
{
    struct lm_thread_info info;
    unsigned previous = UINT_MAX;

    THREADS_BEGIN(5, 9);
    CHECK_STATUS(lm_thread_set_threshold(&threads[0], 2, &previous), LM_OK);
    CHECK_EQUAL(previous, 5);
    CHECK_STATUS(lm_thread_set_threshold(&threads[0], 3, NULL), LM_OK);
    CHECK_STATUS(lm_thread_get_info(&threads[0], &info), LM_OK);
    CHECK_EQUAL(info.priority, 5);
    CHECK_EQUAL(info.level, 3);
    CHECK_STATUS(lm_thread_set_priority(&threads[1], 3, 3), LM_OK);
    CHECK_EQUAL(threads_running(), 0);
    CHECK_STATUS(lm_thread_set_threshold(&threads[0], 4, &previous), LM_OK);
    CHECK_EQUAL(previous, 3);
    CHECK_EQUAL(threads_running(), 1);
}

static void preemption_can_be_disabled_only_so_often(void)
{
    THREADS_BEGIN(5);
    for (unsigned i = 0; i < UINT16_MAX; i++) {
        CHECK_STATUS(lm_preempt_disable(), LM_OK);
    }
    CHECK_STATUS(lm_preempt_disable(), LM_TOO_MANY);
}

static void a_slice_that_is_set_begins_anew(void)
{
    THREADS_BEGIN(5, 5);
    CHECK_STATUS(lm_thread_set_slice(&threads[0], &threads_slice[0], 10), LM_OK);
    null_run_until(7);
    CHECK_STATUS(lm_thread_set_slice(&threads[0], &threads_slice[0], 10), LM_OK);
    null_run_until(16);
    CHECK_EQUAL(threads_running(), 0);
    null_run_until(17);
    CHECK_EQUAL(threads_running(), 1);
    null_run_until(100); /* it has none */
    CHECK_EQUAL(threads_running(), 1);
    CHECK_STATUS(lm_thread_set_slice(&threads[1], &threads_slice[1], 10), LM_OK);
    CHECK_STATUS(lm_thread_set_slice(&threads[1], &threads_slice[1], 0), LM_OK);
    null_run_until(200);
    CHECK_EQUAL(threads_running(), 1);
}

static void a_preempted_thread_keeps_the_rest_of_its_slice(void)
{
    THREADS_BEGIN(5, 5, 1);
    CHECK_STATUS(lm_thread_set_slice(&threads[0], &threads_slice[0], 10), LM_OK);
    CHECK_STATUS(lm_thread_sleep(4), LM_OK); /* thread 2 */
    CHECK_EQUAL(threads_running(), 0);
    null_run_until(4);
    CHECK_EQUAL(threads_running(), 2);
    null_run_until(50);
    CHECK_STATUS(lm_thread_suspend(&threads[2]), LM_OK);
    null_run_until(55);
    CHECK_EQUAL(threads_running(), 0);
    null_run_until(56);
    CHECK_EQUAL(threads_running(), 1);
}

static void a_slice_that_ends_as_the_thread_is_preempted_has_ended(void)
{
    THREADS_BEGIN(5, 5, 1);
    CHECK_STATUS(lm_thread_suspend(&threads[2]), LM_OK);
    CHECK_STATUS(lm_thread_set_slice(&threads[0], &threads_slice[0], 10), LM_OK);
    null_run_until(5);
    null_creep(10); /* the slice has ended, but the alarm has not been served yet */
    CHECK_STATUS(lm_thread_resume(&threads[2]), LM_OK);
    CHECK_EQUAL(threads_running(), 2);
    CHECK_STATUS(lm_thread_suspend(&threads[2]), LM_OK);
    CHECK_EQUAL(threads_running(), 1);
    CHECK_STATUS(lm_thread_yield(), LM_OK);
    CHECK_EQUAL(threads_running(), 0);
    null_run_until(19); /* it was late by 5 ticks, which are a part of this one */
    CHECK_EQUAL(threads_running(), 0);
    null_run_until(20);
    CHECK_EQUAL(threads_running(), 1);
}

static void a_thread_that_leaves_has_no_slice_to_end(void)
{
    THREADS_BEGIN(5, 5);
    CHECK_STATUS(lm_thread_set_slice(&threads[0], &threads_slice[0], 10), LM_OK);
    null_interrupt_enter();
    null_creep(10); /* the alarm waits for the end of the interrupt */
    CHECK_STATUS(lm_thread_suspend(&threads[0]), LM_OK);
    null_interrupt_exit();
    CHECK_EQUAL(threads_running(), 1);
    CHECK_STATUS(lm_thread_resume(&threads[0]), LM_OK);
    CHECK_EQUAL(threads_running(), 1);
}

static void a_slice_that_ends_while_another_thread_is_next_is_a_full_one_then(void)
{
    THREADS_BEGIN(5, 6, 1);
    CHECK_STATUS(lm_thread_suspend(&threads[2]), LM_OK);
    CHECK_STATUS(lm_thread_set_slice(&threads[0], &threads_slice[0], 10), LM_OK);
    null_interrupt_enter();
    null_creep(10); /* the alarm waits for the end of the interrupt */
    CHECK_STATUS(lm_thread_resume(&threads[2]), LM_OK);
    null_interrupt_exit();
    CHECK_EQUAL(threads_running(), 2);
    CHECK_STATUS(lm_thread_set_priority(&threads[1], 5, 5), LM_OK);
    CHECK_STATUS(lm_thread_suspend(&threads[2]), LM_OK);
    null_run_until(19);
    CHECK_EQUAL(threads_running(), 0);
    null_run_until(20);
    CHECK_EQUAL(threads_running(), 1);
}

/* The wait of a thread for a mutex ends at the instant at which the slice ends. The owner loses the
 * inherited priority and stops being a peer. The thread continues, and its state has to be that of
 * a running thread. */
static void a_thread_whose_slice_ended_for_nothing_goes_on_at_its_level(void)
{
    struct lm_mutex mutex;

    THREADS_BEGIN(4, 4, 9);
    CHECK_STATUS(lm_mutex_create(&mutex, "m", LM_INHERIT, 0, LM_FIFO), LM_OK);
    CHECK_STATUS(lm_thread_suspend(&threads[1]), LM_OK);
    CHECK_STATUS(lm_thread_suspend(&threads[0]), LM_OK);
    CHECK_STATUS(lm_mutex_lock(&mutex, LM_NO_WAIT), LM_OK); /* thread 2 */
    CHECK_STATUS(lm_thread_resume(&threads[0]), LM_OK);
    CHECK_STATUS(lm_thread_set_slice(&threads[1], &threads_slice[1], 10), LM_OK);
    CHECK_STATUS(lm_thread_resume(&threads[1]), LM_OK);
    CHECK_STATUS(lm_mutex_lock(&mutex, 10), LM_OK); /* thread 0 waits: thread 2 has priority 4 */
    CHECK_EQUAL(threads_running(), 1);
    null_run_until(10);
    CHECK_EQUAL(threads_running(), 1);
    CHECK_STATUS(lm_thread_suspend(&threads[0]), LM_OK);
    CHECK_STATUS(lm_thread_set_threshold(&threads[1], 0, NULL), LM_OK);
    CHECK_STATUS(lm_thread_set_priority(&threads[2], 1, 1), LM_OK);
    CHECK_EQUAL(threads_running(), 1); /* the threshold is in force */
}

static void suspend_the_peer(void *peer)
{
    CHECK_STATUS(lm_thread_suspend(peer), LM_OK);
}

/* The only peer leaves at the instant at which the slice ends: the next slice begins there. */
static void a_thread_whose_slice_ended_for_nothing_gets_another_one(void)
{
    struct lm_timer timer;

    THREADS_BEGIN(5, 5);
    CHECK_STATUS(lm_timer_create(&timer, "timer", suspend_the_peer, &threads[1]), LM_OK);
    CHECK_STATUS(lm_timer_start(&timer, 10, 0), LM_OK);
    CHECK_STATUS(lm_thread_set_slice(&threads[0], &threads_slice[0], 10), LM_OK);
    null_run_until(12);
    CHECK_EQUAL(threads_running(), 0);
    CHECK_STATUS(lm_thread_resume(&threads[1]), LM_OK);
    null_run_until(19);
    CHECK_EQUAL(threads_running(), 0);
    null_run_until(20);
    CHECK_EQUAL(threads_running(), 1);
}

static void the_interrupt_that_ends_a_thread_cannot_use_its_stack(void)
{
    THREADS_BEGIN(5, 9);
    null_interrupt_enter();
    CHECK_STATUS(lm_thread_terminate(&threads[0]), LM_OK);
    CHECK_STATUS(lm_thread_restart(&threads[0]), LM_BAD_STATE);
    CHECK_STATUS(lm_thread_delete(&threads[0]), LM_BAD_STATE);
    null_interrupt_exit();
    unsigned prepared = lm_null.prepared;

    CHECK_STATUS(lm_thread_restart(&threads[0]), LM_OK);
    CHECK_EQUAL(lm_null.prepared, prepared + 1);
    CHECK_EQUAL(threads_running(), 0);
}

static void with_interrupts_disabled_switches_wait(void)
{
    THREADS_BEGIN(5, 4);
    CHECK_STATUS(lm_thread_suspend(&threads[1]), LM_OK);
    uint32_t outer = lm_interrupts_disable();
    uint32_t inner = lm_interrupts_disable();

    CHECK_STATUS(lm_thread_resume(&threads[1]), LM_OK);
    CHECK_EQUAL(threads_running(), 0);
    lm_interrupts_enable(inner);
    CHECK_EQUAL(threads_running(), 0);
    lm_interrupts_enable(outer);
    CHECK_EQUAL(threads_running(), 1);
}

/* With interrupts off a thread runs on although it is suspended; then its priority changes. */
static void a_suspended_thread_that_runs_on_can_unlock_a_mutex(void)
{
    static struct lm_mutex mutex;

    THREADS_BEGIN(5, 4);
    CHECK_STATUS(lm_mutex_create(&mutex, "mutex", LM_INHERIT, 0, LM_FIFO), LM_OK);
    CHECK_STATUS(lm_thread_suspend(&threads[1]), LM_OK);
    CHECK_STATUS(lm_mutex_lock(&mutex, LM_NO_WAIT), LM_OK);
    CHECK_STATUS(lm_thread_resume(&threads[1]), LM_OK);
    (void)lm_mutex_lock(&mutex, LM_FOREVER);
    CHECK_EQUAL(threads_running(), 0);
    CHECK_STATUS(lm_preempt_disable(), LM_OK);
    null_interrupt_enter();
    CHECK_STATUS(lm_thread_suspend(&threads[0]), LM_OK);
    null_interrupt_exit();
    uint32_t key = lm_interrupts_disable();

    CHECK_STATUS(lm_preempt_enable(), LM_OK);
    CHECK_STATUS(lm_mutex_unlock(&mutex), LM_OK);
    CHECK(lm_sched_is_consistent(lm_cpu()));
    lm_interrupts_enable(key);
    CHECK_EQUAL(threads_running(), 1);
    CHECK_STATUS(lm_thread_resume(&threads[0]), LM_OK);
    CHECK_EQUAL(threads[0].priority, 5);
}

static void switches_wait_for_the_outermost_interrupt(void)
{
    THREADS_BEGIN(5, 4);
    CHECK_STATUS(lm_thread_suspend(&threads[1]), LM_OK);
    null_interrupt_enter();
    lm_interrupt_enter(7);
    null_interrupt_enter();
    lm_interrupt_enter(8);
    CHECK_STATUS(lm_thread_resume(&threads[1]), LM_OK);
    lm_interrupt_exit(8);
    null_interrupt_exit();
    CHECK_EQUAL(threads_running(), 0);
    lm_interrupt_exit(7);
    null_interrupt_exit();
    CHECK_EQUAL(threads_running(), 1);
    CHECK_EQUAL(lm_kernel_counters().interrupts, 2);
}

static unsigned reports;

static void count_report(struct lm_thread *thread)
{
    CHECK_SAME(thread, &threads[0]);
    reports++;
}

static void a_stack_is_checked_when_its_thread_leaves(void)
{
    unsigned char *stack;

    THREADS_BEGIN(3, 4);
    stack = threads[0].stack;
    reports = 0;
    lm_stack_check(count_report);
    stack[0] = (unsigned char)~stack[0];
    CHECK_STATUS(lm_thread_yield(), LM_OK); /* no peer is ready: the thread continues */
    CHECK_EQUAL(reports, 0);
    CHECK_STATUS(lm_thread_suspend(&threads[0]), LM_OK);
    CHECK_EQUAL(reports, 1);
    stack[0] = (unsigned char)~stack[0];
    stack[8] = (unsigned char)~stack[8]; /* the memory above may be in use */
    CHECK_STATUS(lm_thread_resume(&threads[0]), LM_OK);
    uint32_t key = lm_interrupts_disable();

    CHECK_STATUS(lm_thread_terminate(&threads[0]), LM_BAD_CONTEXT); /* no handler runs now */
    lm_interrupts_enable(key);
    CHECK_STATUS(lm_thread_suspend(&threads[0]), LM_OK);
    CHECK_EQUAL(reports, 1);
}

static void slices_end_also_when_checks_have_ended(void)
{
    THREADS_BEGIN(3, 3);
    CHECK_STATUS(lm_thread_set_slice(&threads[0], &threads_slice[0], 5), LM_OK);
    CHECK_STATUS(lm_thread_set_slice(&threads[1], &threads_slice[1], 7), LM_OK);
    lm_stack_check(count_report);
    lm_stack_check(NULL);
    null_run_until(5);
    CHECK_EQUAL(threads_running(), 1);
    null_run_until(12);
    CHECK_EQUAL(threads_running(), 0);
}

static void a_threshold_that_is_set_leaves_the_thread_at_its_place(void)
{
    struct lm_thread_info info;

    THREADS_BEGIN(3, 4, 4);
    CHECK_STATUS(lm_thread_set_threshold(&threads[1], 2, NULL), LM_OK);
    CHECK_STATUS(lm_thread_get_info(&threads[1], &info), LM_OK);
    CHECK_EQUAL(info.state, LM_READY);
    CHECK_STATUS(lm_thread_suspend(&threads[0]), LM_OK);
    CHECK_EQUAL(threads_running(), 1);
}

static void a_thread_and_its_stack_are_all_that_is_written(void)
{
    static _Alignas(16) unsigned char memory[LM_PORT_STACK_MIN + 16];
    struct lm_thread_config config = threads_config(0, 5, 5);

    lm_kernel_init();
    memset(memory, 1, sizeof memory);
    config.stack = memory;
    CHECK_STATUS(lm_thread_create(&threads[0], &config), LM_OK);
    for (unsigned i = 0; i < 16; i++) {
        CHECK_EQUAL(memory[LM_PORT_STACK_MIN + i], 1);
    }
    CHECK_STATUS(lm_thread_terminate(&threads[0]), LM_OK);
    threads[0].object.kind = LM_KIND_SEMAPHORE; /* another object is there */
    CHECK_STATUS(lm_thread_create(&threads[0], &config), LM_BAD_OBJECT);
}

/* Switch as the ports' assembly does at the end of an interrupt. */
static void a_switch_by_an_interrupt_exchanges_stack_pointers(void)
{
    char top;

    THREADS_BEGIN(3, 4);
    null_interrupt_enter();
    CHECK_STATUS(lm_thread_suspend(&threads[0]), LM_OK);
    CHECK_SAME(lm_dispatch_saved(&top), threads[1].stack_pointer);
    CHECK_SAME(threads[0].stack_pointer, &top);
    CHECK(threads[1].stack_pointer != NULL);
    null_interrupt_exit();
    CHECK_EQUAL(threads_running(), 1);
}

static void sleeping_is_relative_or_absolute(void)
{
    THREADS_BEGIN(5);
    CHECK_STATUS(lm_thread_sleep(0), LM_OK);
    CHECK_STATUS(lm_thread_sleep_until(0), LM_OK);
    CHECK_EQUAL(threads_running(), 0);
    null_run_until(100);
    CHECK_EQUAL(lm_now(), 100);
    CHECK_STATUS(lm_thread_sleep_until(99), LM_OK);
    CHECK_EQUAL(threads_running(), 0);
    CHECK_STATUS(lm_thread_sleep_until(101), LM_OK);
    CHECK_EQUAL(threads_running(), -1);
    null_run_until(101);
    CHECK_EQUAL(threads_running(), 0);
    CHECK_STATUS(lm_thread_sleep(UINT64_MAX), LM_OK); /* practically for ever */
    null_run_until((uint64_t)1 << 62);
    CHECK_EQUAL(threads_running(), -1);
}

int main(void)
{
    info_tells_what_was_set_and_what_is_in_force();
    self_is_the_running_thread();
    the_unused_stack_is_counted();
    the_most_urgent_thread_runs_first_whatever_thresholds_say();
    a_threshold_alone_can_be_set();
    preemption_can_be_disabled_only_so_often();
    a_slice_that_is_set_begins_anew();
    a_preempted_thread_keeps_the_rest_of_its_slice();
    a_slice_that_ends_as_the_thread_is_preempted_has_ended();
    a_thread_that_leaves_has_no_slice_to_end();
    a_slice_that_ends_while_another_thread_is_next_is_a_full_one_then();
    a_thread_whose_slice_ended_for_nothing_goes_on_at_its_level();
    a_thread_whose_slice_ended_for_nothing_gets_another_one();
    the_interrupt_that_ends_a_thread_cannot_use_its_stack();
    with_interrupts_disabled_switches_wait();
    a_suspended_thread_that_runs_on_can_unlock_a_mutex();
    switches_wait_for_the_outermost_interrupt();
    a_stack_is_checked_when_its_thread_leaves();
    slices_end_also_when_checks_have_ended();
    a_threshold_that_is_set_leaves_the_thread_at_its_place();
    a_thread_and_its_stack_are_all_that_is_written();
    a_switch_by_an_interrupt_exchanges_stack_pointers();
    sleeping_is_relative_or_absolute();
    return 0;
}
