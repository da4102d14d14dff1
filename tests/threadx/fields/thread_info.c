/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: in each state of a thread, tx_thread_info_get and the fields of the control block agree,
 * and the neighbour is the next thread of the wait list.
 */
#include "suite.h"

static TX_QUEUE queue;
static TX_SEMAPHORE semaphore;
static TX_MUTEX mutex;
static TX_EVENT_FLAGS_GROUP flags;
static TX_BLOCK_POOL blocks;
static TX_BYTE_POOL bytes;
static ULONG queue_area[1];
static ULONG64 block_area[2], byte_area[32];
static UINT state_to_reach;

static VOID reach_state(ULONG input)
{
    ULONG word;
    VOID *memory;

    (void)input;
    switch (state_to_reach) {
    case TX_SLEEP:
        (void)tx_thread_sleep(1000);
        break;
    case TX_QUEUE_SUSP:
        (void)tx_queue_receive(&queue, &word, TX_WAIT_FOREVER);
        break;
    case TX_SEMAPHORE_SUSP:
        (void)tx_semaphore_get(&semaphore, 1000);
        break;
    case TX_EVENT_FLAG:
        (void)tx_event_flags_get(&flags, 1, TX_AND, &word, TX_WAIT_FOREVER);
        break;
    case TX_BLOCK_MEMORY:
        (void)tx_block_allocate(&blocks, &memory, TX_WAIT_FOREVER);
        break;
    case TX_BYTE_MEMORY:
        (void)tx_byte_allocate(&bytes, &memory, 180, 1000);
        break;
    case TX_MUTEX_SUSP:
        (void)tx_mutex_get(&mutex, TX_WAIT_FOREVER);
        break;
    case TX_SUSPENDED:
        (void)tx_thread_suspend(tx_thread_identify());
        break;
    case TX_TERMINATED:
        (void)tx_thread_terminate(tx_thread_identify());
        break;
    default: /* TX_COMPLETED */
        break;
    }
}

void program_define(VOID *first_unused_memory)
{
    (void)first_unused_memory;
    CALL(tx_queue_create, TX_SUCCESS, &queue, "queue", 1, queue_area, sizeof queue_area);
    CALL(tx_semaphore_create, TX_SUCCESS, &semaphore, "semaphore", 0);
    CALL(tx_mutex_create, TX_SUCCESS, &mutex, "mutex", TX_INHERIT);
    CALL(tx_event_flags_create, TX_SUCCESS, &flags, "flags");
    CALL(tx_block_pool_create, TX_SUCCESS, &blocks, "blocks", 8, block_area, sizeof block_area);
    CALL(tx_byte_pool_create, TX_SUCCESS, &bytes, "bytes", byte_area, sizeof byte_area);
}

/* neighbour: the next thread in the wait list. */
static void agree(TX_THREAD *thread, UINT state, const TX_THREAD *neighbour)
{
    CHAR *name = TX_NULL;
    UINT told_state = 99, priority = 99, threshold = 99;
    ULONG runs = 99, slice = 99;
    TX_THREAD *next = TX_NULL, *next_suspended = TX_NULL;

    CALL(tx_thread_info_get, TX_SUCCESS, thread, &name, &told_state, &runs, &priority, &threshold,
         &slice, &next, &next_suspended);
    EQUAL(state, told_state);
    EQUAL(state, thread->tx_thread_state);
    EQUAL(thread->tx_thread_name, name);
    EQUAL(thread->tx_thread_run_count, runs);
    EQUAL(thread->tx_thread_user_priority, priority);
    EQUAL(thread->tx_thread_user_preempt_threshold, threshold);
    EQUAL(thread->tx_thread_time_slice, slice);
    EQUAL(thread->tx_thread_created_next, next);
    EQUAL(thread, next->tx_thread_created_previous);
    EQUAL(neighbour, next_suspended);
    if (neighbour != TX_NULL) {
        EQUAL(neighbour, thread->tx_thread_suspended_next);
        EQUAL(thread, neighbour->tx_thread_suspended_previous);
    }
}

static int has_list(UINT state)
{
    return (state >= TX_QUEUE_SUSP && state <= TX_BYTE_MEMORY) || state == TX_MUTEX_SUSP;
}

static void see(UINT state)
{
    TX_THREAD *a, *b;

    state_to_reach = state;
    a = started("a", reach_state, 12);
    agree(a, state, has_list(state) ? a : TX_NULL);
    b = started("b", reach_state, 10);
    agree(a, state, has_list(state) ? b : TX_NULL);
    agree(b, state, has_list(state) ? a : TX_NULL);
    retire_all();
}

static void see_ready(void)
{
    TX_THREAD *low = started("low", reach_state, 20);

    agree(low, TX_READY, TX_NULL);
    agree(tx_thread_identify(), TX_READY, TX_NULL);
    retire_all();
}

void program_main(void)
{
    VOID *memory;

    CALL(tx_mutex_get, TX_SUCCESS, &mutex, TX_NO_WAIT);
    CALL(tx_block_allocate, TX_SUCCESS, &blocks, &memory, TX_NO_WAIT);
    CALL(tx_byte_allocate, TX_SUCCESS, &bytes, &memory, 180, TX_NO_WAIT);
    see_ready();
    for (UINT state = TX_COMPLETED; state <= TX_MUTEX_SUSP; state++) {
        if (state != TX_IO_DRIVER && state != TX_FILE && state != TX_TCP_IP) {
            see(state);
        }
    }
}
