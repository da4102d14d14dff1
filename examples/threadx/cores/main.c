/* SPDX-License-Identifier: Apache-2.0 */
/* A ThreadX application on two cores. A timer of core 0 asks for a sample at each tick, core 1
 * filters it. The queues and the semaphore are for both cores, because tx_application_define
 * creates them. The thread of core 1 is the one that excludes core 0.
 */
#include "tx_api.h"
#include <limen/board.h>
#include <stdio.h>

#define SAMPLES 6
#define NOT_CORE_0 0x1UL

static TX_THREAD sampler, filter;
static TX_QUEUE samples, results;
static TX_SEMAPHORE due;
static TX_TIMER timer;
static UCHAR sampler_stack[2048], filter_stack[1024];
static ULONG sample_places[4], result_places[4], trace[2048];

static VOID ask(ULONG input)
{
    TX_PARAMETER_NOT_USED(input);
    tx_semaphore_put(&due);
}

static VOID run_sampler(ULONG count)
{
    for (ULONG i = 0; i < count; i++) {
        ULONG sample = i % 2 == 0 ? 100 : 200, average;

        tx_semaphore_get(&due, TX_WAIT_FOREVER);
        tx_queue_send(&samples, &sample, TX_WAIT_FOREVER);
        tx_queue_receive(&results, &average, TX_WAIT_FOREVER);
        printf("core %u: sample %u, average %u\n", tx_thread_smp_core_get(), (unsigned)sample,
               (unsigned)average);
    }
    tx_trace_disable();
    exit(lm_board_save("trace.limen", trace, sizeof trace));
}

/* On core 1: a moving average. */
static VOID run_filter(ULONG average)
{
    for (;;) {
        ULONG sample;

        tx_queue_receive(&samples, &sample, TX_WAIT_FOREVER);
        average = (3 * average + sample) / 4;
        tx_queue_send(&results, &average, TX_WAIT_FOREVER);
    }
}

VOID tx_application_define(VOID *first_unused_memory)
{
    TX_PARAMETER_NOT_USED(first_unused_memory);
    tx_trace_enable(trace, sizeof trace, 12);
    tx_queue_create(&samples, "samples", TX_1_ULONG, sample_places, sizeof sample_places);
    tx_queue_create(&results, "results", TX_1_ULONG, result_places, sizeof result_places);
    tx_semaphore_create(&due, "due", 0);
    tx_timer_create(&timer, "timer", ask, 0, 1, 1, TX_AUTO_ACTIVATE);
    tx_thread_create(&sampler, "sampler", run_sampler, SAMPLES, sampler_stack, sizeof sampler_stack,
                     5, 5, TX_NO_TIME_SLICE, TX_AUTO_START);
    tx_thread_create(&filter, "filter", run_filter, 0, filter_stack, sizeof filter_stack, 5, 5,
                     TX_NO_TIME_SLICE, TX_AUTO_START);
    tx_thread_smp_core_exclude(&filter, NOT_CORE_0);
}

int main(void)
{
    tx_kernel_enter();
    return 2;
}
