/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: each prioritize service moves the most urgent waiter to the head, of equal ones the
 * earliest, and keeps the order of the others.
 */
#include "suite.h"

static TX_QUEUE empty, full;
static TX_SEMAPHORE semaphore;
static TX_MUTEX mutex;
static TX_BLOCK_POOL blocks;
static TX_BYTE_POOL bytes;
static ULONG empty_area[1], full_area[1];
static ULONG64 block_area[2], byte_area[32];
static VOID *block, *memory;
static UINT kind;

enum { RECEIVE, SEND, GET, LOCK, BLOCK, BYTES, KINDS };

static UINT wait_for(UINT what)
{
    ULONG message = 0;
    VOID *got;

    switch (what) {
    case RECEIVE:
        return tx_queue_receive(&empty, &message, TX_WAIT_FOREVER);
    case SEND:
        return tx_queue_send(&full, &message, TX_WAIT_FOREVER);
    case GET:
        return tx_semaphore_get(&semaphore, TX_WAIT_FOREVER);
    case LOCK:
        return tx_mutex_get(&mutex, TX_WAIT_FOREVER);
    case BLOCK:
        return tx_block_allocate(&blocks, &got, TX_WAIT_FOREVER);
    default:
        return tx_byte_allocate(&bytes, &got, 180, TX_WAIT_FOREVER);
    }
}

static void prioritize(UINT what)
{
    switch (what) {
    case RECEIVE:
        CALL(tx_queue_prioritize, TX_SUCCESS, &empty);
        break;
    case SEND:
        CALL(tx_queue_prioritize, TX_SUCCESS, &full);
        break;
    case GET:
        CALL(tx_semaphore_prioritize, TX_SUCCESS, &semaphore);
        break;
    case LOCK:
        CALL(tx_mutex_prioritize, TX_SUCCESS, &mutex);
        break;
    case BLOCK:
        CALL(tx_block_pool_prioritize, TX_SUCCESS, &blocks);
        break;
    default:
        CALL(tx_byte_pool_prioritize, TX_SUCCESS, &bytes);
        break;
    }
}

static TX_THREAD *first_waiting(UINT what)
{
    TX_THREAD *const first[KINDS] = {
        empty.tx_queue_suspension_list,         full.tx_queue_suspension_list,
        semaphore.tx_semaphore_suspension_list, mutex.tx_mutex_suspension_list,
        blocks.tx_block_pool_suspension_list,   bytes.tx_byte_pool_suspension_list,
    };

    return first[what];
}

static VOID wait_in_line(ULONG input)
{
    (void)input;
    (void)wait_for(kind);
    say("must not get it");
}

void program_define(VOID *first_unused_memory)
{
    (void)first_unused_memory;
    CALL(tx_queue_create, TX_SUCCESS, &empty, "empty", 1, empty_area, sizeof empty_area);
    CALL(tx_queue_create, TX_SUCCESS, &full, "full", 1, full_area, sizeof full_area);
    CALL(tx_semaphore_create, TX_SUCCESS, &semaphore, "semaphore", 0);
    CALL(tx_mutex_create, TX_SUCCESS, &mutex, "mutex", TX_NO_INHERIT);
    CALL(tx_block_pool_create, TX_SUCCESS, &blocks, "blocks", 8, block_area, sizeof block_area);
    CALL(tx_byte_pool_create, TX_SUCCESS, &bytes, "bytes", byte_area, sizeof byte_area);
}

static void take_all(void)
{
    ULONG message = 1;

    CALL(tx_queue_send, TX_SUCCESS, &full, &message, TX_NO_WAIT);
    CALL(tx_mutex_get, TX_SUCCESS, &mutex, TX_NO_WAIT);
    CALL(tx_block_allocate, TX_SUCCESS, &blocks, &block, TX_NO_WAIT);
    CALL(tx_byte_allocate, TX_SUCCESS, &bytes, &memory, 180, TX_NO_WAIT);
}

/* Waiting in the order a12 b8 c10 d8. */
static void prioritize_four(void)
{
    TX_THREAD *a, *b, *c, *d;

    a = started("a", wait_in_line, 12);
    b = started("b", wait_in_line, 8);
    c = started("c", wait_in_line, 10);
    d = started("d", wait_in_line, 8);
    EQUAL(a, first_waiting(kind));
    prioritize(kind);
    EQUAL(b, first_waiting(kind)); /* b a c d */
    EQUAL(a, b->tx_thread_suspended_next);
    EQUAL(c, a->tx_thread_suspended_next);
    EQUAL(d, c->tx_thread_suspended_next);
    EQUAL(b, d->tx_thread_suspended_next);
    prioritize(kind);
    EQUAL(b, first_waiting(kind));
    CALL(tx_thread_terminate, TX_SUCCESS, b);
    EQUAL(a, first_waiting(kind));
    prioritize(kind);
    EQUAL(d, first_waiting(kind)); /* d a c */
    EQUAL(a, d->tx_thread_suspended_next);
    EQUAL(c, a->tx_thread_suspended_next);
    retire_all();
}

void program_main(void)
{
    take_all();
    for (kind = 0; kind < KINDS; kind++) {
        prioritize_four();
        EQUAL(TX_NULL, first_waiting(kind));
    }
    told("");
}
