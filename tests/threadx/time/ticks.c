/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: waits are counted in ticks: a wait of n ticks ends with the n-th tick, if it begins right
 * after a tick or later within one; waits do not drift.
 */
#include "suite.h"

static TX_QUEUE queue;
static TX_SEMAPHORE semaphore;
static TX_MUTEX mutex;
static TX_EVENT_FLAGS_GROUP group;
static TX_BLOCK_POOL blocks;
static TX_BYTE_POOL bytes;
static ULONG queue_area[1];
static ULONG64 block_area[2], byte_area[32];
static ULONG wakes[3][4];

static VOID keep_mutex(ULONG input)
{
    (void)input;
    EQUAL(TX_SUCCESS, tx_mutex_get(&mutex, TX_NO_WAIT));
    (void)tx_thread_suspend(tx_thread_identify());
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

/* One wait of each kind, for so many ticks; the objects have nothing to give. */
static void wait_for_all(ULONG ticks)
{
    ULONG start = tx_time_get(), value;
    VOID *memory;

    EQUAL(TX_SUCCESS, tx_thread_sleep(ticks));
    EQUAL(ticks, tx_time_get() - start);
    EQUAL(TX_QUEUE_EMPTY, tx_queue_receive(&queue, &value, ticks));
    EQUAL(2 * ticks, tx_time_get() - start);
    EQUAL(TX_NO_INSTANCE, tx_semaphore_get(&semaphore, ticks));
    EQUAL(3 * ticks, tx_time_get() - start);
    EQUAL(TX_NOT_AVAILABLE, tx_mutex_get(&mutex, ticks));
    EQUAL(4 * ticks, tx_time_get() - start);
    EQUAL(TX_NO_EVENTS, tx_event_flags_get(&group, 1, TX_OR, &value, ticks));
    EQUAL(5 * ticks, tx_time_get() - start);
    EQUAL(TX_NO_MEMORY, tx_block_allocate(&blocks, &memory, ticks));
    EQUAL(6 * ticks, tx_time_get() - start);
    EQUAL(TX_NO_MEMORY, tx_byte_allocate(&bytes, &memory, 180, ticks));
    EQUAL(7 * ticks, tx_time_get() - start);
}

/* In the middle of a tick: its rest counts as the first tick. */
static void wait_from_the_middle(void)
{
    ULONG start;

    for (ULONG percent = 10; percent < 100; percent += 40) {
        EQUAL(TX_SUCCESS, tx_thread_sleep(1));
        start = tx_time_get();
        spend_part(percent);
        EQUAL(TX_SUCCESS, tx_thread_sleep(1));
        EQUAL(1, tx_time_get() - start);
        spend_part(percent);
        EQUAL(TX_NO_INSTANCE, tx_semaphore_get(&semaphore, 3));
        EQUAL(4, tx_time_get() - start);
    }
}

static void wake_periodically(UINT who, ULONG period)
{
    for (UINT i = 0; i < 4; i++) {
        EQUAL(TX_SUCCESS, tx_thread_sleep(period));
        wakes[who][i] = tx_time_get();
        spend_part(20); /* that is less than a tick, and delays no thread */
    }
}

static VOID each_second_tick(ULONG input)
{
    (void)input;
    wake_periodically(0, 2);
}

static VOID each_third_tick(ULONG input)
{
    (void)input;
    wake_periodically(1, 3);
}

static VOID each_tick(ULONG input)
{
    (void)input;
    wake_periodically(2, 1);
}

static void no_drift(void)
{
    ULONG start;

    EQUAL(TX_SUCCESS, tx_thread_sleep(1));
    start = tx_time_get();
    (void)started("second", each_second_tick, 8);
    (void)started("third", each_third_tick, 9);
    (void)started("each", each_tick, 10);
    EQUAL(TX_SUCCESS, tx_thread_sleep(20));
    for (UINT i = 0; i < 4; i++) {
        EQUAL(2 * (i + 1), wakes[0][i] - start);
        EQUAL(3 * (i + 1), wakes[1][i] - start);
        EQUAL(i + 1, wakes[2][i] - start);
    }
    retire_all();
}

static VOID say_name(ULONG input)
{
    ULONG start = tx_time_get();

    (void)input;
    EQUAL(TX_SUCCESS, tx_thread_sleep(2));
    say(tx_thread_identify()->tx_thread_name);
    EQUAL(2, tx_time_get() - start);
}

/* Waits that end with the same tick: the most urgent thread first, equals in the order of their
 * waits. */
static void same_tick(void)
{
    EQUAL(TX_SUCCESS, tx_thread_sleep(1));
    (void)started("a", say_name, 12);
    (void)started("b", say_name, 8);
    (void)started("c", say_name, 12);
    EQUAL(TX_SUCCESS, tx_thread_sleep(4));
    told("b a c");
    retire_all();
}

static VOID stay_urgent(ULONG input)
{
    (void)input;
    EQUAL(TX_SUCCESS, tx_thread_sleep(2));
    spend(9);
    say("urgent");
}

static VOID wake_late(ULONG input)
{
    ULONG start = tx_time_get();

    (void)input;
    EQUAL(TX_SUCCESS, tx_thread_sleep(4));
    EQUAL(11, tx_time_get() - start); /* it was due at 4 and held off until 11 */
    EQUAL(TX_SUCCESS, tx_thread_sleep(2));
    EQUAL(13, tx_time_get() - start);
    say("late");
}

static VOID wake_in_time(ULONG input)
{
    ULONG start = tx_time_get();

    (void)input;
    EQUAL(TX_SUCCESS, tx_thread_sleep(12));
    EQUAL(12, tx_time_get() - start);
    say("in-time");
}

/* Q8: in ThreadX a thread that is not preempted takes ticks from all that wait; here no tick is
 * lost. */
static void lose_no_ticks(void)
{
    TX_THREAD *urgent = worker("urgent", stay_urgent, 10, 0);

    EQUAL(TX_SUCCESS, tx_thread_sleep(1));
    EQUAL(TX_SUCCESS, tx_thread_resume(urgent));
    (void)started("late", wake_late, 5);
    (void)started("in-time", wake_in_time, 6);
    EQUAL(TX_SUCCESS, tx_thread_sleep(20));
    told("urgent in-time late");
    retire_all();
}

void program_main(void)
{
    ULONG message = 1;
    VOID *memory;

    (void)started("keeper", keep_mutex, 10);
    EQUAL(TX_SUCCESS, tx_block_allocate(&blocks, &memory, TX_NO_WAIT));
    EQUAL(TX_SUCCESS, tx_byte_allocate(&bytes, &memory, 180, TX_NO_WAIT));
    EQUAL(TX_SUCCESS, tx_thread_sleep(1));
    wait_for_all(1);
    wait_for_all(5);
    wait_for_all(300);
    EQUAL(TX_SUCCESS, tx_queue_send(&queue, &message, TX_NO_WAIT));
    EQUAL(TX_QUEUE_FULL, tx_queue_send(&queue, &message, 2));
    wait_from_the_middle();
    retire_all();
    no_drift();
    same_tick();
    lose_no_ticks();
    EQUAL(100, TX_TIMER_TICKS_PER_SECOND);
}
