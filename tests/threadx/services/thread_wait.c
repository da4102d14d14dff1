/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: tx_thread_sleep and tx_thread_wait_abort: results in each context; every kind of wait can
 * be aborted, by a thread, a callback and an interrupt, and leaves the object as it was.
 */
#include "suite.h"

static TX_THREAD never_created, *target, *completed, *ended, *suspended;
static TX_QUEUE empty, full;
static TX_SEMAPHORE semaphore;
static TX_MUTEX mutex;
static TX_EVENT_FLAGS_GROUP group;
static TX_BLOCK_POOL blocks;
static TX_BYTE_POOL bytes;
static ULONG empty_area[1], full_area[1], block_area[4], byte_area[64];

static VOID nothing(ULONG input)
{
    (void)input;
}

static void wait_sleep(void)
{
    CALL(tx_thread_sleep, TX_WAIT_ABORTED, 50);
}

static void wait_receive(void)
{
    ULONG message = 5;

    CALL(tx_queue_receive, TX_WAIT_ABORTED, &empty, &message, TX_WAIT_FOREVER);
    EQUAL(5, message);
}

static void wait_send(void)
{
    ULONG message = 6;

    CALL(tx_queue_send, TX_WAIT_ABORTED, &full, &message, 50);
}

static void wait_front_send(void)
{
    ULONG message = 7;

    CALL(tx_queue_front_send, TX_WAIT_ABORTED, &full, &message, TX_WAIT_FOREVER);
}

static void wait_semaphore(void)
{
    CALL(tx_semaphore_get, TX_WAIT_ABORTED, &semaphore, TX_WAIT_FOREVER);
}

static void wait_mutex(void)
{
    CALL(tx_mutex_get, TX_WAIT_ABORTED, &mutex, TX_WAIT_FOREVER);
}

static void wait_event(void)
{
    ULONG actual;

    CALL(tx_event_flags_get, TX_WAIT_ABORTED, &group, 1, TX_OR, &actual, 50);
}

static void wait_block(void)
{
    VOID *block = &block;

    CALL(tx_block_allocate, TX_WAIT_ABORTED, &blocks, &block, TX_WAIT_FOREVER);
}

static void wait_bytes(void)
{
    VOID *memory = &memory;

    CALL(tx_byte_allocate, TX_WAIT_ABORTED, &bytes, &memory, 100, TX_WAIT_FOREVER);
}

static const struct {
    void (*wait)(void);
    UINT state;
} waits[] = {
    {wait_sleep, TX_SLEEP},
    {wait_receive, TX_QUEUE_SUSP},
    {wait_send, TX_QUEUE_SUSP},
    {wait_front_send, TX_QUEUE_SUSP},
    {wait_semaphore, TX_SEMAPHORE_SUSP},
    {wait_mutex, TX_MUTEX_SUSP},
    {wait_event, TX_EVENT_FLAG},
    {wait_block, TX_BLOCK_MEMORY},
    {wait_bytes, TX_BYTE_MEMORY},
};
static UINT kind;

static VOID wait_in_vain(ULONG input)
{
    (void)input;
    waits[kind].wait();
    say("aborted");
}

static void refuse(void)
{
    CALL(tx_thread_wait_abort, TX_THREAD_ERROR, TX_NULL);
    CALL(tx_thread_wait_abort, TX_THREAD_ERROR, &never_created);
    CALL(tx_thread_wait_abort, TX_WAIT_ABORT_ERROR, suspended);
    if (context() != 'I') {
        CALL(tx_thread_wait_abort, TX_WAIT_ABORT_ERROR, completed);
        CALL(tx_thread_wait_abort, TX_WAIT_ABORT_ERROR, ended);
    }
    if (context() == 'T') {
        CALL(tx_thread_wait_abort, TX_WAIT_ABORT_ERROR, tx_thread_identify());
        CALL(tx_thread_sleep, TX_SUCCESS, 0);
    } else {
        CALL(tx_thread_sleep, TX_CALLER_ERROR, 0);
        CALL(tx_thread_sleep, TX_CALLER_ERROR, 1);
    }
}

static void abort_wait(void)
{
    EQUAL(waits[kind].state, state_of(target));
    CALL(tx_thread_wait_abort, TX_SUCCESS, target);
}

void program_define(VOID *first_unused_memory)
{
    (void)first_unused_memory;
    CALL(tx_queue_create, TX_SUCCESS, &empty, "empty", 1, empty_area, sizeof empty_area);
    CALL(tx_queue_create, TX_SUCCESS, &full, "full", 1, full_area, sizeof full_area);
    CALL(tx_semaphore_create, TX_SUCCESS, &semaphore, "semaphore", 0);
    CALL(tx_mutex_create, TX_SUCCESS, &mutex, "mutex", TX_INHERIT);
    CALL(tx_event_flags_create, TX_SUCCESS, &group, "group");
    CALL(tx_block_pool_create, TX_SUCCESS, &blocks, "blocks", 4, block_area, sizeof block_area);
    CALL(tx_byte_pool_create, TX_SUCCESS, &bytes, "bytes", byte_area, sizeof byte_area);
    completed = started("completed", nothing, 1);
    ended = worker("ended", nothing, 10, 10);
    suspended = worker("suspended", nothing, 10, 10);
    refuse();
}

/* No thread waits any more, and nothing was taken or given. */
static void check_objects(void)
{
    EQUAL(0, empty.tx_queue_suspended_count + full.tx_queue_suspended_count);
    EQUAL(0, empty.tx_queue_enqueued);
    EQUAL(1, full.tx_queue_enqueued);
    EQUAL(0, semaphore.tx_semaphore_suspended_count + semaphore.tx_semaphore_count);
    EQUAL(0, mutex.tx_mutex_suspended_count);
    EQUAL(1, mutex.tx_mutex_ownership_count);
    EQUAL(0, group.tx_event_flags_group_suspended_count);
    EQUAL(0, blocks.tx_block_pool_suspended_count + bytes.tx_byte_pool_suspended_count);
}

/* Take everything for which the threads wait. */
static void take_all(void)
{
    ULONG message = 1;
    VOID *memory;

    CALL(tx_queue_send, TX_SUCCESS, &full, &message, TX_NO_WAIT);
    CALL(tx_mutex_get, TX_SUCCESS, &mutex, TX_NO_WAIT);
    while (tx_block_allocate(&blocks, &memory, TX_NO_WAIT) == TX_SUCCESS) {
    }
    CALL(tx_byte_allocate, TX_SUCCESS, &bytes, &memory, 180, TX_NO_WAIT);
}

void program_main(void)
{
    void (*const ways[])(void (*)(void)) = {in_interrupt, in_callback};

    CALL(tx_thread_terminate, TX_SUCCESS, ended);
    in_each(refuse);
    take_all();
    for (kind = 0; kind < sizeof waits / sizeof waits[0]; kind++) {
        target = started("target", wait_in_vain, 10);
        abort_wait();
        retire(target);
        for (UINT way = 0; way < 2; way++) {
            target = started("target", wait_in_vain, 10);
            ways[way](abort_wait);
            retire(target);
        }
        told("aborted aborted aborted");
        check_objects();
    }
}
