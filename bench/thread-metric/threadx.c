/* SPDX-License-Identifier: Apache-2.0 */
/* The kernel for Thread-Metric: the interface of ThreadX. */
#include "metric.h"
#include "tx_api.h"
#include <limen/board.h>

enum { STACK = 1024, MESSAGES = 8, BLOCKS = 8, REPORTER_PRIORITY = 2, PERIOD_TICKS = 1 };

static TX_THREAD threads[METRIC_THREADS], reporter;
static ULONG stacks[METRIC_THREADS + 1][STACK / sizeof(ULONG)];
static TX_QUEUE queue;
static ULONG messages[MESSAGES * METRIC_MESSAGE_WORDS];
static TX_SEMAPHORE semaphore;
static TX_BLOCK_POOL pool;
static ULONG area[BLOCKS * (METRIC_BLOCK_BYTES / sizeof(ULONG) + 1)];
static void (*entries[METRIC_THREADS])(unsigned);
static void (*set_up_tests)(void);
static void (*report_results)(void);

static VOID enter(ULONG thread)
{
    entries[thread]((unsigned)thread);
}

static VOID report(ULONG argument)
{
    ULONG begin = tx_time_get();

    (void)argument;
    tx_thread_sleep(PERIOD_TICKS);
    if (tx_time_get() == begin) {
        lm_board_print("degenerate: no time has passed\n");
        lm_board_exit(1);
    }
    report_results();
}

void metric_start(void (*set_up)(void), void (*results)(void))
{
    set_up_tests = set_up;
    report_results = results;
    tx_kernel_enter();
}

VOID tx_application_define(VOID *first_unused_memory)
{
    (void)first_unused_memory;
    tx_queue_create(&queue, (CHAR *)"queue", METRIC_MESSAGE_WORDS, messages, sizeof messages);
    tx_semaphore_create(&semaphore, (CHAR *)"semaphore", 1);
    tx_block_pool_create(&pool, (CHAR *)"pool", METRIC_BLOCK_BYTES, area, sizeof area);
    tx_thread_create(&reporter, (CHAR *)"reporter", report, 0, stacks[METRIC_THREADS], STACK,
                     REPORTER_PRIORITY, REPORTER_PRIORITY, TX_NO_TIME_SLICE, TX_AUTO_START);
    set_up_tests();
}

void metric_thread_create(unsigned thread, unsigned priority, void (*entry)(unsigned))
{
    entries[thread] = entry;
    tx_thread_create(&threads[thread], (CHAR *)"thread", enter, thread, stacks[thread], STACK,
                     priority, priority, TX_NO_TIME_SLICE, TX_DONT_START);
}

int metric_thread_resume(unsigned thread)
{
    return (int)tx_thread_resume(&threads[thread]);
}

int metric_thread_suspend(unsigned thread)
{
    return (int)tx_thread_suspend(&threads[thread]);
}

void metric_thread_relinquish(void)
{
    tx_thread_relinquish();
}

/* The services declare pointers without const, also to data that they do not change. */
int metric_message_send(const uint32_t *message)
{
    return (int)tx_queue_send(&queue, (VOID *)(uintptr_t)message, TX_NO_WAIT);
}

int metric_message_receive(uint32_t *message)
{
    return (int)tx_queue_receive(&queue, message, TX_NO_WAIT);
}

int metric_semaphore_get(void)
{
    return (int)tx_semaphore_get(&semaphore, TX_NO_WAIT);
}

int metric_semaphore_put(void)
{
    return (int)tx_semaphore_put(&semaphore);
}

int metric_memory_allocate(void **block)
{
    return (int)tx_block_allocate(&pool, block, TX_NO_WAIT);
}

int metric_memory_deallocate(void *block)
{
    return (int)tx_block_release(block);
}
