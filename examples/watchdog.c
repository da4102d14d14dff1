/* SPDX-License-Identifier: Apache-2.0 */
/* A watchdog for threads. The supervisor feeds the watchdog of the board only if every thread has
 * reported since it did so last; one that hangs is named. So it is not enough that some thread
 * runs. */
#include <limen/board.h>
#include <limen/limen.h>

enum { WORKERS = 2, ALL = (1 << WORKERS) - 1 };

static const char *const names[WORKERS] = {"motor", "radio"};
static struct lm_thread supervisor, worker[WORKERS];
static struct lm_event_flags alive;
static uint32_t numbers[WORKERS] = {0, 1};

LM_STACK(supervisor_stack, 512);
LM_STACK(motor_stack, 512);
LM_STACK(radio_stack, 512);

static void work(void *argument)
{
    const uint32_t number = *(uint32_t *)argument;

    for (int job = 0;; job++) {
        lm_event_flags_set(&alive, UINT32_C(1) << number);
        lm_thread_sleep(LM_MS(10));
        if (number == 1 && job == 2) {
            lm_thread_suspend(lm_thread_self()); /* it hangs */
        }
    }
}

static void supervise(void *argument)
{
    uint32_t found;

    (void)argument;
    while (lm_event_flags_wait(&alive, ALL, LM_ALL_CLEAR, NULL, LM_MS(15)) == LM_OK) {
        lm_board_printf("%u ms: feed\n", (unsigned)(lm_now() / LM_MS(1)));
    }
    found = lm_event_flags_get(&alive);
    for (unsigned i = 0; i < WORKERS; i++) {
        lm_board_printf("%s %s\n", names[i], found >> i & 1 ? "is alive" : "hangs");
    }
    lm_board_exit(0); /* on a board the watchdog resets it now */
}

int main(void)
{
    static const struct lm_thread_config configs[] = {
        {"supervisor", .entry = supervise, LM_PREEMPTIVE(20), LM_USE_STACK(supervisor_stack)},
        {"motor", work, &numbers[0], LM_USE_STACK(motor_stack), LM_PREEMPTIVE(5)},
        {"radio", work, &numbers[1], LM_USE_STACK(radio_stack), LM_PREEMPTIVE(6)},
    };

    lm_kernel_init();
    lm_event_flags_create(&alive, "alive", LM_FIFO);
    lm_thread_create(&supervisor, &configs[0]);
    lm_thread_create(&worker[0], &configs[1]);
    lm_thread_create(&worker[1], &configs[2]);
    lm_kernel_start();
    return 1;
}
