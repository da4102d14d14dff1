/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: while a thread prioritizes the waiters of an object, the tick ends the wait of one of them.
 * Each wait ends once, by the abort or by its timeout, and afterwards the lists are empty.
 *
 * In the manner of ThreadX's own tests: many rounds for each kind of object.
 */
#include "tx_api.h"
#include <stdio.h>
#include <stdlib.h>

#define STACK_SIZE 1024
#define WAITERS 3
#define ROUNDS 12

enum { EMPTY, FULL, SEMAPHORE, MUTEX, BLOCKS, BYTES, KINDS };

static TX_THREAD control, waiters[WAITERS];
static TX_QUEUE empty, full;
static TX_SEMAPHORE semaphore;
static TX_MUTEX mutex;
static TX_BLOCK_POOL blocks;
static TX_BYTE_POOL bytes;
static volatile UINT kind;
static volatile ULONG aborted, ticks;
static ULONG aborts, timeouts, others;

static UINT wait_once(void)
{
    ULONG message = 0;
    VOID *memory;

    switch (kind) {
    case EMPTY:
        return tx_queue_receive(&empty, &message, 4);
    case FULL:
        return tx_queue_send(&full, &message, 4);
    case SEMAPHORE:
        return tx_semaphore_get(&semaphore, 4);
    case MUTEX:
        return tx_mutex_get(&mutex, 4);
    case BLOCKS:
        return tx_block_allocate(&blocks, &memory, 4);
    default:
        return tx_byte_allocate(&bytes, &memory, 180, 4);
    }
}

static UINT prioritize(void)
{
    switch (kind) {
    case EMPTY:
        return tx_queue_prioritize(&empty);
    case FULL:
        return tx_queue_prioritize(&full);
    case SEMAPHORE:
        return tx_semaphore_prioritize(&semaphore);
    case MUTEX:
        return tx_mutex_prioritize(&mutex);
    case BLOCKS:
        return tx_block_pool_prioritize(&blocks);
    default:
        return tx_byte_pool_prioritize(&bytes);
    }
}

/* The tick moves waiters, so the lists are read at one moment. */
static ULONG waiting(void)
{
    TX_INTERRUPT_SAVE_AREA
    ULONG sum = 0;

    TX_DISABLE
    const UINT counts[KINDS] = {
        empty.tx_queue_suspended_count,         full.tx_queue_suspended_count,
        semaphore.tx_semaphore_suspended_count, mutex.tx_mutex_suspended_count,
        blocks.tx_block_pool_suspended_count,   bytes.tx_byte_pool_suspended_count,
    };
    TX_RESTORE

    for (UINT i = 0; i < KINDS; i++) {
        sum += counts[i];
    }
    return sum;
}

/* Another one at each tick: sometimes the first of the list, sometimes the last. */
VOID tx_application_tick(VOID)
{
    if (tx_thread_wait_abort(&waiters[++ticks % WAITERS]) == TX_SUCCESS) {
        aborted++;
    }
}

static VOID wait_entry(ULONG input)
{
    (void)input;
    for (;;) {
        UINT status = wait_once();

        if (status == TX_WAIT_ABORTED) {
            aborts++;
        } else if (status == TX_SUCCESS) {
            others++;
        } else {
            timeouts++;
        }
    }
}

static void fail(int number)
{
    printf("ERROR #%d\n", number);
    exit(1);
}

/* The lower priority of this thread lets the waiters wait again before it goes on. */
static void try_kind(void)
{
    ULONG end = tx_time_get() + ROUNDS;

    while (tx_time_get() < end) {
        if (prioritize() != TX_SUCCESS) {
            fail(1);
        }
        if (waiting() > WAITERS) {
            fail(2);
        }
    }
}

static VOID control_entry(ULONG input)
{
    static ULONG64 message;
    VOID *memory;

    (void)input;
    printf("Running prioritize interrupted test.............. ");
    if (tx_queue_send(&full, &message, TX_NO_WAIT) != TX_SUCCESS ||
        tx_mutex_get(&mutex, TX_NO_WAIT) != TX_SUCCESS ||
        tx_block_allocate(&blocks, &memory, TX_NO_WAIT) != TX_SUCCESS ||
        tx_byte_allocate(&bytes, &memory, 180, TX_NO_WAIT) != TX_SUCCESS) {
        fail(3);
    }
    for (UINT i = 0; i < WAITERS; i++) {
        (void)tx_thread_resume(&waiters[i]);
    }
    for (UINT i = 0; i < KINDS; i++) {
        kind = i;
        try_kind();
    }
    for (UINT i = 0; i < WAITERS; i++) {
        (void)tx_thread_terminate(&waiters[i]);
    }
    if (waiting() != 0 || others != 0 || aborts == 0 || aborts != aborted) {
        fail(4);
    }
    printf("SUCCESS!\n");
    exit(0);
}

VOID tx_application_define(VOID *first_unused_memory)
{
    static ULONG area[2];
    static ULONG64 block_area[2], byte_area[32];
    CHAR *pointer = (CHAR *)first_unused_memory;
    UINT status = tx_thread_create(&control, "control", control_entry, 0, pointer, STACK_SIZE, 20,
                                   20, TX_NO_TIME_SLICE, TX_AUTO_START);

    for (UINT i = 0; i < WAITERS; i++) {
        pointer += STACK_SIZE;
        status += tx_thread_create(&waiters[i], "waiter", wait_entry, i, pointer, STACK_SIZE,
                                   12 - i, 12 - i, TX_NO_TIME_SLICE, TX_DONT_START);
    }
    status += tx_queue_create(&empty, "empty", 1, &area[0], sizeof area[0]);
    status += tx_queue_create(&full, "full", 1, &area[1], sizeof area[1]);
    status += tx_semaphore_create(&semaphore, "semaphore", 0);
    status += tx_mutex_create(&mutex, "mutex", TX_NO_INHERIT);
    status += tx_block_pool_create(&blocks, "blocks", 8, block_area, sizeof block_area);
    status += tx_byte_pool_create(&bytes, "bytes", byte_area, sizeof byte_area);
    if (status != TX_SUCCESS) {
        fail(0);
    }
}

int main(void)
{
    tx_kernel_enter();
    return 1;
}
