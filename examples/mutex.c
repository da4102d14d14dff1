/* SPDX-License-Identifier: Apache-2.0 */
/* A mutex with priority inheritance. While high waits for low, low has the priority of high, so
 * that medium, whose priority is between them, does not delay high. */
#include <limen/board.h>
#include <limen/limen.h>

static struct lm_thread thread[3];
static struct lm_mutex mutex;

LM_STACK(low_stack, 512);
LM_STACK(medium_stack, 512);
LM_STACK(high_stack, 512);

static void use_low(void *argument)
{
    struct lm_thread_info info;

    (void)argument;
    lm_mutex_lock(&mutex, LM_FOREVER);
    lm_work(LM_MS(5)); /* the others become ready in this time */
    lm_thread_get_info(lm_thread_self(), &info);
    lm_board_printf("low has priority %u\n", (unsigned)info.priority);
    lm_mutex_unlock(&mutex); /* high continues here, and then medium */
    lm_board_print("low\n");
    lm_board_exit(0);
}

static void use_medium(void *argument)
{
    (void)argument;
    lm_thread_sleep(LM_MS(2));
    lm_board_print("medium\n");
}

static void use_high(void *argument)
{
    (void)argument;
    lm_thread_sleep(LM_MS(1));
    lm_mutex_lock(&mutex, LM_FOREVER);
    lm_board_print("high\n");
    lm_mutex_unlock(&mutex);
}

int main(void)
{
    static const struct lm_thread_config configs[] = {
        {.name = "low", LM_PREEMPTIVE(20), .entry = use_low, LM_USE_STACK(low_stack)},
        {.name = "medium", LM_PREEMPTIVE(10), .entry = use_medium, LM_USE_STACK(medium_stack)},
        {.name = "high", LM_PREEMPTIVE(5), .entry = use_high, LM_USE_STACK(high_stack)},
    };

    lm_kernel_init();
    lm_mutex_create(&mutex, "mutex", LM_INHERIT, 0, LM_FIFO);
    for (int i = 0; i < 3; i++) {
        lm_thread_create(&thread[i], &configs[i]);
    }
    lm_kernel_start();
    return 1;
}
