/* SPDX-License-Identifier: Apache-2.0 */
/* Time slices. Two threads of one priority take turns; without slices the first would finish before
 * the second begins. A thread pays for the end of its slice, so the shares are exact. */
#include <limen/board.h>
#include <limen/limen.h>

enum { STEPS = 4 };

static struct lm_thread thread[2];
static struct lm_slice slice[2] = {LM_SLICE(LM_US(2500)), LM_SLICE(LM_US(2500))};
static char order[2 * STEPS + 1];
static unsigned done;

LM_STACK(first_stack, 512);
LM_STACK(second_stack, 512);

static void work(void *argument)
{
    for (int step = 0; step < STEPS; step++) {
        lm_work(LM_MS(1));
        order[done++] = *(const char *)argument;
    }
    if (done == 2 * STEPS) {
        lm_board_printf("%s\n", order);
        lm_board_exit(0);
    }
}

int main(void)
{
    static char letters[] = {'a', 'b'};
    const struct lm_thread_config configs[] = {
        {.name = "a",
         LM_PREEMPTIVE(5),
         .entry = work,
         .argument = &letters[0],
         .slice = &slice[0],
         LM_USE_STACK(first_stack)},
        {.name = "b",
         LM_PREEMPTIVE(5),
         .entry = work,
         .argument = &letters[1],
         .slice = &slice[1],
         LM_USE_STACK(second_stack)},
    };

    lm_kernel_init();
    lm_thread_create(&thread[0], &configs[0]);
    lm_thread_create(&thread[1], &configs[1]);
    lm_kernel_start();
    return 1;
}
