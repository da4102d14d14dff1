/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: the calls for budgets and each policy do what limen/budget.h says, also after a thread was
 * deleted or the kernel was initialised again. test_budget.c tests the rule itself.
 *
 * Method: one scene each, on a port on which the test is the processor. */
#include "check.h"
#include "port.h"
#include "records.h"
#include "state.h"
#include "threads.h"
#include "time/alarm.h"
#include <limen/budget.h>
#include <limen/switch_hook.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static const struct lm_budget_config two_of_five = {2, 5, LM_BUDGET_WAIT, 0, 0, 0};
static const struct lm_budget_config three_of_three = {3, 3, LM_BUDGET_WAIT, 0, 0, 0};
static const struct lm_budget_config two_and_end = {2, 4, LM_BUDGET_END, 0, 0, 0};
static const struct lm_budget_config two_and_restart = {2, 8, LM_BUDGET_RESTART, 5, 0, 0};
static const struct lm_budget_config six_of_twenty = {6, 20, LM_BUDGET_WAIT, 0, 0, 0};
static struct lm_budget budget, other_budget;

static void a_budget_has_to_be_possible(void)
{
    static const struct lm_budget_config bad[] = {{1, 5, LM_BUDGET_WAIT, 0, 0, 0},
                                                  {6, 5, LM_BUDGET_WAIT, 0, 0, 0},
                                                  {2, 5, (enum lm_budget_policy)4, 0, 0, 0},
                                                  {3, 5, LM_BUDGET_WAIT, 0, 0, 3}};

    THREADS_BEGIN(5);
    for (unsigned i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        CHECK_STATUS(lm_thread_set_budget(&threads[0], &budget, &bad[i]), LM_BAD_ARGUMENT);
    }
    CHECK_STATUS(lm_thread_set_budget(&threads[0], NULL, &two_of_five), LM_BAD_ARGUMENT);
    CHECK_STATUS(lm_thread_set_budget(NULL, &budget, &two_of_five), LM_BAD_OBJECT);
}

static void a_budget_can_be_changed_and_taken_away(void)
{
    THREADS_BEGIN(5, 7);
    CHECK_STATUS(lm_thread_set_budget(&threads[0], &budget, &two_of_five), LM_OK);
    null_run_until(1);
    CHECK_EQUAL(threads_running(), 1);
    CHECK_STATUS(lm_thread_set_budget(&threads[0], &budget, &three_of_three), LM_OK);
    CHECK_EQUAL(threads_running(), 0); /* with a full budget */
    null_run_until(3);
    CHECK_EQUAL(threads_running(), 1);
    CHECK_STATUS(lm_thread_remove_budget(&threads[0]), LM_OK);
    CHECK_STATUS(lm_thread_remove_budget(&threads[0]), LM_BAD_STATE);
    null_run_until(100);
    CHECK_EQUAL(threads_running(), 0);
    CHECK_EQUAL(lm_null.alarm, LM_NEVER);
}

/* The structure goes from thread to thread, and the first one is deleted with it. */
static void a_budget_can_go_to_another_thread(void)
{
    THREADS_BEGIN(5, 7, 9);
    CHECK_STATUS(lm_thread_set_budget(&threads[0], &budget, &two_of_five), LM_OK);
    null_run_until(1);
    CHECK_EQUAL(threads_running(), 1);
    CHECK_STATUS(lm_thread_set_budget(&threads[1], &budget, &two_of_five), LM_OK);
    CHECK_EQUAL(threads_running(), 0);
    CHECK_STATUS(lm_thread_terminate(&threads[0]), LM_OK);
    CHECK_EQUAL(threads_running(), 1);
    null_run_until(2);
    CHECK_EQUAL(threads_running(), 2);
    CHECK_STATUS(lm_thread_terminate(&threads[1]), LM_OK);
    CHECK_STATUS(lm_thread_delete(&threads[1]), LM_OK);

    struct lm_thread_config again = threads_config(1, 7, 7);

    CHECK_STATUS(lm_thread_create(&threads[1], &again), LM_OK);
    null_run_until(100);
    CHECK_EQUAL(threads_running(), 1); /* it has no budget */
    CHECK_STATUS(lm_thread_set_budget(&threads[1], &budget, &two_of_five), LM_OK);
    null_run_until(101);
    CHECK_EQUAL(threads_running(), 2);
}

/* Mutexes of a thread that its budget ends. */
static void a_waiting_thread_learns_that_the_owner_has_died(void)
{
    static struct lm_mutex mutex;

    THREADS_BEGIN(5, 3);
    CHECK_STATUS(lm_mutex_create(&mutex, "mutex", LM_INHERIT, 0, LM_FIFO), LM_OK);
    CHECK_STATUS(lm_thread_suspend(&threads[1]), LM_OK);
    CHECK_STATUS(lm_thread_set_budget(&threads[0], &budget, &two_and_end), LM_OK);
    CHECK_STATUS(lm_mutex_lock(&mutex, LM_FOREVER), LM_OK);
    CHECK_STATUS(lm_thread_resume(&threads[1]), LM_OK);
    CHECK_EQUAL(threads_running(), 1);
    (void)lm_mutex_lock(&mutex, LM_FOREVER);
    CHECK_EQUAL(threads_running(), 0);
    null_run_until(10);
    CHECK_EQUAL(threads_running(), 1);
    CHECK_STATUS(threads[1].wait_status, LM_OWNER_DIED);
    CHECK(lm_mutex_owner(&mutex) == &threads[1]);
}

/* The first tick of a dispatch is its cost. */
static void the_running_thread_gets_a_budget(void)
{
    THREADS_BEGIN(5, 7, 3);
    CHECK_STATUS(lm_thread_suspend(&threads[2]), LM_OK);
    CHECK_STATUS(lm_thread_set_budget(&threads[0], &budget, &six_of_twenty), LM_OK);
    CHECK_STATUS(lm_thread_set_budget(&threads[1], &other_budget, &six_of_twenty), LM_OK);
    null_run_until(1);
    CHECK_STATUS(lm_thread_remove_budget(&threads[1]), LM_OK);
    null_run_until(2);
    CHECK_STATUS(lm_thread_resume(&threads[2]), LM_OK);
    null_run_until(4);
    CHECK_STATUS(lm_thread_suspend(&threads[2]), LM_OK);
    null_run_until(5);
    CHECK_EQUAL(threads_running(), 0);
    null_run_until(6);
    CHECK_EQUAL(threads_running(), 1);
    null_run_until(19);
    CHECK_EQUAL(threads_running(), 1);
    null_run_until(20);
    CHECK_EQUAL(threads_running(), 0);
}

/* Nothing is written to a budget that no thread has. */
static void a_budget_that_was_taken_away_does_not_change(void)
{
    struct lm_budget copy;

    THREADS_BEGIN(5, 7);
    CHECK_STATUS(lm_thread_set_budget(&threads[0], &budget, &six_of_twenty), LM_OK);
    null_run_until(2);
    CHECK_STATUS(lm_thread_remove_budget(&threads[0]), LM_OK);
    memcpy(&copy, &budget, sizeof copy);
    CHECK_STATUS(lm_thread_suspend(&threads[0]), LM_OK);
    CHECK(memcmp(&copy, &budget, sizeof copy) == 0);
}

static void a_kernel_that_begins_again_knows_no_budget(void)
{
    struct lm_budget copy;

    THREADS_BEGIN(5, 7);
    CHECK_STATUS(lm_thread_set_budget(&threads[0], &budget, &six_of_twenty), LM_OK);
    memcpy(&copy, &budget, sizeof copy);
    THREADS_BEGIN(5, 7);
    CHECK_STATUS(lm_thread_remove_budget(&threads[0]), LM_BAD_STATE);
    null_run_until(2);
    CHECK_STATUS(lm_thread_set_budget(&threads[1], &other_budget, &six_of_twenty), LM_OK);
    CHECK_STATUS(lm_thread_suspend(&threads[0]), LM_OK);
    CHECK(memcmp(&copy, &budget, sizeof copy) == 0);
}

static unsigned switches;

static void count_switch(struct lm_thread *from, struct lm_thread *to)
{
    (void)from, (void)to;
    switches++;
}

static void others_hear_of_switches_too(void)
{
    static struct lm_switch_hook hook = {.function = count_switch};

    THREADS_BEGIN(5, 7);
    lm_switch_hook_add(&hook);
    CHECK_STATUS(lm_thread_set_budget(&threads[0], &budget, &two_of_five), LM_OK);
    switches = 0;
    CHECK_STATUS(lm_thread_suspend(&threads[0]), LM_OK);
    CHECK_EQUAL(switches, 1);
}

static void the_end_of_a_budget_is_recorded(void)
{
    THREADS_BEGIN(5, 7);
    records_begin();
    CHECK_STATUS(lm_thread_set_budget(&threads[0], &budget, &two_of_five), LM_OK);
    null_run_until(1);
    CHECK_EQUAL(records_count(LM_EVENT_BUDGET), 1);
}

static void halt_ends_the_program(void)
{
    const struct lm_budget_config halt = {2, 5, LM_BUDGET_HALT, 0, 0, 0};
    int status;
    pid_t child = fork();

    CHECK(child >= 0);
    if (child == 0) {
        THREADS_BEGIN(5, 7);
        CHECK_STATUS(lm_thread_set_budget(&threads[0], &budget, &halt), LM_OK);
        null_run_until(1);
        _exit(0);
    }
    CHECK(waitpid(child, &status, 0) == child);
    CHECK(WIFSIGNALED(status) && (WTERMSIG(status) == SIGILL || WTERMSIG(status) == SIGTRAP));
}

/* The thread is looked at again after a sixteenth of its budget, and a tick. */
static void disabled_preemption_is_respected(void)
{
    const struct lm_budget_config large = {64, 100, LM_BUDGET_WAIT, 0, 0, 0};

    THREADS_BEGIN(5, 7);
    CHECK_STATUS(lm_thread_set_budget(&threads[0], &budget, &large), LM_OK);
    CHECK_STATUS(lm_preempt_disable(), LM_OK);
    null_run_until(63);
    CHECK_EQUAL(lm_null.alarm, 63 + 64 / 16 + 1);
    CHECK_STATUS(lm_preempt_enable(), LM_OK);
    CHECK_EQUAL(budget.times_used_up, 0);
    null_run_until(68);
    CHECK_EQUAL(budget.times_used_up, 1);
    CHECK_EQUAL(threads_running(), 1);
}

/* The alarm comes when an interrupt has suspended the thread, ahead of the switch. */
static void who_was_stopped_already_uses_nothing_up(void)
{
    THREADS_BEGIN(5, 7);
    CHECK_STATUS(lm_thread_set_budget(&threads[0], &budget, &two_of_five), LM_OK);
    null_interrupt_enter();
    CHECK_STATUS(lm_thread_suspend(&threads[0]), LM_OK);
    null_creep(1);
    lm_null.alarm = LM_NEVER;
    lm_alarm();
    null_interrupt_exit();
    CHECK_EQUAL(budget.times_used_up, 0);
    CHECK_EQUAL(threads[0].waits_for, LM_WAITS_FOR_RESUME);
}

static void who_is_terminated_while_it_waits_stays_so(void)
{
    THREADS_BEGIN(5, 7);
    CHECK_STATUS(lm_thread_set_budget(&threads[0], &budget, &two_of_five), LM_OK);
    null_run_until(1);
    CHECK_EQUAL(threads[0].waits_for, LM_WAITS_FOR_BUDGET);
    CHECK_STATUS(lm_thread_terminate(&threads[0]), LM_OK);
    null_run_until(20);
    CHECK_EQUAL(threads[0].state, LM_STATE_TERMINATED);
    CHECK_EQUAL(threads[0].waits_for, LM_WAS_TERMINATED);
}

/* Without the budget of another period: it uses what is left, which is nothing. */
static void the_program_restarts_a_thread_ahead_of_its_policy(void)
{
    THREADS_BEGIN(5, 7);
    CHECK_STATUS(lm_thread_set_budget(&threads[0], &budget, &two_and_restart), LM_OK);
    null_run_until(1);
    CHECK_EQUAL(threads[0].state, LM_STATE_TERMINATED);
    null_run_until(3);
    CHECK_STATUS(lm_thread_restart(&threads[0]), LM_OK);
    CHECK(lm_timeout_is_consistent(&lm_cpu()->timeouts));
    null_run_until(4);
    CHECK_EQUAL(budget.times_used_up, 2);
    CHECK_EQUAL(threads[0].state, LM_STATE_TERMINATED);
    null_run_until(8);
    CHECK_EQUAL(threads_running(), 0);
}

static void a_thread_that_is_ready_is_not_restarted(void)
{
    THREADS_BEGIN(5, 7, 3);
    records_begin();
    CHECK_STATUS(lm_thread_suspend(&threads[2]), LM_OK);
    CHECK_STATUS(lm_thread_set_budget(&threads[0], &budget, &two_and_restart), LM_OK);
    null_run_until(1);
    CHECK_STATUS(lm_thread_resume(&threads[2]), LM_OK);
    CHECK_STATUS(lm_thread_restart(&threads[0]), LM_OK);
    null_run_until(20);
    CHECK_EQUAL(threads_running(), 2);
    CHECK_EQUAL(records_count(LM_EVENT_ERROR), 0);
}

/* A timeout of the budget that another thread had in the same memory. */
static void a_new_thread_does_not_inherit_a_restart(void)
{
    struct lm_thread_config again = threads_config(0, 5, 5);

    THREADS_BEGIN(5, 7);
    CHECK_STATUS(lm_thread_set_budget(&threads[0], &budget, &two_and_restart), LM_OK);
    null_run_until(1);
    CHECK_STATUS(lm_thread_delete(&threads[0]), LM_OK);
    CHECK_STATUS(lm_thread_create(&threads[0], &again), LM_OK);
    CHECK_STATUS(lm_thread_terminate(&threads[0]), LM_OK);
    null_run_until(20);
    CHECK_EQUAL(threads[0].state, LM_STATE_TERMINATED);
}

static void a_new_thread_waits_for_its_own_budget(void)
{
    struct lm_thread_config again = threads_config(0, 5, 5);

    THREADS_BEGIN(5, 7);
    CHECK_STATUS(lm_thread_set_budget(&threads[0], &budget, &two_of_five), LM_OK);
    CHECK_STATUS(lm_thread_terminate(&threads[0]), LM_OK);
    CHECK_STATUS(lm_thread_delete(&threads[0]), LM_OK);
    CHECK_STATUS(lm_thread_create(&threads[0], &again), LM_OK);
    CHECK_STATUS(lm_thread_set_budget(&threads[0], &other_budget, &six_of_twenty), LM_OK);
    null_run_until(10);
    CHECK_EQUAL(threads[0].waits_for, LM_WAITS_FOR_BUDGET);
    CHECK_STATUS(lm_thread_set_budget(&threads[1], &budget, &two_of_five), LM_OK);
    CHECK_EQUAL(threads[0].waits_for, LM_WAITS_FOR_BUDGET);
    CHECK_EQUAL(other_budget.times_used_up, 1);
}

static void the_number_of_a_thread_may_come_again(void)
{
    struct lm_thread_config other = threads_config(2, 3, 3);

    THREADS_BEGIN(5, 7);
    CHECK_STATUS(lm_thread_set_budget(&threads[0], &budget, &two_of_five), LM_OK);
    lm_kernel()->objects = (uint16_t)(threads[0].object.id - 1); /* after 65,535 creations */
    CHECK_STATUS(lm_thread_create(&threads[2], &other), LM_OK);
    CHECK_EQUAL(threads[2].object.id, threads[0].object.id);
    CHECK_STATUS(lm_thread_remove_budget(&threads[2]), LM_BAD_STATE);
}

static unsigned came;

/* An interrupt, and another one when the lock is taken again. */
static void come(void)
{
    came++;
    lm_null.at_lock = 1;
}

/* The interrupts that come while the kernel serves the alarm at this instant: as often as the lock
 * is taken while it is open. */
static unsigned interrupts_until(uint64_t alarm)
{
    null_run_until(alarm - 1);
    came = 0;
    lm_null.handler = come;
    lm_null.at_lock = 1;
    null_run_until(alarm);
    lm_null.at_lock = 0;
    return came;
}

/* The lock is taken so many times more often than for a thread that ends its sleep. */
static void the_lock_is_open(const struct lm_budget_config *config, uint64_t alarm, unsigned more)
{
    THREADS_BEGIN(5, 7);
    (void)lm_thread_sleep(3);
    unsigned usual = interrupts_until(3);

    THREADS_BEGIN(5, 7);
    CHECK_STATUS(lm_thread_set_budget(&threads[0], &budget, config), LM_OK);
    CHECK_EQUAL(interrupts_until(alarm), usual + more);
}

int main(void)
{
    a_budget_has_to_be_possible();
    a_budget_can_be_changed_and_taken_away();
    a_budget_can_go_to_another_thread();
    a_waiting_thread_learns_that_the_owner_has_died();
    the_running_thread_gets_a_budget();
    a_budget_that_was_taken_away_does_not_change();
    a_kernel_that_begins_again_knows_no_budget();
    others_hear_of_switches_too();
    the_end_of_a_budget_is_recorded();
    halt_ends_the_program();
    disabled_preemption_is_respected();
    who_was_stopped_already_uses_nothing_up();
    who_is_terminated_while_it_waits_stays_so();
    the_program_restarts_a_thread_ahead_of_its_policy();
    a_thread_that_is_ready_is_not_restarted();
    a_new_thread_does_not_inherit_a_restart();
    a_new_thread_waits_for_its_own_budget();
    the_number_of_a_thread_may_come_again();
    the_lock_is_open(&two_of_five, 1, 1);
    the_lock_is_open(&two_and_end, 1, 3);     /* for mutexes, for the end, and behind them */
    the_lock_is_open(&two_and_restart, 8, 2); /* for the restart, and behind it */
    return 0;
}
