/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: threads that spin until ticks have passed are sliced, preempted by sleepers and timers, and
 * end: time advances while a thread counts.
 *
 * In the manner of ThreadX's own tests; so it needs a clock that advances by itself.
 */
#include "tx_api.h"
#include <stdio.h>
#include <stdlib.h>

#define STACK_SIZE 2048

static TX_THREAD control, spinner_0, spinner_1, sleeper;
static TX_TIMER timer;
static volatile ULONG counter_0, counter_1, sleeps, expirations;
static volatile ULONG ends;

/* Not before the other one has had a slice, which may be late on a busy host. */
static void spin_for(ULONG ticks, volatile ULONG *counter, const volatile ULONG *other)
{
    ULONG start = tx_time_get();

    while (tx_time_get() - start < ticks || *other == 0) {
        (*counter)++;
    }
    ends++;
}

static VOID spin_0(ULONG input)
{
    spin_for(input, &counter_0, &counter_1);
}

static VOID spin_1(ULONG input)
{
    spin_for(input, &counter_1, &counter_0);
}

static VOID sleep_and_count(ULONG input)
{
    for (;;) {
        tx_thread_sleep(input);
        sleeps++;
    }
}

static VOID expire(ULONG input)
{
    expirations += input;
}

static VOID control_entry(ULONG input)
{
    UINT status;
    ULONG runs;

    (void)input;
    printf("Running spin on time test........................ ");
    while (ends < 2) {
        tx_thread_sleep(5);
    }
    if (tx_time_get() < 10) {
        printf("ERROR #1\n"); /* each spun for 10 ticks of the clock, side by side */
        exit(1);
    }
    if (sleeps == 0 || sleeps > tx_time_get() / 2) {
        printf("ERROR #2\n");
        exit(1);
    }
    if (expirations == 0 || expirations > tx_time_get() / 3) {
        printf("ERROR #3\n");
        exit(1);
    }
    status = tx_thread_info_get(&spinner_0, TX_NULL, TX_NULL, &runs, TX_NULL, TX_NULL, TX_NULL,
                                TX_NULL, TX_NULL);
    if (status != TX_SUCCESS || runs < 2) {
        printf("ERROR #4\n");
        exit(1);
    }
    printf("SUCCESS!\n");
    exit(0);
}

static CHAR *create(TX_THREAD *thread, CHAR *name, VOID (*entry)(ULONG), ULONG input, CHAR *stack,
                    UINT priority, ULONG slice)
{
    if (tx_thread_create(thread, name, entry, input, stack, STACK_SIZE, priority, priority, slice,
                         TX_AUTO_START) != TX_SUCCESS) {
        printf("ERROR #0\n");
        exit(1);
    }
    return stack + STACK_SIZE;
}

VOID tx_application_define(VOID *first_unused_memory)
{
    CHAR *pointer = (CHAR *)first_unused_memory;

    pointer = create(&control, "control", control_entry, 0, pointer, 5, TX_NO_TIME_SLICE);
    pointer = create(&spinner_0, "spinner 0", spin_0, 10, pointer, 16, 2);
    pointer = create(&spinner_1, "spinner 1", spin_1, 10, pointer, 16, 2);
    pointer = create(&sleeper, "sleeper", sleep_and_count, 2, pointer, 10, TX_NO_TIME_SLICE);
    if (tx_timer_create(&timer, "timer", expire, 1, 3, 3, TX_AUTO_ACTIVATE) != TX_SUCCESS) {
        printf("ERROR #0\n");
        exit(1);
    }
}

int main(void)
{
    tx_kernel_enter();
    return 1;
}
