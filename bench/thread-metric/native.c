/* SPDX-License-Identifier: Apache-2.0 */
/* The kernel for Thread-Metric: the native interface. */
#include "metric.h"
#include <limen/board.h>
#include <limen/limen.h>

enum { STACK = 512, MESSAGES = 8, BLOCKS = 8, REPORTER_PRIORITY = 2, PERIOD_MS = 10 };

static struct lm_thread threads[METRIC_THREADS], reporter;
static unsigned char stacks[METRIC_THREADS][LM_PORT_STACK_BYTES(STACK)]
    __attribute__((aligned(LM_PORT_STACK_ALIGN)));
LM_STACK(reporter_stack, STACK);
static struct lm_queue queue;
static uint32_t messages[MESSAGES * METRIC_MESSAGE_WORDS];
static struct lm_semaphore semaphore;
static struct lm_block_pool pool;
static uint64_t area[BLOCKS * METRIC_BLOCK_BYTES / sizeof(uint64_t)];
static void (*entries[METRIC_THREADS])(unsigned);
static void (*report_results)(void);

static void enter(void *argument)
{
    unsigned thread = (unsigned)(uintptr_t)argument;

    entries[thread](thread);
}

static void report(void *argument)
{
    uint64_t begin = lm_now();

    (void)argument;
    lm_thread_sleep(LM_MS(PERIOD_MS));
    if (lm_now() - begin < LM_MS(PERIOD_MS)) {
        lm_board_print("degenerate: no time has passed\n");
        lm_board_exit(1);
    }
    report_results();
}

void metric_start(void (*set_up)(void), void (*results)(void))
{
    report_results = results;
    lm_kernel_init();
    lm_queue_create(&queue, "queue", messages, MESSAGES, METRIC_MESSAGE_WORDS * sizeof(uint32_t),
                    LM_FIFO);
    lm_semaphore_create(&semaphore, "semaphore", 1, LM_FIFO);
    lm_block_pool_create(&pool, "pool", area, sizeof area, METRIC_BLOCK_BYTES, LM_FIFO);
    lm_thread_create(&reporter, &(struct lm_thread_config){.name = "reporter",
                                                           .entry = report,
                                                           LM_PREEMPTIVE(REPORTER_PRIORITY),
                                                           LM_USE_STACK(reporter_stack)});
    set_up();
    lm_kernel_start();
}

void metric_thread_create(unsigned thread, unsigned priority, void (*entry)(unsigned))
{
    entries[thread] = entry;
    lm_thread_create(&threads[thread],
                     &(struct lm_thread_config){.name = "thread",
                                                .entry = enter,
                                                .argument = (void *)(uintptr_t)thread,
                                                LM_PREEMPTIVE((uint16_t)priority),
                                                .stack = stacks[thread],
                                                .stack_bytes = sizeof stacks[thread],
                                                .suspended = true});
}

int metric_thread_resume(unsigned thread)
{
    return (int)lm_thread_resume(&threads[thread]);
}

int metric_thread_suspend(unsigned thread)
{
    return (int)lm_thread_suspend(&threads[thread]);
}

void metric_thread_relinquish(void)
{
    lm_thread_yield();
}

int metric_message_send(const uint32_t *message)
{
    return (int)lm_queue_send(&queue, message, LM_NO_WAIT);
}

int metric_message_receive(uint32_t *message)
{
    return (int)lm_queue_receive(&queue, message, LM_NO_WAIT);
}

int metric_semaphore_get(void)
{
    return (int)lm_semaphore_wait(&semaphore, LM_NO_WAIT);
}

int metric_semaphore_put(void)
{
    return (int)lm_semaphore_post(&semaphore);
}

int metric_memory_allocate(void **block)
{
    return (int)lm_block_allocate(&pool, block, LM_NO_WAIT);
}

int metric_memory_deallocate(void *block)
{
    return (int)lm_block_release(&pool, block);
}
