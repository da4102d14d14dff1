/* SPDX-License-Identifier: Apache-2.0 */
/* Low power. The kernel has no periodic tick: the processor wakes only when an event is due. A hook
 * around its wait switches off unused devices meanwhile; here it counts. */
#include <limen/board.h>
#include <limen/limen.h>

enum { JOBS = 5 };

static struct lm_thread control;
static struct lm_period period = LM_PERIOD(LM_MS(100), LM_MS(100), 0);
static unsigned waits;
static uint64_t since, asleep;

LM_STACK(control_stack, 512);

static void before_wait(void)
{
    waits++;
    since = lm_now();
}

static void after_wait(void)
{
    asleep += lm_now() - since;
}

static void run_jobs(void *argument)
{
    (void)argument;
    for (int job = 0; job < JOBS; job++) {
        lm_work(LM_MS(1));
        lm_thread_wait_period();
    }
    lm_board_printf("%u waits in %u ms, %s of the time\n", waits, (unsigned)(lm_now() / LM_MS(1)),
                    asleep * 100 >= lm_now() * 98 ? "98 %" : "less than 98 %");
    lm_board_exit(0);
}

int main(void)
{
    lm_kernel_init();
    lm_idle_hook_set(before_wait, after_wait);
    lm_thread_create(&control, &(struct lm_thread_config){.name = "control",
                                                          LM_PREEMPTIVE(5),
                                                          .entry = run_jobs,
                                                          .period = &period,
                                                          LM_USE_STACK(control_stack)});
    lm_kernel_start();
    return 1;
}
