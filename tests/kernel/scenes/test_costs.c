/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: the time of the kernel's own work is charged once, when the work is done, and delays alarms
 * by no more than this time.
 *
 * Method: virtual time with a cost for one kind of work at a time. The instants that threads and
 * handlers see are compared with the sums. The library has no trace, because the record of the
 * entry of a handler would already deliver the alarm.
 */
#include "check.h"
#include "host.h"
#include <limen/board.h>
#include <limen/limen.h>

enum { TICK = 1000, INTERRUPT = 20, LINE = 0 };

LM_STACK(stack, 8192);
static struct lm_thread thread;
static struct lm_timer timer;
static uint64_t rang;

static void run(struct lm_host_costs costs, void (*entry)(void *))
{
    struct lm_thread_config config = {
        .name = "thread", LM_PREEMPTIVE(5), .entry = entry, LM_USE_STACK(stack)};

    lm_host.costs = costs;
    lm_kernel_init();
    CHECK_STATUS(lm_thread_create(&thread, &config), LM_OK);
    lm_kernel_start();
    CHECK(lm_now() > 0);
}

static void ring(void *argument)
{
    (void)argument;
    rang = lm_now();
}

static void handle_long(void *argument)
{
    (void)argument;
    lm_work(5000); /* before any call of the kernel, because each one delivers interrupts */
    CHECK_EQUAL(lm_now(), 6000 + 2 * INTERRUPT);
}

/* The timer is due while the handler is entered. */
static void be_interrupted(void *argument)
{
    (void)argument;
    lm_board_interrupt_attach(LINE, LM_BOARD_ALARM_URGENCY + 1, handle_long, NULL);
    CHECK_STATUS(lm_timer_create(&timer, "timer", ring, NULL), LM_OK);
    CHECK_STATUS(lm_timer_start(&timer, LM_UNTIL(1000 + INTERRUPT / 2), 0), LM_OK);
    lm_work(1000);
    lm_board_interrupt_raise(LINE);
    CHECK_EQUAL(rang, 1000 + 2 * INTERRUPT);
}

static void an_alarm_that_a_cost_has_passed_rings_at_once(void)
{
    run((struct lm_host_costs){.interrupt = INTERRUPT * TICK}, be_interrupted);
}

int main(void)
{
    an_alarm_that_a_cost_has_passed_rings_at_once();
    return 0;
}
