/* SPDX-License-Identifier: Apache-2.0 */
/* Counters. The library limen-traced counts events of the system, of each thread and of each
 * object, all the time and without a trace: a product can report them. */
#include <limen/board.h>
#include <limen/limen.h>

static struct lm_thread urgent, busy;
static struct lm_period period = LM_PERIOD(LM_MS(10), LM_MS(5), LM_MS(2));
static struct lm_counters of_urgent, of_busy;

LM_STACK(urgent_stack, 512);
LM_STACK(busy_stack, 512);

static void run_urgent(void *argument)
{
    (void)argument;
    for (;;) {
        lm_work(LM_MS(1));
        lm_thread_wait_period();
    }
}

static void show(const char *name, const struct lm_counters *counters)
{
    lm_board_printf("%s ran %u times, %u ms, preempted %u times\n", name, (unsigned)counters->runs,
                    (unsigned)(counters->run_time / LM_MS(1)),
                    (unsigned)counters->preemptions_by_interrupt);
}

static void run_busy(void *argument)
{
    struct lm_counters system;

    (void)argument;
    lm_work(LM_MS(30)); /* urgent runs three times in it */
    lm_thread_sleep(LM_US(500));
    system = lm_kernel_counters();
    show("urgent", &of_urgent);
    show("busy", &of_busy);
    lm_board_printf("%u switches, %u to idle\n", (unsigned)system.switches,
                    (unsigned)system.to_idle);
    lm_board_exit(0);
}

int main(void)
{
    static const struct lm_thread_config configs[] = {
        {.name = "urgent",
         LM_PREEMPTIVE(5),
         .entry = run_urgent,
         .period = &period,
         .counters = &of_urgent,
         LM_USE_STACK(urgent_stack)},
        {.name = "busy",
         LM_PREEMPTIVE(10),
         .entry = run_busy,
         .counters = &of_busy,
         LM_USE_STACK(busy_stack)},
    };

    lm_kernel_init();
    lm_thread_create(&urgent, &configs[0]);
    lm_thread_create(&busy, &configs[1]);
    lm_kernel_start();
    return 1;
}
