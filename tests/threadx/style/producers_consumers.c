/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: messages of several producers reach the consumers once each, those of one producer in the
 * order in which they were sent, with any waits, relinquishes and interrupts in between.
 */
#include "tx_api.h"
#include <stdio.h>
#include <stdlib.h>

#define STACK_SIZE 1024
#define PRODUCERS 3
#define CONSUMERS 2
#define MESSAGES 200

static TX_THREAD control, producers[PRODUCERS], consumers[CONSUMERS];
static TX_QUEUE queue;
static TX_MUTEX mutex;
static TX_EVENT_FLAGS_GROUP done;
static ULONG queue_area[5 * 2];
static ULONG next_expected[PRODUCERS + 1], seen, out_of_order, errors;
static volatile ULONG from_interrupt;

/* The interrupt is a producer, too, when there is room. */
VOID tx_application_tick(VOID)
{
    ULONG message[2] = {PRODUCERS, from_interrupt};

    if (from_interrupt < MESSAGES / 10 && queue.tx_queue_id == TX_QUEUE_ID &&
        tx_queue_send(&queue, message, TX_NO_WAIT) == TX_SUCCESS) {
        from_interrupt++;
    }
}

static VOID produce(ULONG input)
{
    for (ULONG i = 0; i < MESSAGES; i++) {
        ULONG message[2] = {input, i};

        if (tx_queue_send(&queue, message, input == 0 ? TX_WAIT_FOREVER : 100) != TX_SUCCESS) {
            errors++;
        }
        if (i % (input + 2) == 0) {
            tx_thread_relinquish();
        }
        if (i % 16 == input) {
            tx_thread_sleep(1);
        }
    }
    tx_event_flags_set(&done, 1UL << input, TX_OR);
}

/* Receiving and noting are not interrupted, so that the order of the notes is that of the queue. */
static VOID consume(ULONG input)
{
    for (;;) {
        ULONG message[2];

        tx_mutex_get(&mutex, TX_WAIT_FOREVER);
        if (tx_queue_receive(&queue, message, TX_WAIT_FOREVER) != TX_SUCCESS ||
            message[0] > PRODUCERS) {
            errors++;
        } else {
            if (message[1] != next_expected[message[0]]) {
                out_of_order++;
            }
            next_expected[message[0]] = message[1] + 1;
            seen++;
        }
        tx_mutex_put(&mutex);
        if (input == 1) {
            tx_thread_relinquish();
        }
    }
}

static VOID control_entry(ULONG input)
{
    ULONG actual;

    (void)input;
    printf("Running producers and consumers test............. ");
    if (tx_event_flags_get(&done, (1UL << PRODUCERS) - 1, TX_AND, &actual, 500) != TX_SUCCESS) {
        printf("ERROR #1\n");
        exit(1);
    }
    while (from_interrupt < MESSAGES / 10) {
        tx_thread_sleep(1);
    }
    tx_thread_sleep(2);
    if (errors != 0 || out_of_order != 0 || seen != PRODUCERS * MESSAGES + MESSAGES / 10) {
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

    status = tx_queue_create(&queue, "queue", TX_2_ULONG, queue_area, sizeof queue_area);
    status += tx_mutex_create(&mutex, "mutex", TX_INHERIT);
    status += tx_event_flags_create(&done, "done");
    status += tx_thread_create(&control, "control", control_entry, 0, pointer, 2 * STACK_SIZE, 20,
                               20, TX_NO_TIME_SLICE, TX_AUTO_START);
    pointer += 2 * STACK_SIZE;
    for (UINT i = 0; i < PRODUCERS; i++) {
        status += tx_thread_create(&producers[i], "producer", produce, i, pointer, STACK_SIZE, 15,
                                   15, 2, TX_AUTO_START);
        pointer += STACK_SIZE;
    }
    for (UINT i = 0; i < CONSUMERS; i++) {
        status += tx_thread_create(&consumers[i], "consumer", consume, i, pointer, STACK_SIZE,
                                   14 + i, 14 + i, 3, TX_AUTO_START);
        pointer += STACK_SIZE;
    }
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
