/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: the services of semaphores refuse wrong calls, in the order of their checks, in each
 * context, and otherwise succeed without waiting if possible.
 */
#include "suite.h"
#include <string.h>

static TX_SEMAPHORE semaphore, second, refused, never_created;

static void ignore(TX_SEMAPHORE *notified)
{
    (void)notified;
}

static void refuse_creation(void)
{
    CALL(tx_semaphore_create, TX_SEMAPHORE_ERROR, TX_NULL, "s", 0);
    CALL(tx_semaphore_create, TX_SEMAPHORE_ERROR, &semaphore, "s", 0);
    CALL(_txe_semaphore_create, TX_SEMAPHORE_ERROR, &refused, "s", 0, sizeof(TX_SEMAPHORE) - 1);
    if (context() == 'C' || context() == 'R') {
        BOTH(tx_semaphore_create, TX_SEMAPHORE_ERROR, TX_CALLER_ERROR, TX_NULL, "s", 0);
        CALL(tx_semaphore_create, TX_CALLER_ERROR, &refused, "s", 0);
    }
}

static void refuse_object(TX_SEMAPHORE *invalid)
{
    CALL(tx_semaphore_get, TX_SEMAPHORE_ERROR, invalid, TX_NO_WAIT);
    CALL(tx_semaphore_put, TX_SEMAPHORE_ERROR, invalid);
    CALL(tx_semaphore_ceiling_put, TX_SEMAPHORE_ERROR, invalid, 1);
    BOTH(tx_semaphore_ceiling_put, TX_SEMAPHORE_ERROR, TX_INVALID_CEILING, invalid, 0);
    CALL(tx_semaphore_prioritize, TX_SEMAPHORE_ERROR, invalid);
    CALL(tx_semaphore_put_notify, TX_SEMAPHORE_ERROR, invalid, ignore);
    CALL(tx_semaphore_info_get, TX_SEMAPHORE_ERROR, invalid, TX_NULL, TX_NULL, TX_NULL, TX_NULL,
         TX_NULL);
    if (context() != 'T') {
        BOTH(tx_semaphore_get, TX_SEMAPHORE_ERROR, TX_WAIT_ERROR, invalid, 1);
        BOTH(tx_semaphore_delete, TX_SEMAPHORE_ERROR, TX_CALLER_ERROR, invalid);
        CALL(tx_semaphore_delete, TX_CALLER_ERROR, &semaphore);
    } else {
        CALL(tx_semaphore_delete, TX_SEMAPHORE_ERROR, invalid);
    }
}

static void inform(ULONG count)
{
    CHAR *name;
    ULONG value, suspended;
    TX_THREAD *first = &(TX_THREAD){0};
    TX_SEMAPHORE *next;

    CALL(tx_semaphore_info_get, TX_SUCCESS, &semaphore, &name, &value, &first, &suspended, &next);
    EQUAL(0, strcmp(name, "semaphore"));
    EQUAL(count, value);
    EQUAL(TX_NULL, first);
    EQUAL(0, suspended);
    EQUAL(&second, next);
    CALL(tx_semaphore_info_get, TX_SUCCESS, &second, TX_NULL, &value, TX_NULL, TX_NULL, &next);
    EQUAL(0, value);
    EQUAL(&semaphore, next);
    CALL(tx_semaphore_info_get, TX_SUCCESS, &semaphore, TX_NULL, TX_NULL, TX_NULL, TX_NULL,
         TX_NULL);
}

/* The count is 2 at the beginning and at the end. */
static void use(void)
{
    refuse_creation();
    refuse_object(TX_NULL);
    refuse_object(&never_created);
    CALL(tx_semaphore_ceiling_put, TX_INVALID_CEILING, &semaphore, 0);
    CALL(tx_semaphore_ceiling_put, TX_CEILING_EXCEEDED, &semaphore, 1);
    CALL(tx_semaphore_ceiling_put, TX_CEILING_EXCEEDED, &semaphore, 2);
    CALL(tx_semaphore_ceiling_put, TX_SUCCESS, &semaphore, 3);
    CALL(tx_semaphore_ceiling_put, TX_CEILING_EXCEEDED, &semaphore, 3);
    CALL(tx_semaphore_put, TX_SUCCESS, &semaphore);
    inform(4);
    for (UINT i = 0; i < 4; i++) {
        CALL(tx_semaphore_get, TX_SUCCESS, &semaphore, TX_NO_WAIT);
    }
    CALL(tx_semaphore_get, TX_NO_INSTANCE, &semaphore, TX_NO_WAIT);
    if (context() != 'T') {
        BOTH(tx_semaphore_get, TX_WAIT_ERROR, TX_NO_INSTANCE, &semaphore, 1);
        BOTH(tx_semaphore_get, TX_WAIT_ERROR, TX_NO_INSTANCE, &semaphore, TX_WAIT_FOREVER);
    }
    inform(0);
    CALL(tx_semaphore_prioritize, TX_SUCCESS, &semaphore);
    CALL(tx_semaphore_put_notify, TX_SUCCESS, &semaphore, ignore);
    CALL(tx_semaphore_put_notify, TX_SUCCESS, &semaphore, TX_NULL);
    CALL(tx_semaphore_put, TX_SUCCESS, &semaphore);
    CALL(tx_semaphore_put, TX_SUCCESS, &semaphore);
}

void program_define(VOID *first_unused_memory)
{
    (void)first_unused_memory;
    CALL(tx_semaphore_create, TX_SUCCESS, &semaphore, "semaphore", 2);
    CALL(tx_semaphore_create, TX_SUCCESS, &second, "second", 0);
    use();
}

void program_main(void)
{
    TX_SEMAPHORE *next;

    in_each(use);
    CALL(tx_semaphore_delete, TX_SUCCESS, &second);
    refuse_object(&second);
    CALL(tx_semaphore_info_get, TX_SUCCESS, &semaphore, TX_NULL, TX_NULL, TX_NULL, TX_NULL, &next);
    EQUAL(&semaphore, next);
    CALL(tx_semaphore_create, TX_SUCCESS, &second, "large", 0xFFFFFFFE);
    CALL(tx_semaphore_put, TX_SUCCESS, &second);
    EQUAL(0xFFFFFFFF, second.tx_semaphore_count);
    CALL(tx_semaphore_ceiling_put, TX_CEILING_EXCEEDED, &second, 0xFFFFFFFF);
    CALL(tx_semaphore_get, TX_SUCCESS, &second, TX_WAIT_FOREVER);
}
