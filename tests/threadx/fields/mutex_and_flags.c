/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: the fields of mutexes and event flags groups that applications read are right at every
 * moment: while threads wait, time out, are aborted and served.
 */
#include "suite.h"

static TX_MUTEX mutex, next_mutex;
static TX_EVENT_FLAGS_GROUP group, next_group;

static VOID lock(ULONG input)
{
    (void)input;
    (void)tx_mutex_get(&mutex, 4);
}

static VOID lock_and_keep(ULONG input)
{
    (void)input;
    (void)tx_mutex_get(&mutex, TX_WAIT_FOREVER);
    (void)tx_thread_suspend(tx_thread_identify());
}

static VOID want_flags(ULONG input)
{
    ULONG actual;

    (void)input;
    (void)tx_event_flags_get(&group, 6, TX_AND_CLEAR, &actual, 4);
}

static void mutex_is(ULONG count, TX_THREAD *owner, ULONG suspended, TX_THREAD *first)
{
    EQUAL(count, mutex.tx_mutex_ownership_count);
    EQUAL(owner, mutex.tx_mutex_owner);
    EQUAL(suspended, mutex.tx_mutex_suspended_count);
    EQUAL(first, mutex.tx_mutex_suspension_list);
}

static void group_is(ULONG flags, ULONG suspended)
{
    EQUAL(flags, group.tx_event_flags_group_current);
    EQUAL(suspended, group.tx_event_flags_group_suspended_count);
}

static void set_in_interrupt(void)
{
    EQUAL(TX_SUCCESS, tx_event_flags_set(&group, 7, TX_OR));
    group_is(1, 0);
}

void program_define(VOID *first_unused_memory)
{
    (void)first_unused_memory;
    EQUAL(TX_SUCCESS, tx_mutex_create(&mutex, "mutex", TX_NO_INHERIT));
    mutex_is(0, TX_NULL, 0, TX_NULL);
    EQUAL(&mutex, mutex.tx_mutex_created_next);
    EQUAL(TX_SUCCESS, tx_event_flags_create(&group, "group"));
    group_is(0, 0);
}

static void created_lists(void)
{
    EQUAL(TX_SUCCESS, tx_mutex_create(&next_mutex, "next", TX_INHERIT));
    EQUAL(mutex.tx_mutex_id, next_mutex.tx_mutex_id);
    CHECK(mutex.tx_mutex_id != 0);
    EQUAL(&next_mutex, mutex.tx_mutex_created_next);
    EQUAL(&mutex, next_mutex.tx_mutex_created_next);
    EQUAL(TX_SUCCESS, tx_mutex_delete(&next_mutex));
    EQUAL(0, next_mutex.tx_mutex_id);
    EQUAL(&mutex, mutex.tx_mutex_created_next);

    EQUAL(TX_SUCCESS, tx_event_flags_create(&next_group, "next"));
    EQUAL(group.tx_event_flags_group_id, next_group.tx_event_flags_group_id);
    CHECK(group.tx_event_flags_group_id != 0);
    EQUAL(TX_SUCCESS, tx_event_flags_delete(&next_group));
    EQUAL(0, next_group.tx_event_flags_group_id);
}

static void owners(void)
{
    TX_THREAD *self = tx_thread_identify(), *a, *b;

    EQUAL(TX_SUCCESS, tx_mutex_get(&mutex, TX_NO_WAIT));
    mutex_is(1, self, 0, TX_NULL);
    EQUAL(TX_SUCCESS, tx_mutex_get(&mutex, TX_NO_WAIT));
    mutex_is(2, self, 0, TX_NULL);
    a = started("a", lock, 10);
    b = started("b", lock_and_keep, 8);
    mutex_is(2, self, 2, a);
    EQUAL(b, a->tx_thread_suspended_next);
    (void)tx_thread_sleep(5);
    mutex_is(2, self, 1, b); /* a has timed out */
    EQUAL(TX_SUCCESS, tx_mutex_put(&mutex));
    mutex_is(1, self, 1, b);
    EQUAL(TX_SUCCESS, tx_mutex_put(&mutex));
    mutex_is(1, b, 0, TX_NULL);
    EQUAL(TX_SUCCESS, tx_thread_terminate(b));
    mutex_is(0, TX_NULL, 0, TX_NULL);
    retire_all();
}

static void leave(void)
{
    TX_THREAD *self = tx_thread_identify(), *a, *b;

    EQUAL(TX_SUCCESS, tx_mutex_get(&mutex, TX_NO_WAIT));
    a = started("a", lock, 10);
    b = started("b", lock_and_keep, 8);
    EQUAL(TX_SUCCESS, tx_mutex_prioritize(&mutex));
    mutex_is(1, self, 2, b);
    EQUAL(TX_SUCCESS, tx_thread_wait_abort(b));
    mutex_is(1, self, 1, a);
    EQUAL(TX_SUCCESS, tx_thread_terminate(a));
    mutex_is(1, self, 0, TX_NULL);
    EQUAL(TX_SUCCESS, tx_mutex_put(&mutex));
    retire_all();
}

static void waiters_for_flags(void)
{
    TX_THREAD *a;

    a = started("a", want_flags, 10);
    group_is(0, 1);
    EQUAL(a, group.tx_event_flags_group_suspension_list);
    EQUAL(TX_SUCCESS, tx_event_flags_set(&group, 2, TX_OR));
    group_is(2, 1);
    (void)tx_thread_sleep(5);
    group_is(2, 0);
    retire_all();
    a = started("a", want_flags, 10);
    EQUAL(TX_SUCCESS, tx_thread_wait_abort(a));
    group_is(2, 0);
    retire_all();
    a = started("a", want_flags, 10);
    in_interrupt(set_in_interrupt);
    group_is(1, 0);
    EQUAL(TX_COMPLETED, state_of(a));
    EQUAL(TX_SUCCESS, tx_event_flags_set(&group, 0, TX_AND));
    group_is(0, 0);
    retire_all();
    a = started("a", want_flags, 10);
    EQUAL(TX_SUCCESS, tx_thread_terminate(a));
    group_is(0, 0);
    retire_all();
}

void program_main(void)
{
    created_lists();
    owners();
    leave();
    waiters_for_flags();
}
