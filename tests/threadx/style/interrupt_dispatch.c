/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: an interrupt in each tick, dispatched through a pointer as in ThreadX's own tests, posts,
 * sends, sets, resumes and aborts. Threads respond to each call, and none is lost, not even on a
 * busy host, where several ticks come at once.
 */
#include "tx_api.h"
#include <stdio.h>
#include <stdlib.h>

#define STACK_SIZE 2048
#define ROUNDS 40

static TX_THREAD control, taker, receiver, waiter, sleeper, suspended;
static TX_SEMAPHORE semaphore;
static TX_QUEUE queue;
static TX_EVENT_FLAGS_GROUP group;
static VOID (*volatile interrupt_dispatch)(VOID);
static volatile ULONG interrupts;
static ULONG taken, received, flags_got, aborted, aborts, resumed, resumes, sent;

VOID tx_application_tick(VOID)
{
    if (interrupt_dispatch != TX_NULL) {
        interrupt_dispatch();
    }
}

static VOID interrupt_process(VOID)
{
    ULONG message[2] = {sent, ~sent};

    if (++interrupts > ROUNDS) {
        interrupt_dispatch = TX_NULL;
        tx_thread_resume(&control);
        return;
    }
    tx_semaphore_put(&semaphore);
    if (tx_queue_send(&queue, message, TX_NO_WAIT) == TX_SUCCESS) {
        sent++;
    }
    tx_event_flags_set(&group, 1UL << (interrupts % 32), TX_OR);
    if (interrupts % 4 == 0 && tx_thread_wait_abort(&sleeper) == TX_SUCCESS) {
        aborts++;
    }
    if (interrupts % 3 == 0 && tx_thread_resume(&suspended) == TX_SUCCESS) {
        resumes++;
    }
}

static VOID take(ULONG input)
{
    (void)input;
    while (tx_semaphore_get(&semaphore, TX_WAIT_FOREVER) == TX_SUCCESS) {
        taken++;
    }
}

static VOID receive(ULONG input)
{
    ULONG message[2];

    (void)input;
    while (tx_queue_receive(&queue, message, TX_WAIT_FOREVER) == TX_SUCCESS) {
        if (message[1] == ~message[0] && message[0] == received) {
            received++;
        }
    }
}

static VOID wait_for_flags(ULONG input)
{
    ULONG actual;

    (void)input;
    while (tx_event_flags_get(&group, 0xFFFFFFFF, TX_OR_CLEAR, &actual, TX_WAIT_FOREVER) ==
           TX_SUCCESS) {
        for (; actual != 0; actual &= actual - 1) {
            flags_got++;
        }
    }
}

static VOID sleep_in_vain(ULONG input)
{
    (void)input;
    while (tx_thread_sleep(1000) == TX_WAIT_ABORTED) {
        aborted++;
    }
}

static VOID suspend_again(ULONG input)
{
    (void)input;
    for (;;) {
        tx_thread_suspend(&suspended);
        resumed++;
    }
}

static VOID control_entry(ULONG input)
{
    (void)input;
    printf("Running interrupt dispatch test.................. ");
    interrupt_dispatch = interrupt_process;
    tx_thread_suspend(&control);
    if (taken != ROUNDS || received != sent || received == 0) {
        printf("ERROR #1 (%lu %lu)\n", (unsigned long)taken, (unsigned long)received);
        exit(1);
    }
    if (flags_got != ROUNDS || aborted != aborts || resumed != resumes || aborts * resumes == 0) {
        printf("ERROR #2 (%lu %lu %lu)\n", (unsigned long)flags_got, (unsigned long)aborted,
               (unsigned long)resumed);
        exit(1);
    }
    printf("SUCCESS!\n");
    exit(0);
}

static CHAR *create(TX_THREAD *thread, CHAR *name, VOID (*entry)(ULONG), CHAR *stack, UINT priority)
{
    if (tx_thread_create(thread, name, entry, 0, stack, STACK_SIZE, priority, priority,
                         TX_NO_TIME_SLICE, TX_AUTO_START) != TX_SUCCESS) {
        printf("ERROR #0\n");
        exit(1);
    }
    return stack + STACK_SIZE;
}

VOID tx_application_define(VOID *first_unused_memory)
{
    static ULONG queue_area[8];
    CHAR *pointer = (CHAR *)first_unused_memory;

    pointer = create(&control, "control", control_entry, pointer, 20);
    pointer = create(&taker, "taker", take, pointer, 15);
    pointer = create(&receiver, "receiver", receive, pointer, 16);
    pointer = create(&waiter, "waiter", wait_for_flags, pointer, 17);
    pointer = create(&sleeper, "sleeper", sleep_in_vain, pointer, 18);
    pointer = create(&suspended, "suspended", suspend_again, pointer, 19);
    if (tx_semaphore_create(&semaphore, "semaphore", 0) != TX_SUCCESS ||
        tx_queue_create(&queue, "queue", TX_2_ULONG, queue_area, sizeof queue_area) != TX_SUCCESS ||
        tx_event_flags_create(&group, "group") != TX_SUCCESS) {
        printf("ERROR #0\n");
        exit(1);
    }
}

int main(void)
{
    tx_kernel_enter();
    return 1;
}
