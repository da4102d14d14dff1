/* SPDX-License-Identifier: Apache-2.0 */
/* Context switches per second on the host, compared with bare stack switches in the same run: the
 * ratio shows the cost of the kernel independently of the machine.
 *
 * Two threads of equal priority yield to each other; two bare contexts switch to each other.
 * Several rounds run in turn; the fastest of each counts, because only disturbances make a round
 * slower.
 */
#include "bare.h"
#include <limen/board.h>
#include <limen/limen.h>

enum { SWITCHES = 2000000, ROUNDS = 7 };

LM_STACK(stack_a, 4096);
LM_STACK(stack_b, 4096);

static struct lm_thread a, b;
static double bare_best = 1e9, kernel_best = 1e9;

static double measure_kernel(void)
{
    double start = wall_seconds();

    for (int i = 0; i < SWITCHES / 2; i++) {
        lm_thread_yield();
    }
    return wall_seconds() - start;
}

static void measure(void *argument)
{
    (void)argument;
    for (int round = 0; round < ROUNDS; round++) {
        double bare = bare_seconds(SWITCHES);
        double kernel = measure_kernel();

        bare_best = bare < bare_best ? bare : bare_best;
        kernel_best = kernel < kernel_best ? kernel : kernel_best;
    }
    lm_board_printf("result bare_switches_per_second %.0f\n", SWITCHES / bare_best);
    lm_board_printf("result switches_per_second %.0f\n", SWITCHES / kernel_best);
    lm_board_printf("result kernel_to_bare_ratio %.2f\n", kernel_best / bare_best);
    lm_board_exit(0);
}

static void other(void *argument)
{
    (void)argument;
    for (;;) {
        lm_thread_yield();
    }
}

int main(void)
{
    lm_kernel_init();
    lm_thread_create(&a,
                     &(struct lm_thread_config){
                         .name = "a", .entry = measure, LM_PREEMPTIVE(1), LM_USE_STACK(stack_a)});
    lm_thread_create(&b, &(struct lm_thread_config){
                             .name = "b", .entry = other, LM_PREEMPTIVE(1), LM_USE_STACK(stack_b)});
    lm_kernel_start();
    return 1;
}
