/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: the thread that gets a mutex next, and the priorities: hand-over in the order of arrival or
 * of urgency, inheritance and its end, timeouts, owners that end, mutexes that are deleted.
 */
#include "suite.h"

static TX_MUTEX plain, inherit;
static TX_MUTEX *mutex;

static VOID take_a(ULONG input)
{
    TX_MUTEX *mine = mutex;

    (void)input;
    CALL(tx_mutex_get, TX_SUCCESS, mine, TX_WAIT_FOREVER);
    say("a");
    CALL(tx_mutex_put, TX_SUCCESS, mine);
}

static VOID take_b(ULONG input)
{
    TX_MUTEX *mine = mutex;

    (void)input;
    CALL(tx_mutex_get, TX_SUCCESS, mine, 100);
    say("b");
    CALL(tx_mutex_put, TX_SUCCESS, mine);
}

static VOID take_c(ULONG input)
{
    TX_MUTEX *mine = mutex;

    (void)input;
    CALL(tx_mutex_get, TX_SUCCESS, mine, 100);
    say("c");
    CALL(tx_mutex_put, TX_SUCCESS, mine);
}

static VOID take_in_vain(ULONG input)
{
    (void)input;
    CALL(tx_mutex_get, TX_NOT_AVAILABLE, mutex, 3);
    say("in-vain");
}

static VOID wait_for_deletion(ULONG input)
{
    (void)input;
    CALL(tx_mutex_get, TX_DELETED, mutex, TX_WAIT_FOREVER);
    say("deleted");
}

static VOID take_both_and_end(ULONG input)
{
    (void)input;
    CALL(tx_mutex_get, TX_SUCCESS, &plain, TX_WAIT_FOREVER);
    CALL(tx_mutex_get, TX_SUCCESS, &plain, TX_WAIT_FOREVER);
    CALL(tx_mutex_get, TX_SUCCESS, &inherit, TX_WAIT_FOREVER);
    CALL(tx_thread_sleep, TX_SUCCESS, 2);
}

static void main_has(UINT priority)
{
    EQUAL(priority, tx_thread_identify()->tx_thread_priority);
}

void program_define(VOID *first_unused_memory)
{
    (void)first_unused_memory;
    CALL(tx_mutex_create, TX_SUCCESS, &plain, "plain", TX_NO_INHERIT);
    CALL(tx_mutex_create, TX_SUCCESS, &inherit, "inherit", TX_INHERIT);
}

static void start_three(void)
{
    CALL(tx_mutex_get, TX_SUCCESS, mutex, TX_NO_WAIT);
    CALL(tx_mutex_get, TX_SUCCESS, mutex, TX_WAIT_FOREVER);
    started("a", take_a, 12);
    started("b", take_b, 8);
    started("c", take_c, 8);
    CALL(tx_thread_sleep, TX_SUCCESS, 1); /* inheritance may have held c off */
    EQUAL(3, mutex->tx_mutex_suspended_count);
}

/* Only the last put of the owner hands the mutex over. */
static void hand_over(const char *order)
{
    CALL(tx_mutex_put, TX_SUCCESS, mutex);
    told("");
    CALL(tx_mutex_put, TX_SUCCESS, mutex);
    suite_told(__FILE__, __LINE__, order);
#ifndef TX_DISABLE_ERROR_CHECKING
    CALL(tx_mutex_put, TX_NOT_OWNED, mutex);
#endif
    EQUAL(0, mutex->tx_mutex_ownership_count);
    retire_all();
}

static void hand_over_by_arrival(void)
{
    mutex = &plain;
    start_three();
    main_has(MAIN_PRIORITY);
    hand_over("a b c");
}

static void hand_over_by_urgency(void)
{
    mutex = &inherit;
    start_three();
    main_has(8);
    CALL(tx_mutex_put, TX_SUCCESS, mutex);
    main_has(8); /* still owned */
    CALL(tx_mutex_get, TX_SUCCESS, mutex, TX_NO_WAIT);
    hand_over("b c a");
    main_has(MAIN_PRIORITY);
}

/* Limen gives the priority back when the waiter gives up; ThreadX keeps it until the put (Q6). */
static void time_out(void)
{
    ULONG before = tx_time_get();

    mutex = &inherit;
    CALL(tx_mutex_get, TX_SUCCESS, mutex, TX_NO_WAIT);
    started("waiter", take_in_vain, 8);
    main_has(8);
    CALL(tx_thread_sleep, TX_SUCCESS, 4);
    told("in-vain");
    EQUAL(4, tx_time_get() - before);
    main_has(MAIN_PRIORITY);
    EQUAL(0, mutex->tx_mutex_suspended_count);
    CALL(tx_mutex_put, TX_SUCCESS, mutex);
    retire_all();
}

/* Each of two mutexes with inheritance gives its own part of the priority. */
static void own_two(void)
{
    TX_MUTEX other = {0};

    CALL(tx_mutex_create, TX_SUCCESS, &other, "other", TX_INHERIT);
    CALL(tx_mutex_get, TX_SUCCESS, &other, TX_NO_WAIT);
    CALL(tx_mutex_get, TX_SUCCESS, &inherit, TX_NO_WAIT);
    mutex = &other;
    started("a", take_a, 8);
    mutex = &inherit;
    main_has(8);
    started("b", take_b, 4);
    main_has(4);
    CALL(tx_mutex_put, TX_SUCCESS, &inherit);
    told("b");
    main_has(8);
    mutex = &other;
    CALL(tx_mutex_put, TX_SUCCESS, &other);
    told("a");
    main_has(MAIN_PRIORITY);
    CALL(tx_mutex_delete, TX_SUCCESS, &other);
    retire_all();
}

/* A thread that completes or is terminated gives up all mutexes, even if it got them several
 * times. */
static void owner_ends(void)
{
    TX_THREAD *owner;

    for (UINT round = 0; round < 2; round++) {
        owner = started("owner", take_both_and_end, 10);
        mutex = &plain;
        started("a", take_a, 12);
        mutex = &inherit;
        started("b", take_b, 8);
        mutex = &plain;
        if (round == 0) {
            CALL(tx_thread_sleep, TX_SUCCESS, 3);
            EQUAL(TX_COMPLETED, state_of(owner));
        } else {
            CALL(tx_thread_terminate, TX_SUCCESS, owner);
        }
        EQUAL(TX_NULL, plain.tx_mutex_owner);
        EQUAL(TX_NULL, inherit.tx_mutex_owner);
        retire_all();
    }
}

static void delete_object(void)
{
    mutex = &inherit;
    CALL(tx_mutex_get, TX_SUCCESS, mutex, TX_NO_WAIT);
    started("a", wait_for_deletion, 12);
    started("b", wait_for_deletion, 8);
    main_has(8);
    CALL(tx_mutex_delete, TX_SUCCESS, mutex);
    told("deleted deleted");
    main_has(MAIN_PRIORITY);
}

void program_main(void)
{
    hand_over_by_arrival();
    hand_over_by_urgency();
    time_out();
    own_two();
    owner_ends();
    told("b a b a");
    delete_object();
}
