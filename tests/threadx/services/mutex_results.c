/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: the services of mutexes refuse wrong calls, in the order of their checks, in each context,
 * and otherwise succeed without waiting if possible.
 */
#include "suite.h"
#include <string.h>

static TX_MUTEX mutex, taken, refused, never_created;

static void refuse_creation(void)
{
    CALL(tx_mutex_create, TX_MUTEX_ERROR, TX_NULL, "m", TX_INHERIT);
    CALL(tx_mutex_create, TX_MUTEX_ERROR, &mutex, "m", TX_INHERIT);
    CALL(_txe_mutex_create, TX_MUTEX_ERROR, &refused, "m", TX_INHERIT, sizeof(TX_MUTEX) + 4);
    BOTH(tx_mutex_create, TX_MUTEX_ERROR, TX_INHERIT_ERROR, TX_NULL, "m", 2);
    CALL(tx_mutex_create, TX_INHERIT_ERROR, &refused, "m", 2);
    if (context() == 'C' || context() == 'R') {
        BOTH(tx_mutex_create, TX_INHERIT_ERROR, TX_CALLER_ERROR, &refused, "m", 2);
        CALL(tx_mutex_create, TX_CALLER_ERROR, &refused, "m", TX_NO_INHERIT);
    }
}

static void refuse_object(TX_MUTEX *invalid)
{
    CALL(tx_mutex_get, TX_MUTEX_ERROR, invalid, TX_NO_WAIT);
    CALL(tx_mutex_put, TX_MUTEX_ERROR, invalid);
    CALL(tx_mutex_prioritize, TX_MUTEX_ERROR, invalid);
    CALL(tx_mutex_info_get, TX_MUTEX_ERROR, invalid, TX_NULL, TX_NULL, TX_NULL, TX_NULL, TX_NULL,
         TX_NULL);
    if (context() != 'T') {
        BOTH(tx_mutex_get, TX_MUTEX_ERROR, TX_WAIT_ERROR, invalid, 1);
        BOTH(tx_mutex_delete, TX_MUTEX_ERROR, TX_CALLER_ERROR, invalid);
        CALL(tx_mutex_delete, TX_CALLER_ERROR, &mutex);
    } else {
        CALL(tx_mutex_delete, TX_MUTEX_ERROR, invalid);
    }
    if (context() == 'R') {
        BOTH(tx_mutex_put, TX_MUTEX_ERROR, TX_CALLER_ERROR, invalid);
    }
}

static void inform(ULONG count, TX_THREAD *owner)
{
    CHAR *name;
    ULONG count_now = 99, suspended = 99;
    TX_THREAD *first = &(TX_THREAD){0}, *owner_now = first;
    TX_MUTEX *next;

    CALL(tx_mutex_info_get, TX_SUCCESS, &mutex, &name, &count_now, &owner_now, &first, &suspended,
         &next);
    EQUAL(0, strcmp(name, "mutex"));
    EQUAL(count, count_now);
    EQUAL(owner, owner_now);
    EQUAL(TX_NULL, first);
    EQUAL(0, suspended);
    EQUAL(&taken, next);
    CALL(tx_mutex_info_get, TX_SUCCESS, &mutex, TX_NULL, TX_NULL, TX_NULL, TX_NULL, TX_NULL,
         TX_NULL);
}

static void refuse_in_interrupt(void)
{
    BOTH(tx_mutex_get, TX_WAIT_ERROR, TX_CALLER_ERROR, &mutex, 1);
    CALL(tx_mutex_get, TX_CALLER_ERROR, &mutex, TX_NO_WAIT);
    BOTH(tx_mutex_get, TX_CALLER_ERROR, TX_NOT_AVAILABLE, &taken, TX_NO_WAIT);
    BOTH(tx_mutex_put, TX_CALLER_ERROR, TX_NOT_OWNED, &mutex);
    inform(0, TX_NULL);
}

/* A mutex is put as often as it was got, and owned in between. During initialisation the mutex has
 * no owner. */
static void own(void)
{
    if (context() != 'T') {
        CALL(tx_mutex_get, TX_WAIT_ERROR, &mutex, 1);
        CALL(tx_mutex_get, TX_WAIT_ERROR, &mutex, TX_WAIT_FOREVER);
    }
    CALL(tx_mutex_put, TX_NOT_OWNED, &mutex);
    CALL(tx_mutex_get, TX_SUCCESS, &mutex, TX_NO_WAIT);
    inform(1, tx_thread_identify());
    CALL(tx_mutex_get, TX_SUCCESS, &mutex, TX_NO_WAIT);
    inform(2, tx_thread_identify());
    CALL(tx_mutex_put, TX_SUCCESS, &mutex);
    inform(1, tx_thread_identify());
    CALL(tx_mutex_put, TX_SUCCESS, &mutex);
    inform(0, TX_NULL);
    CALL(tx_mutex_put, TX_NOT_OWNED, &mutex);
}

static void use(void)
{
    refuse_creation();
    refuse_object(TX_NULL);
    refuse_object(&never_created);
    CALL(tx_mutex_prioritize, TX_SUCCESS, &mutex);
    if (context() == 'R') {
        refuse_in_interrupt();
    } else {
        own();
    }
}

static void find_taken(void)
{
    CALL(tx_mutex_get, TX_NOT_AVAILABLE, &taken, TX_NO_WAIT);
    CALL(tx_mutex_put, TX_NOT_OWNED, &taken);
}

static void find_taken_with_wait(void)
{
    BOTH(tx_mutex_get, TX_WAIT_ERROR, TX_NOT_AVAILABLE, &taken, 1);
    find_taken();
}

static VOID take_and_keep(ULONG input)
{
    (void)input;
    CALL(tx_mutex_get, TX_SUCCESS, &taken, TX_WAIT_FOREVER);
    CALL(tx_thread_suspend, TX_SUCCESS, tx_thread_identify());
}

void program_define(VOID *first_unused_memory)
{
    (void)first_unused_memory;
    CALL(tx_mutex_create, TX_SUCCESS, &mutex, "mutex", TX_INHERIT);
    CALL(tx_mutex_create, TX_SUCCESS, &taken, "taken", TX_NO_INHERIT);
    use();
}

void program_main(void)
{
    TX_MUTEX *next;

    started("keeper", take_and_keep, 10);
    in_each(use);
    find_taken();
    in_callback(find_taken_with_wait);
    CALL(tx_mutex_delete, TX_SUCCESS, &taken);
    refuse_object(&taken);
    CALL(tx_mutex_info_get, TX_SUCCESS, &mutex, TX_NULL, TX_NULL, TX_NULL, TX_NULL, TX_NULL, &next);
    EQUAL(&mutex, next);
    CALL(tx_mutex_create, TX_SUCCESS, &taken, "taken", TX_NO_INHERIT);
}
