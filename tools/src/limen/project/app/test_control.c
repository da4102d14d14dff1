/* SPDX-License-Identifier: Apache-2.0 */
/* A test on the host, in virtual time: the plant reaches the set value, with one step in each
 * period. */
#include "control.h"
#include <limen/board.h>
#include <limen/limen.h>
#include <stdlib.h>

static struct lm_thread judge;

LM_STACK(judge_stack, 512);

static void judge_controller(void *argument)
{
    (void)argument;
    lm_thread_sleep(LM_MS(1005));
    bool is_right = control_count() == 100 && abs(control_output() - 1000) < 20;

    lm_board_printf("%u outputs, the last one is %d\n", (unsigned)control_count(),
                    control_output());
    lm_board_exit(is_right ? 0 : 1);
}

int main(void)
{
    control_init();
    control_create();
    lm_thread_create(&judge, &(struct lm_thread_config){.name = "judge",
                                                        LM_PREEMPTIVE(20),
                                                        .entry = judge_controller,
                                                        LM_USE_STACK(judge_stack)});
    control_start();
    return 1;
}
