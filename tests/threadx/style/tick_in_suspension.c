/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: a thread that is resumed, suspended and served from the tick while it begins to wait,
 * waits, suspends itself or ends, is always in a state that a service reports, and none of its
 * units is lost.
 *
 * In the style of ThreadX's own tests: many rounds, and sums that have to match. */
#include "tx_api.h"
#include <stdio.h>
#include <stdlib.h>

#define STACK_SIZE 1024
#define ROUNDS 200

static TX_THREAD control, waiter, sleeper;
static TX_SEMAPHORE semaphore;
static volatile ULONG ticks, given, resumed, aborted, strange;
static ULONG got, aborts, timeouts, suspensions;

/* No thread is seen between its decision to wait and its wait, because the kernel's calls are
 * locked. */
static void look_at(TX_THREAD *thread)
{
    UINT state = thread->tx_thread_state;

    if (thread->tx_thread_suspending || (state != TX_READY && state != TX_SUSPENDED &&
                                         state != TX_SEMAPHORE_SUSP && state != TX_SLEEP)) {
        strange++;
    }
}

VOID tx_application_tick(VOID)
{
    look_at(&waiter);
    look_at(&sleeper);
    switch (++ticks % 5) {
    case 0:
        if (given < ROUNDS && tx_semaphore_put(&semaphore) == TX_SUCCESS) {
            given++;
        }
        break;
    case 1:
        if (tx_thread_wait_abort(&waiter) == TX_SUCCESS) {
            aborted++;
        }
        break;
    case 2:
        (void)tx_thread_suspend(&waiter);
        break;
    case 3:
        (void)tx_thread_resume(&waiter);
        break;
    default:
        if (tx_thread_resume(&sleeper) == TX_SUCCESS) {
            resumed++;
        }
        break;
    }
}

static VOID wait_entry(ULONG input)
{
    (void)input;
    for (;;) {
        switch (tx_semaphore_get(&semaphore, 3)) {
        case TX_SUCCESS:
            got++;
            break;
        case TX_WAIT_ABORTED:
            aborts++;
            break;
        default:
            timeouts++;
            break;
        }
    }
}

static VOID sleep_entry(ULONG input)
{
    (void)input;
    for (;;) {
        suspensions++;
        tx_thread_suspend(&sleeper);
    }
}

static VOID control_entry(ULONG input)
{
    ULONG count;

    (void)input;
    printf("Running tick in suspension test.................. ");
    while (given < ROUNDS) {
        tx_thread_sleep(7);
    }
    tx_thread_sleep(5);
    if (tx_semaphore_info_get(&semaphore, TX_NULL, &count, TX_NULL, TX_NULL, TX_NULL) !=
            TX_SUCCESS ||
        got + count != given || aborts != aborted) {
        printf("ERROR #1\n");
        exit(1);
    }
    if (strange != 0 || suspensions != resumed + 1 || got == 0 || aborts == 0) {
        printf("ERROR #2\n");
        exit(1);
    }
    printf("SUCCESS!\n");
    exit(0);
}

VOID tx_application_define(VOID *first_unused_memory)
{
    CHAR *pointer = (CHAR *)first_unused_memory;
    UINT status;

    status = tx_thread_create(&control, "control", control_entry, 0, pointer, STACK_SIZE, 15, 15,
                              TX_NO_TIME_SLICE, TX_AUTO_START);
    pointer += STACK_SIZE;
    status += tx_thread_create(&waiter, "waiter", wait_entry, 0, pointer, STACK_SIZE, 10, 10,
                               TX_NO_TIME_SLICE, TX_AUTO_START);
    pointer += STACK_SIZE;
    status += tx_thread_create(&sleeper, "sleeper", sleep_entry, 0, pointer, STACK_SIZE, 11, 11,
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
