/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: the profile divides the time among the threads, the interrupts and the idle system, and
 * loses none; a thread begins with 0, independently of the previous contents of its memory.
 */
#define TX_EXECUTION_PROFILE_ENABLE
#include "option.h"
#include "tx_execution_profile.h"

enum { TICK = LM_CLOCK_HZ / TX_TIMER_TICKS_PER_SECOND, WORK = 3 * TICK, HANDLER = TICK / 2 };

static TX_THREAD busy, judge;
static ULONG busy_stack[1024], judge_stack[1024];
static TX_TIMER timer;

static void handle(void *argument)
{
    (void)argument;
    lm_work(HANDLER);
}

static VOID expire(ULONG input)
{
    (void)input;
    lm_work(WORK);
}

static VOID run_busy(ULONG input)
{
    (void)input;
    lm_work(WORK);
    lm_board_interrupt_attach(1, 3, handle, TX_NULL);
    lm_board_interrupt_raise(1);
}

/* Approximately equal: QEMU's clock and the work of the kernel add a little. */
static int is_about(EXECUTION_TIME expected, EXECUTION_TIME time)
{
    return time >= expected && time < expected + TICK / 4;
}

static EXECUTION_TIME time_of(TX_THREAD *thread)
{
    EXECUTION_TIME time = 0;

    OPTION_CHECK(_tx_execution_thread_time_get(thread, &time) == TX_SUCCESS);
    return time;
}

static void check_resets(void)
{
    EXECUTION_TIME time = 1;

    OPTION_CHECK(_tx_execution_thread_time_reset(&busy) == TX_SUCCESS);
    OPTION_CHECK(time_of(&busy) == 0);
    OPTION_CHECK(_tx_execution_idle_time_reset() == TX_SUCCESS);
    OPTION_CHECK(_tx_execution_idle_time_get(&time) == TX_SUCCESS && time == 0);
    OPTION_CHECK(_tx_execution_thread_total_time_reset() == TX_SUCCESS);
    lm_work(WORK);
    OPTION_CHECK(_tx_execution_thread_total_time_get(&time) == TX_SUCCESS && is_about(WORK, time));
    OPTION_CHECK(_tx_execution_isr_time_reset() == TX_SUCCESS);
    OPTION_CHECK(_tx_execution_isr_time_get(&time) == TX_SUCCESS && is_about(0, time));
}

/* The library's thread has the fields, too. */
static void check_timer_thread(void)
{
    OPTION_CHECK(tx_timer_create(&timer, (CHAR *)"timer", expire, 0, 1, 0, TX_AUTO_ACTIVATE) ==
                 TX_SUCCESS);
    (void)tx_thread_sleep(2);
    OPTION_CHECK(is_about(WORK, time_of(&_tx_timer_thread)));
}

static VOID run_judge(ULONG input)
{
    EXECUTION_TIME begin = lm_now(), threads, interrupts, idle;

    (void)input;
    (void)tx_thread_sleep(10); /* busy, its interrupt, idle */
    (void)_tx_execution_thread_total_time_get(&threads);
    (void)_tx_execution_isr_time_get(&interrupts);
    (void)_tx_execution_idle_time_get(&idle);
    OPTION_CHECK(is_about(WORK, time_of(&busy)));
    OPTION_CHECK(is_about(0, time_of(&judge)));
    OPTION_CHECK(is_about(HANDLER, interrupts));
    OPTION_CHECK(is_about(WORK, threads));
    OPTION_CHECK(is_about(lm_now() - begin - WORK - HANDLER - TICK / 5, idle));
    OPTION_CHECK(is_about(threads + interrupts + idle, lm_now()));
    lm_work(WORK);
    OPTION_CHECK(is_about(WORK, time_of(&judge)));
    check_resets();
    check_timer_thread();
    option_end();
}

VOID tx_application_define(VOID *first_unused_memory)
{
    (void)first_unused_memory;
    memset(&busy, 0x55, sizeof busy);
    OPTION_THREAD(judge, run_judge, 5);
    OPTION_THREAD(busy, run_busy, 9);
}

OPTION_MAIN
