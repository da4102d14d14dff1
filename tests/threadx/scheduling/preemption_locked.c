/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: while ThreadX's preemption lock is held, no other thread runs and no thread waits. Waits
 * return at once, and a thread can neither suspend itself nor sleep. More urgent threads run when
 * the lock is free again.
 *
 * Applications take the lock by counting _tx_thread_preempt_disable, as parts of ThreadX do.
 */
#include "suite.h"
#include "tx_thread.h"

static TX_QUEUE queue;
static TX_SEMAPHORE semaphore;
static TX_MUTEX mutex;
static TX_EVENT_FLAGS_GROUP group;
static TX_BLOCK_POOL blocks;
static TX_BYTE_POOL bytes;
static ULONG queue_area[1];
static ULONG64 block_area[2], byte_area[32];

static VOID keep_mutex(ULONG input)
{
    (void)input;
    EQUAL(TX_SUCCESS, tx_mutex_get(&mutex, TX_NO_WAIT));
    (void)tx_thread_suspend(tx_thread_identify());
}

static VOID say_name(ULONG input)
{
    (void)input;
    say(tx_thread_identify()->tx_thread_name);
}

static void lock(void)
{
    UINT posture = tx_interrupt_control(TX_INT_DISABLE);

    _tx_thread_preempt_disable++;
    (void)tx_interrupt_control(posture);
}

static void unlock(void)
{
    UINT posture = tx_interrupt_control(TX_INT_DISABLE);

    _tx_thread_preempt_disable--;
    (void)tx_interrupt_control(posture);
    _tx_thread_system_preempt_check();
}

void program_define(VOID *first_unused_memory)
{
    (void)first_unused_memory;
    EQUAL(TX_SUCCESS, tx_queue_create(&queue, "queue", 1, queue_area, sizeof queue_area));
    EQUAL(TX_SUCCESS, tx_semaphore_create(&semaphore, "semaphore", 0));
    EQUAL(TX_SUCCESS, tx_mutex_create(&mutex, "mutex", TX_INHERIT));
    EQUAL(TX_SUCCESS, tx_event_flags_create(&group, "group"));
    EQUAL(TX_SUCCESS, tx_block_pool_create(&blocks, "blocks", 8, block_area, sizeof block_area));
    EQUAL(TX_SUCCESS, tx_byte_pool_create(&bytes, "bytes", byte_area, sizeof byte_area));
}

static void wait_for_nothing(void)
{
    ULONG value = 1, before = tx_time_get();
    VOID *memory;

    EQUAL(TX_CALLER_ERROR, tx_thread_sleep(5));
    EQUAL(TX_SUSPEND_ERROR, tx_thread_suspend(tx_thread_identify()));
    EQUAL(TX_QUEUE_EMPTY, tx_queue_receive(&queue, &value, TX_WAIT_FOREVER));
    EQUAL(TX_SUCCESS, tx_queue_send(&queue, &value, TX_WAIT_FOREVER));
    EQUAL(TX_QUEUE_FULL, tx_queue_send(&queue, &value, TX_WAIT_FOREVER));
    EQUAL(TX_QUEUE_FULL, tx_queue_front_send(&queue, &value, 5));
    EQUAL(TX_NO_INSTANCE, tx_semaphore_get(&semaphore, TX_WAIT_FOREVER));
    EQUAL(TX_NOT_AVAILABLE, tx_mutex_get(&mutex, 5));
    EQUAL(TX_NO_EVENTS, tx_event_flags_get(&group, 1, TX_OR, &value, TX_WAIT_FOREVER));
    EQUAL(TX_NO_MEMORY, tx_block_allocate(&blocks, &memory, 5));
    EQUAL(TX_NO_MEMORY, tx_byte_allocate(&bytes, &memory, 180, TX_WAIT_FOREVER));
    EQUAL(0, tx_time_get() - before);
}

static void hold_off(void)
{
    lock();
    (void)started("a", say_name, 12);
    (void)started("b", say_name, 8);
    told("");
    lock(); /* it nests */
    unlock();
    told("");
    unlock();
    told("b a");
    retire_all();
}

void program_main(void)
{
    VOID *memory;

    (void)started("keeper", keep_mutex, 10);
    EQUAL(TX_SUCCESS, tx_block_allocate(&blocks, &memory, TX_NO_WAIT));
    EQUAL(TX_SUCCESS, tx_byte_allocate(&bytes, &memory, 180, TX_NO_WAIT));
    lock();
    wait_for_nothing();
    unlock();
    retire_all();
    hold_off();
    EQUAL(TX_SUCCESS, tx_thread_sleep(1)); /* as ever */
}
