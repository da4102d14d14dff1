/* SPDX-License-Identifier: Apache-2.0 */
/* Two threads: the more urgent one runs first, and while it sleeps, the other one runs. */
#include <limen/board.h>
#include <limen/limen.h>

static struct lm_thread urgent, relaxed;

LM_STACK(urgent_stack, 512);
LM_STACK(relaxed_stack, 512);

static void greet(void *name)
{
    for (int i = 1; i <= 3; i++) {
        lm_board_printf("%s: hello %d\n", (const char *)name, i);
        lm_thread_sleep(LM_MS(10));
    }
}

static void greet_and_end(void *name)
{
    greet(name);
    lm_board_exit(0);
}

int main(void)
{
    lm_kernel_init();
    lm_thread_create(&relaxed, &(struct lm_thread_config){.name = "relaxed",
                                                          LM_PREEMPTIVE(10),
                                                          .entry = greet_and_end,
                                                          .argument = "relaxed",
                                                          LM_USE_STACK(relaxed_stack)});
    lm_thread_create(&urgent, &(struct lm_thread_config){.name = "urgent",
                                                         LM_PREEMPTIVE(5),
                                                         .entry = greet,
                                                         .argument = "urgent",
                                                         LM_USE_STACK(urgent_stack)});
    lm_kernel_start();
    return 1;
}
