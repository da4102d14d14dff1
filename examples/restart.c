/* SPDX-License-Identifier: Apache-2.0 */
/* The life of a thread. The supervisor ends a worker that takes too long and starts it again; the
 * mutex that the worker owned goes to the next thread. */
#include <limen/board.h>
#include <limen/limen.h>

static struct lm_thread supervisor, worker;
static struct lm_mutex bus;
static struct lm_semaphore finished;
static unsigned lives;

LM_STACK(supervisor_stack, 512);
LM_STACK(worker_stack, 512);

static void work(void *argument)
{
    (void)argument;
    lm_mutex_lock(&bus, LM_FOREVER);
    lm_board_printf("life %u\n", ++lives);
    if (lives < 3) {
        lm_thread_sleep(LM_FOREVER >> 2); /* the device does not answer */
    }
    lm_mutex_unlock(&bus);
    lm_semaphore_post(&finished);
}

static void supervise(void *argument)
{
    (void)argument;
    while (lm_semaphore_wait(&finished, LM_MS(10)) == LM_TIMEOUT) {
        lm_board_printf("%u ms: no answer\n", (unsigned)(lm_now() / LM_MS(1)));
        lm_thread_terminate(&worker);
        lm_mutex_lock(&bus, LM_NO_WAIT); /* free again */
        lm_mutex_unlock(&bus);
        lm_thread_restart(&worker);
    }
    lm_board_print("finished\n");
    lm_board_exit(0);
}

int main(void)
{
    static const struct lm_thread_config configs[] = {
        {.name = "supervisor",
         LM_PREEMPTIVE(5),
         .entry = supervise,
         LM_USE_STACK(supervisor_stack)},
        {.name = "worker", LM_PREEMPTIVE(10), .entry = work, LM_USE_STACK(worker_stack)},
    };

    lm_kernel_init();
    lm_mutex_create(&bus, "bus", LM_INHERIT, 0, LM_FIFO);
    lm_semaphore_create(&finished, "finished", 0, LM_FIFO);
    lm_thread_create(&supervisor, &configs[0]);
    lm_thread_create(&worker, &configs[1]);
    lm_kernel_start();
    return 1;
}
