/* SPDX-License-Identifier: Apache-2.0 */
/* A thread with a semaphore, a queue, a mutex and a sleep, whose memory the program provides. The
 * other files of this folder are the same program for other interfaces. It is linked and measured,
 * but not run. */
#include <limen/limen.h>

enum { MESSAGES = 8 };

LM_STACK(stack, 512);
static struct lm_thread thread;
static struct lm_semaphore semaphore;
static struct lm_queue queue;
static struct lm_mutex mutex;
static uint32_t area[MESSAGES];

static void run(void *argument)
{
    uint32_t word = 1;

    (void)argument;
    for (;;) {
        lm_semaphore_wait(&semaphore, LM_FOREVER);
        lm_queue_send(&queue, &word, LM_FOREVER);
        lm_queue_receive(&queue, &word, LM_FOREVER);
        lm_mutex_lock(&mutex, LM_FOREVER);
        lm_mutex_unlock(&mutex);
        lm_semaphore_post(&semaphore);
        lm_thread_sleep(LM_MS(100));
    }
}

int main(void)
{
    lm_kernel_init();
    lm_semaphore_create(&semaphore, "s", 1, LM_FIFO);
    lm_queue_create(&queue, "q", area, MESSAGES, sizeof area[0], LM_FIFO);
    lm_mutex_create(&mutex, "m", LM_INHERIT, 0, LM_FIFO);
    lm_thread_create(&thread,
                     &(struct lm_thread_config){
                         .name = "t", .entry = run, LM_PREEMPTIVE(5), LM_USE_STACK(stack)});
    lm_kernel_start();
    return 1;
}
