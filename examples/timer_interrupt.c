/* SPDX-License-Identifier: Apache-2.0 */
/* A timer simulates a device: every 5 ms it raises an interrupt line, whose handler passes the work
 * to a thread. Handlers and threads use the same calls.
 */
#include <limen/board.h>
#include <limen/limen.h>

enum { LINE = 0, URGENCY = 3 };

static struct lm_thread worker;
static struct lm_timer device;
static struct lm_semaphore arrived;

LM_STACK(worker_stack, 512);

static void tick(void *argument)
{
    (void)argument;
    lm_board_interrupt_raise(LINE);
}

static void handle(void *argument)
{
    (void)argument;
    lm_semaphore_post(&arrived);
}

static void work(void *argument)
{
    (void)argument;
    lm_timer_start(&device, LM_MS(5), LM_MS(5));
    for (int i = 0; i < 3; i++) {
        lm_semaphore_wait(&arrived, LM_FOREVER);
        lm_board_printf("arrived at %u ms\n", (unsigned)(lm_now() / LM_MS(1)));
    }
    lm_timer_stop(&device);
    if (lm_semaphore_wait(&arrived, LM_MS(20)) == LM_TIMEOUT) {
        lm_board_printf("nothing more until %u ms\n", (unsigned)(lm_now() / LM_MS(1)));
    }
    lm_board_exit(0);
}

int main(void)
{
    lm_kernel_init();
    lm_board_interrupt_attach(LINE, URGENCY, handle, NULL);
    lm_semaphore_create(&arrived, "arrived", 0, LM_FIFO);
    lm_timer_create(&device, "device", tick, NULL);
    lm_thread_create(&worker, &(struct lm_thread_config){.name = "worker",
                                                         LM_PREEMPTIVE(5),
                                                         .entry = work,
                                                         LM_USE_STACK(worker_stack)});
    lm_kernel_start();
    return 1;
}
