/* SPDX-License-Identifier: Apache-2.0 */
/* Cooperative threads. With the threshold 0 no thread preempts another. So the work of a thread
 * between two calls that yield or wait needs no lock against other threads. */
#include <limen/board.h>
#include <limen/limen.h>

enum { THREADS = 2, ROUNDS = 3 };

static struct lm_thread thread[THREADS];
static struct lm_semaphore start;
static unsigned sum, finished;

LM_STACK(first_stack, 512);
LM_STACK(second_stack, 512);

static void add(void *argument)
{
    const unsigned amount = *(unsigned *)argument;

    for (int i = 0; i < ROUNDS; i++) {
        unsigned read = sum;

        lm_semaphore_post(&start); /* a more urgent thread may wait for this: it runs later */
        lm_work(LM_MS(1));
        sum = read + amount;
        lm_board_printf("plus %u: %u\n", amount, sum);
        lm_semaphore_wait(&start, LM_FOREVER);
        lm_thread_yield();
    }
    if (++finished == THREADS) {
        lm_board_exit(0);
    }
}

int main(void)
{
    static unsigned amounts[THREADS] = {1, 10};
    static const struct lm_thread_config configs[THREADS] = {
        {"one", add, &amounts[0], LM_USE_STACK(first_stack), LM_COOPERATIVE(5)},
        {"ten", add, &amounts[1], LM_USE_STACK(second_stack), LM_COOPERATIVE(5)},
    };

    lm_kernel_init();
    lm_semaphore_create(&start, "start", 0, LM_FIFO);
    for (int i = 0; i < THREADS; i++) {
        lm_thread_create(&thread[i], &configs[i]);
    }
    lm_kernel_start();
    return 1;
}
