/* SPDX-License-Identifier: Apache-2.0 */
/* A stack that is too small. Each switch looks at the end of the stack of the thread that it
 * leaves, and calls a handler if the end has been overwritten: the overflow is found at once and
 * with the name of its thread, not when something else fails. */
#include <limen/board.h>
#include <limen/limen.h>

static struct lm_thread deep, other;

LM_STACK(deep_stack, 512);
LM_STACK(other_stack, 512);

static void report(struct lm_thread *thread)
{
    lm_board_printf("the stack of %s has overflowed\n", thread->object.name);
    lm_thread_terminate(thread);
}

static void run_deep(void *argument)
{
    unsigned char *volatile end = lm_thread_self()->stack; /* stacks grow down to it */

    (void)argument;
    lm_thread_sleep(LM_MS(1));
    lm_board_print("deep calls too many functions\n");
    for (int i = 0; i < 64; i++) {
        end[i] = 0xff; /* as their frames would */
    }
    lm_thread_sleep(LM_MS(1));
    lm_board_print("never printed\n");
}

static void run_other(void *argument)
{
    (void)argument;
    lm_thread_sleep(LM_MS(5));
    lm_board_print("other goes on\n");
    lm_board_exit(0);
}

int main(void)
{
    static const struct lm_thread_config configs[] = {
        {.name = "deep", LM_PREEMPTIVE(5), .entry = run_deep, LM_USE_STACK(deep_stack)},
        {.name = "other", LM_PREEMPTIVE(10), .entry = run_other, LM_USE_STACK(other_stack)},
    };

    lm_kernel_init();
    lm_stack_check(report);
    lm_thread_create(&deep, &configs[0]);
    lm_thread_create(&other, &configs[1]);
    lm_kernel_start();
    return 1;
}
