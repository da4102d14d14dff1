/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: for many ticks, interrupts that make other threads ready preempt a thread that only counts,
 * at any of its instructions, and its sums stay correct. With a raised threshold it is not
 * preempted.
 *
 * In the style of ThreadX's own tests; so it needs a clock that advances by itself. */
#include "tx_api.h"
#include <stdio.h>
#include <stdlib.h>

#define STACK_SIZE 1024

static TX_THREAD control, counter, urgent;
static TX_SEMAPHORE semaphore;
static volatile ULONG urgent_runs, counter_rounds, wrong_sums;
static volatile UINT stop;

VOID tx_application_tick(VOID)
{
    tx_semaphore_put(&semaphore);
}

static VOID count(ULONG input)
{
    (void)input;
    while (!stop) {
        ULONG sum = 0;
        double product = 1.0;

        for (ULONG i = 1; i <= 100; i++) {
            sum += i;
            product *= 1.0 + 1.0 / (double)i; /* the product is i + 1 */
        }
        if (sum != 5050 || product < 100.99 || product > 101.01) {
            wrong_sums++;
        }
        counter_rounds++;
    }
}

static VOID run_urgent(ULONG input)
{
    double noise = 0.5;

    (void)input;
    for (;;) {
        tx_semaphore_get(&semaphore, TX_WAIT_FOREVER);
        noise = noise * 3.0 - 1.0; /* in the same registers */
        urgent_runs++;
    }
}

static VOID control_entry(ULONG input)
{
    UINT old;
    ULONG before, runs;

    (void)input;
    printf("Running preemption by interrupts test............ ");
    do {
        tx_thread_sleep(30);
        runs = urgent_runs;
    } while (runs == 0 || counter_rounds == 0); /* a busy host leaves little time to both */
    if (wrong_sums != 0) {
        printf("ERROR #1\n");
        exit(1);
    }
    tx_thread_preemption_change(&counter, 12, &old); /* keeps off urgent, not control */
    tx_thread_sleep(1);
    before = urgent_runs;
    tx_thread_sleep(5);
    if (old != 16 || urgent_runs != before) {
        printf("ERROR #2\n");
        exit(1);
    }
    tx_thread_preemption_change(&counter, 16, &old);
    while (urgent_runs < before + 5) {
        tx_thread_sleep(2);
    }
    if (old != 12 || wrong_sums != 0) {
        printf("ERROR #3\n");
        exit(1);
    }
    printf("SUCCESS!\n");
    exit(0);
}

VOID tx_application_define(VOID *first_unused_memory)
{
    CHAR *pointer = (CHAR *)first_unused_memory;
    UINT status;

    status = tx_thread_create(&control, "control", control_entry, 0, pointer, STACK_SIZE, 5, 5,
                              TX_NO_TIME_SLICE, TX_AUTO_START);
    pointer += STACK_SIZE;
    status += tx_thread_create(&urgent, "urgent", run_urgent, 0, pointer, STACK_SIZE, 12, 12,
                               TX_NO_TIME_SLICE, TX_AUTO_START);
    pointer += STACK_SIZE;
    status += tx_thread_create(&counter, "counter", count, 0, pointer, STACK_SIZE, 16, 16,
                               TX_NO_TIME_SLICE, TX_AUTO_START);
    status += tx_semaphore_create(&semaphore, "semaphore", 0);
    if (status != TX_SUCCESS) {
        printf("ERROR #0\n");
        exit(1);
    }
}

int main(void)
{
    tx_kernel_enter();
    return 1;
}
