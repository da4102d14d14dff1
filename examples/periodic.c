/* SPDX-License-Identifier: Apache-2.0 */
/* A thread with a period and a deadline. The kernel releases it at absolute instants and counts the
 * jobs that miss the deadline.
 */
#include <limen/board.h>
#include <limen/limen.h>

static struct lm_thread control;
static struct lm_period period = LM_PERIOD(LM_MS(10), LM_MS(10), LM_MS(5));
static struct lm_counters counters;

LM_STACK(control_stack, 512);

/* The third job exceeds its deadline and even its period. */
static const unsigned work_ms[] = {2, 3, 12, 2, 2};

static void run_jobs(void *argument)
{
    struct lm_thread_info info;

    (void)argument;
    for (unsigned i = 0; i < sizeof work_ms / sizeof work_ms[0]; i++) {
        lm_thread_get_info(&control, &info);
        lm_board_printf("job %u released at %u ms, begins at %u ms\n", (unsigned)info.job,
                        (unsigned)(info.release / LM_MS(1)), (unsigned)(lm_now() / LM_MS(1)));
        lm_work(LM_MS(work_ms[i]));
        if (lm_thread_wait_period() == LM_OVERRUN) {
            lm_board_print("the next job had to wait\n");
        }
    }
    lm_board_printf("%u missed its deadline\n", (unsigned)counters.deadline_misses);
    lm_board_exit(0);
}

int main(void)
{
    lm_kernel_init();
    lm_thread_create(&control, &(struct lm_thread_config){.name = "control",
                                                          LM_PREEMPTIVE(5),
                                                          .entry = run_jobs,
                                                          .period = &period,
                                                          .counters = &counters,
                                                          LM_USE_STACK(control_stack)});
    lm_kernel_start();
    return 1;
}
