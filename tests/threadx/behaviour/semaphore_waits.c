/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: the threads that wait for a semaphore, their order and their results: puts from each
 * context, the ceiling that waiters bypass, timeouts, notification, deletion.
 */
#include "suite.h"
#include <string.h>

static TX_SEMAPHORE semaphore;

static VOID take_a(ULONG input)
{
    (void)input;
    CALL(tx_semaphore_get, TX_SUCCESS, &semaphore, TX_WAIT_FOREVER);
    say("a");
}

static VOID take_b(ULONG input)
{
    (void)input;
    CALL(tx_semaphore_get, TX_SUCCESS, &semaphore, 100);
    say("b");
}

static VOID take_until_deletion(ULONG input)
{
    (void)input;
    CALL(tx_semaphore_get, TX_DELETED, &semaphore, 100);
    say("deleted");
}

static VOID take_and_silence(ULONG input)
{
    (void)input;
    CALL(tx_semaphore_get, TX_SUCCESS, &semaphore, TX_WAIT_FOREVER);
    CALL(tx_semaphore_put_notify, TX_SUCCESS, &semaphore, TX_NULL);
    say("silent");
}

static VOID take_and_delete(ULONG input)
{
    (void)input;
    CALL(tx_semaphore_get, TX_SUCCESS, &semaphore, TX_WAIT_FOREVER);
    CALL(tx_semaphore_delete, TX_SUCCESS, &semaphore);
    memset(&semaphore, 0xFF, sizeof semaphore);
    say("gone");
}

static void put(void)
{
    CALL(tx_semaphore_put, TX_SUCCESS, &semaphore);
}

static void notify(TX_SEMAPHORE *told_of)
{
    EQUAL(&semaphore, told_of);
    say("notify");
}

static void create(void)
{
    CALL(tx_semaphore_create, TX_SUCCESS, &semaphore, "semaphore", 0);
}

void program_define(VOID *first_unused_memory)
{
    (void)first_unused_memory;
    create();
}

/* In the order of arrival, regardless of their priorities; a put for a waiter does not change the
 * count. */
static void wait_in_line(void)
{
    started("a", take_a, 12);
    started("b", take_b, 8);
    EQUAL(2, semaphore.tx_semaphore_suspended_count);
    put();
    told("a");
    in_interrupt(put);
    told("b");
    EQUAL(0, semaphore.tx_semaphore_count);
    retire_all();
    started("a", take_a, 12);
    in_callback(put);
    told("a");
    EQUAL(0, semaphore.tx_semaphore_count);
    retire_all();
}

static void bypass_ceiling(void)
{
    started("a", take_a, 12);
    started("b", take_b, 12);
    CALL(tx_semaphore_ceiling_put, TX_SUCCESS, &semaphore, 1);
    CALL(tx_semaphore_ceiling_put, TX_SUCCESS, &semaphore, 1);
    told("a b");
    CALL(tx_semaphore_ceiling_put, TX_SUCCESS, &semaphore, 1);
    CALL(tx_semaphore_ceiling_put, TX_CEILING_EXCEEDED, &semaphore, 1);
    CALL(tx_semaphore_get, TX_SUCCESS, &semaphore, 5);
    retire_all();
}

static void time_out(void)
{
    ULONG before = tx_time_get();

    CALL(tx_semaphore_get, TX_NO_INSTANCE, &semaphore, 4);
    EQUAL(4, tx_time_get() - before);
    EQUAL(0, semaphore.tx_semaphore_suspended_count);
    put();
    EQUAL(1, semaphore.tx_semaphore_count);
    CALL(tx_semaphore_get, TX_SUCCESS, &semaphore, 4);
    EQUAL(4, tx_time_get() - before);
}

/* After each put that succeeds, in the context of the caller: after a waiter that preempts. */
static void notify_of_puts(void)
{
    CALL(tx_semaphore_put_notify, TX_SUCCESS, &semaphore, notify);
    put();
    told("notify");
    CALL(tx_semaphore_ceiling_put, TX_CEILING_EXCEEDED, &semaphore, 1);
    told("");
    CALL(tx_semaphore_ceiling_put, TX_SUCCESS, &semaphore, 2);
    told("notify");
    in_interrupt(put);
    told("notify");
    for (UINT i = 0; i < 3; i++) {
        CALL(tx_semaphore_get, TX_SUCCESS, &semaphore, TX_NO_WAIT);
    }
    told("");
    started("a", take_a, 12);
    put();
    told("a notify");
    retire_all();
    started("a", take_a, 20); /* less urgent */
    CALL(tx_thread_sleep, TX_SUCCESS, 1);
    put();
    told("notify");
    CALL(tx_semaphore_put_notify, TX_SUCCESS, &semaphore, TX_NULL);
    CALL(tx_thread_sleep, TX_SUCCESS, 1);
    told("a");
    retire_all();
}

/* A put notifies the function that was set at its beginning, even if the waiter sets another
 * one. */
static void notify_of_puts_that_began(void)
{
    CALL(tx_semaphore_put_notify, TX_SUCCESS, &semaphore, notify);
    started("a", take_and_silence, 12);
    put();
    told("silent notify");
    started("a", take_and_silence, 12);
    put();
    told("silent");
    CALL(tx_semaphore_put_notify, TX_SUCCESS, &semaphore, notify);
    started("a", take_and_delete, 12);
    put();
    told("gone notify");
    create();
    CALL(tx_semaphore_put_notify, TX_SUCCESS, &semaphore, notify);
    started("a", take_and_delete, 12);
    CALL(tx_semaphore_ceiling_put, TX_SUCCESS, &semaphore, 1);
    told("gone notify");
    create();
    put();
    told(""); /* a new semaphore has no function */
    CALL(tx_semaphore_get, TX_SUCCESS, &semaphore, TX_NO_WAIT);
    retire_all();
}

static void delete_object(void)
{
    started("a", take_until_deletion, 12);
    started("b", take_until_deletion, 20);
    CALL(tx_thread_sleep, TX_SUCCESS, 1);
    CALL(tx_semaphore_delete, TX_SUCCESS, &semaphore);
    told("deleted");
    EQUAL(0, semaphore.tx_semaphore_id);
    CALL(tx_thread_sleep, TX_SUCCESS, 1);
    told("deleted");
}

void program_main(void)
{
    wait_in_line();
    bypass_ceiling();
    time_out();
    notify_of_puts();
    notify_of_puts_that_began();
    delete_object();
}
