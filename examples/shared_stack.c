/* SPDX-License-Identifier: Apache-2.0 */
/* One stack for the jobs of two threads. Their thresholds keep one from preempting the other, so
 * only one of them has a job in progress at a time, and the large stack is needed once. */
#include <limen/board.h>
#include <limen/limen.h>

static struct lm_thread fast, slow;
static struct lm_period fast_period = LM_PERIOD(LM_MS(10), 0, 0);
static struct lm_period slow_period = LM_PERIOD(LM_MS(20), 0, 0);
static struct lm_shared_stack shared;

LM_STACK(jobs_stack, 1024);
LM_STACK(fast_stack, LM_WAIT_STACK_BYTES); /* enough to wait on */
LM_STACK(slow_stack, LM_WAIT_STACK_BYTES);

static void job(void *argument)
{
    lm_work(LM_MS(6));
    lm_board_printf("%s at %u ms\n", (const char *)argument, (unsigned)(lm_now() / LM_MS(1)));
    if (lm_now() >= LM_MS(30)) {
        lm_board_exit(0);
    }
}

static void loop(void *argument)
{
    for (;;) {
        lm_shared_stack_run(&shared, job, argument);
        lm_thread_wait_period();
    }
}

int main(void)
{
    static char fast_name[] = "fast", slow_name[] = "slow";
    const struct lm_thread_config configs[] = {
        {.name = "fast",
         LM_PREEMPTIVE(5),
         .entry = loop,
         .argument = fast_name,
         .period = &fast_period,
         LM_USE_STACK(fast_stack)},
        {.name = "slow",
         LM_THRESHOLD(10, 5),
         .entry = loop,
         .argument = slow_name,
         .period = &slow_period,
         LM_USE_STACK(slow_stack)},
    };

    lm_kernel_init();
    lm_shared_stack_init(&shared, jobs_stack, sizeof jobs_stack);
    lm_thread_create(&fast, &configs[0]);
    lm_thread_create(&slow, &configs[1]);
    lm_kernel_start();
    return 1;
}
