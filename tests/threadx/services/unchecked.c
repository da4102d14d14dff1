/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: in an application that is built without error checking, all legal calls work in the same
 * way.
 */
#define TX_DISABLE_ERROR_CHECKING
#include "suite.h"

static TX_QUEUE queue;
static TX_SEMAPHORE semaphore;
static TX_MUTEX mutex;
static TX_EVENT_FLAGS_GROUP group;
static TX_BLOCK_POOL blocks;
static TX_BYTE_POOL bytes;
static TX_TIMER timer;
static ULONG area[4], block_area[16], byte_area[64];
static UINT expirations;

static VOID expire(ULONG input)
{
    expirations += input;
}

static VOID answer(ULONG input)
{
    ULONG message;

    (void)input;
    CALL(tx_queue_receive, TX_SUCCESS, &queue, &message, TX_WAIT_FOREVER);
    EQUAL(5, message);
    CALL(tx_semaphore_put, TX_SUCCESS, &semaphore);
}

void program_define(VOID *first_unused_memory)
{
    (void)first_unused_memory;
    CALL(tx_queue_create, TX_SUCCESS, &queue, "queue", 1, area, sizeof area);
    CALL(tx_semaphore_create, TX_SUCCESS, &semaphore, "semaphore", 0);
    CALL(tx_mutex_create, TX_SUCCESS, &mutex, "mutex", TX_INHERIT);
    CALL(tx_event_flags_create, TX_SUCCESS, &group, "group");
    CALL(tx_block_pool_create, TX_SUCCESS, &blocks, "blocks", 8, block_area, sizeof block_area);
    CALL(tx_byte_pool_create, TX_SUCCESS, &bytes, "bytes", byte_area, sizeof byte_area);
    CALL(tx_timer_create, TX_SUCCESS, &timer, "timer", expire, 1, 2, 2, TX_AUTO_ACTIVATE);
}

/* A size that overflows 32 bits together with its head is not taken for a small one. */
static void want_too_much(void)
{
    VOID *memory = &memory;

    for (ULONG less = 1; less <= 32; less++) {
        CALL(tx_byte_allocate, TX_NO_MEMORY, &bytes, &memory, (ULONG)0 - less, TX_NO_WAIT);
        EQUAL(TX_NULL, memory);
    }
}

void program_main(void)
{
    TX_THREAD *thread = started("answer", answer, 20);
    ULONG message = 5, flags;
    VOID *memory;
    UINT old;

    CALL(tx_queue_send, TX_SUCCESS, &queue, &message, TX_NO_WAIT);
    CALL(tx_semaphore_get, TX_SUCCESS, &semaphore, 5);
    CALL(tx_semaphore_get, TX_NO_INSTANCE, &semaphore, TX_NO_WAIT);
    CALL(tx_mutex_get, TX_SUCCESS, &mutex, TX_WAIT_FOREVER);
    CALL(tx_mutex_put, TX_SUCCESS, &mutex);
    CALL(tx_event_flags_set, TX_SUCCESS, &group, 3, TX_OR);
    CALL(tx_event_flags_get, TX_SUCCESS, &group, 1, TX_AND_CLEAR, &flags, TX_NO_WAIT);
    EQUAL(3, flags);
    want_too_much();
    CALL(tx_block_allocate, TX_SUCCESS, &blocks, &memory, TX_NO_WAIT);
    CALL(tx_block_release, TX_SUCCESS, memory);
    CALL(tx_byte_allocate, TX_SUCCESS, &bytes, &memory, 50, TX_NO_WAIT);
    CALL(tx_byte_release, TX_SUCCESS, memory);
    CALL(tx_thread_preemption_change, TX_SUCCESS, tx_thread_identify(), 3, &old);
    EQUAL(MAIN_PRIORITY, old);
    CALL(tx_thread_sleep, TX_SUCCESS, 5);
    EQUAL(2, expirations);
    EQUAL(TX_COMPLETED, state_of(thread));
    CALL(tx_timer_delete, TX_SUCCESS, &timer);
    CALL(tx_queue_delete, TX_SUCCESS, &queue);
    CALL(tx_thread_delete, TX_SUCCESS, thread);
}
