/* SPDX-License-Identifier: Apache-2.0 */
/* A counting semaphore. Three threads share two channels: the semaphore counts the free ones. A
 * thread that gets none in time continues without one. */
#include <limen/board.h>
#include <limen/limen.h>

enum { CHANNELS = 2, USERS = 3 };

struct user {
    const char *name;
    lm_timeout patience; /* ticks */
};

static struct lm_thread thread[USERS];
static struct lm_semaphore channels;
static unsigned left = USERS;

LM_STACK(first_stack, 512);
LM_STACK(second_stack, 512);
LM_STACK(third_stack, 512);

static void transfer(void *argument)
{
    const struct user *user = argument;

    for (int i = 0; i < 2; i++) {
        if (lm_semaphore_wait(&channels, user->patience) == LM_OK) {
            lm_board_printf("%s has a channel\n", user->name);
            lm_thread_sleep(LM_MS(10)); /* the channel transfers */
            lm_semaphore_post(&channels);
        } else {
            lm_board_printf("%s does without\n", user->name);
        }
    }
    if (--left == 0) {
        lm_board_exit(0);
    }
}

int main(void)
{
    static struct user users[USERS] = {
        {"camera", LM_MS(50)}, {"radio", LM_MS(50)}, {"display", LM_MS(7)}};
    static const struct lm_thread_config configs[USERS] = {
        {LM_PREEMPTIVE(5), .entry = transfer, .argument = &users[0], LM_USE_STACK(first_stack)},
        {LM_PREEMPTIVE(6), .entry = transfer, .argument = &users[1], LM_USE_STACK(second_stack)},
        {LM_PREEMPTIVE(7), .entry = transfer, .argument = &users[2], LM_USE_STACK(third_stack)},
    };

    lm_kernel_init();
    lm_semaphore_create(&channels, "channels", CHANNELS, LM_FIFO);
    for (int i = 0; i < USERS; i++) {
        struct lm_thread_config config = configs[i];
        config.name = users[i].name;
        lm_thread_create(&thread[i], &config);
    }
    lm_kernel_start();
    return 1;
}
