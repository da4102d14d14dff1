/* SPDX-License-Identifier: Apache-2.0 */
/* Context switches per second on the host, compared with bare stack switches in the same run: the
 * ratio shows what the kernel adds, on any machine.
 *
 * Two threads of equal priority yield to each other; two bare contexts switch to each other.
 * Several rounds run in turn; the fastest of each counts, because only disturbances make a round
 * slower.
 */
#include <limen/board.h>
#include <limen/limen.h>
#include <string.h>
#include <time.h>

enum { SWITCHES = 2000000, ROUNDS = 7, BARE_STACK_BYTES = 16384 };

void bare_switch(void **save, void *load);

LM_STACK(stack_a, 4096);
LM_STACK(stack_b, 4096);

static struct lm_thread a, b;
static void *main_context, *bare_context;
static _Alignas(16) unsigned char bare_stack[BARE_STACK_BYTES];
static double bare_best = 1e9, kernel_best = 1e9;

static double seconds(void)
{
    struct timespec now;

    timespec_get(&now, TIME_UTC);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static void bare_side(void)
{
    for (;;) {
        bare_switch(&bare_context, main_context);
    }
}

static double measure_bare(void)
{
    double start = seconds();

    for (int i = 0; i < SWITCHES / 2; i++) {
        bare_switch(&main_context, bare_context);
    }
    return seconds() - start;
}

static double measure_kernel(void)
{
    double start = seconds();

    for (int i = 0; i < SWITCHES / 2; i++) {
        lm_thread_yield();
    }
    return seconds() - start;
}

static void measure(void *argument)
{
    (void)argument;
    for (int round = 0; round < ROUNDS; round++) {
        double bare = measure_bare();
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
    void **top = (void **)(void *)(bare_stack + BARE_STACK_BYTES);

    memset(bare_stack, 0, sizeof bare_stack);
    top[-2] = (void *)(uintptr_t)bare_side;
    bare_context = top - 8;
    lm_kernel_init();
    lm_thread_create(&a,
                     &(struct lm_thread_config){
                         .name = "a", .entry = measure, LM_PREEMPTIVE(1), LM_USE_STACK(stack_a)});
    lm_thread_create(&b, &(struct lm_thread_config){
                             .name = "b", .entry = other, LM_PREEMPTIVE(1), LM_USE_STACK(stack_b)});
    lm_kernel_start();
    return 1;
}
