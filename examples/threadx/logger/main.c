/* SPDX-License-Identifier: Apache-2.0 */
/* The threads, objects and memory of the application. */
#include "logger.h"
#include <stdio.h>
#include <stdlib.h>

#define SAMPLES_QUEUED 128
#define RESULTS_QUEUED 4
#define RESULT_BLOCKS 4
#define TRACE_BYTES 65536

TX_QUEUE samples;
TX_QUEUE results;
TX_BLOCK_POOL result_pool;
TX_EVENT_FLAGS_GROUP events;

static TX_THREAD filter, log_writer, console;
static UCHAR filter_stack[STACK_BYTES], log_stack[STACK_BYTES], console_stack[2 * STACK_BYTES];
static ULONG samples_area[SAMPLES_QUEUED * SAMPLE_WORDS];
static VOID *results_area[RESULTS_QUEUED];
static VOID *result_area[RESULT_BLOCKS * (sizeof(struct result) / sizeof(VOID *) + 2)];
static UCHAR trace[TRACE_BYTES];

VOID must(UINT status)
{
    if (status != TX_SUCCESS) {
        printf("a service answered %u\n", status);
        exit(1);
    }
}

static VOID stack_is_spoilt(TX_THREAD *thread)
{
    printf("%s: its stack is too small\n", thread->tx_thread_name);
    exit(1);
}

static VOID talk(ULONG results_to_show)
{
    console_entry(results_to_show);
    must(tx_trace_disable());
    board_save_trace(trace, sizeof trace);
    exit(0);
}

static VOID create_objects(VOID)
{
    must(tx_queue_create(&samples, "samples", SAMPLE_WORDS, samples_area, sizeof samples_area));
    must(tx_queue_create(&results, "results", POINTER_WORDS, results_area, sizeof results_area));
    must(tx_block_pool_create(&result_pool, "result pool", sizeof(struct result), result_area,
                              sizeof result_area));
    must(tx_event_flags_create(&events, "events"));
    log_init();
}

VOID tx_application_define(VOID *first_unused_memory)
{
    TX_PARAMETER_NOT_USED(first_unused_memory);
    must(tx_trace_enable(trace, sizeof trace, 16));
    must(tx_thread_stack_error_notify(stack_is_spoilt));
    create_objects();
    must(tx_thread_create(&filter, "filter", filter_entry, 10, filter_stack, sizeof filter_stack, 5,
                          5, TX_NO_TIME_SLICE, TX_AUTO_START));
    must(tx_thread_create(&log_writer, "log writer", log_entry, 450, log_stack, sizeof log_stack,
                          10, 10, TX_NO_TIME_SLICE, TX_AUTO_START));
    must(tx_thread_create(&console, "console", talk, 10, console_stack, sizeof console_stack, 20,
                          20, TX_NO_TIME_SLICE, TX_AUTO_START));
}

int main(void)
{
    tx_kernel_enter();
    return 2;
}
