/* SPDX-License-Identifier: Apache-2.0 */
/* A mutex with a ceiling. From the lock on, low has the priority of the most urgent user of the
 * mutex. So high does not run, find the mutex locked and wait: it runs when the mutex is free, and
 * no two threads can lock two such mutexes crosswise. */
#include <limen/board.h>
#include <limen/limen.h>

enum { CEILING = 5 }; /* the priority of high */

static struct lm_thread low, high;
static struct lm_mutex mutex;

LM_STACK(low_stack, 512);
LM_STACK(high_stack, 512);

static void use_low(void *argument)
{
    struct lm_thread_info info;

    (void)argument;
    lm_mutex_lock(&mutex, LM_FOREVER);
    lm_thread_get_info(lm_thread_self(), &info);
    lm_board_printf("low has priority %u\n", (unsigned)info.priority);
    lm_work(LM_MS(5)); /* high becomes ready in this time */
    lm_board_print("low unlocks\n");
    lm_mutex_unlock(&mutex); /* high runs here */
    lm_board_print("low ends\n");
    lm_board_exit(0);
}

static void use_high(void *argument)
{
    (void)argument;
    lm_thread_sleep(LM_MS(1));
    if (lm_mutex_lock(&mutex, LM_NO_WAIT) == LM_OK) {
        lm_board_print("high finds the mutex free\n");
        lm_mutex_unlock(&mutex);
    }
}

int main(void)
{
    static const struct lm_thread_config configs[] = {
        {.name = "low", LM_PREEMPTIVE(20), .entry = use_low, LM_USE_STACK(low_stack)},
        {.name = "high", LM_PREEMPTIVE(5), .entry = use_high, LM_USE_STACK(high_stack)},
    };

    lm_kernel_init();
    lm_mutex_create(&mutex, "mutex", LM_CEILING, CEILING, LM_FIFO);
    lm_thread_create(&low, &configs[0]);
    lm_thread_create(&high, &configs[1]);
    lm_kernel_start();
    return 1;
}
