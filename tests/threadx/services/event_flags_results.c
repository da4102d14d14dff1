/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: the services of event flags groups refuse wrong calls, in the order of their checks, in
 * each context, and otherwise succeed without waiting if possible.
 */
#include "suite.h"
#include <string.h>

static TX_EVENT_FLAGS_GROUP group, second, refused, never_created;

static void ignore(TX_EVENT_FLAGS_GROUP *notified)
{
    (void)notified;
}

static void refuse_creation(void)
{
    CALL(tx_event_flags_create, TX_GROUP_ERROR, TX_NULL, "g");
    CALL(tx_event_flags_create, TX_GROUP_ERROR, &group, "g");
    CALL(_txe_event_flags_create, TX_GROUP_ERROR, &refused, "g", sizeof(TX_EVENT_FLAGS_GROUP) + 1);
    if (context() == 'C' || context() == 'R') {
        BOTH(tx_event_flags_create, TX_GROUP_ERROR, TX_CALLER_ERROR, TX_NULL, "g");
        CALL(tx_event_flags_create, TX_CALLER_ERROR, &refused, "g");
    }
}

static void refuse_object(TX_EVENT_FLAGS_GROUP *invalid)
{
    ULONG actual = 77;

    CALL(tx_event_flags_get, TX_GROUP_ERROR, invalid, 1, TX_OR, &actual, TX_NO_WAIT);
    BOTH(tx_event_flags_get, TX_GROUP_ERROR, TX_PTR_ERROR, invalid, 1, TX_OR, TX_NULL, TX_NO_WAIT);
    CALL(tx_event_flags_set, TX_GROUP_ERROR, invalid, 1, TX_OR);
    BOTH(tx_event_flags_set, TX_GROUP_ERROR, TX_OPTION_ERROR, invalid, 1, TX_OR_CLEAR);
    CALL(tx_event_flags_set_notify, TX_GROUP_ERROR, invalid, ignore);
    CALL(tx_event_flags_info_get, TX_GROUP_ERROR, invalid, TX_NULL, TX_NULL, TX_NULL, TX_NULL,
         TX_NULL);
    if (context() != 'T') {
        BOTH(tx_event_flags_delete, TX_GROUP_ERROR, TX_CALLER_ERROR, invalid);
        CALL(tx_event_flags_delete, TX_CALLER_ERROR, &group);
    } else {
        CALL(tx_event_flags_delete, TX_GROUP_ERROR, invalid);
    }
    EQUAL(77, actual);
}

static void refuse_arguments(void)
{
    ULONG actual = 77;

    CALL(tx_event_flags_get, TX_PTR_ERROR, &group, 1, TX_OR, TX_NULL, TX_NO_WAIT);
    CALL(tx_event_flags_get, TX_OPTION_ERROR, &group, 1, 4, &actual, TX_NO_WAIT);
    BOTH(tx_event_flags_get, TX_OPTION_ERROR, TX_NO_EVENTS, &group, 0x100, 4, &actual, TX_NO_WAIT);
    CALL(tx_event_flags_set, TX_OPTION_ERROR, &group, 1, TX_OR_CLEAR);
    CALL(tx_event_flags_set, TX_OPTION_ERROR, &group, 1, TX_AND_CLEAR);
    CALL(tx_event_flags_set, TX_OPTION_ERROR, &group, 1, 4);
    if (context() != 'T') {
        BOTH(tx_event_flags_get, TX_PTR_ERROR, TX_WAIT_ERROR, &group, 1, TX_OR, TX_NULL, 1);
        BOTH(tx_event_flags_get, TX_WAIT_ERROR, TX_OPTION_ERROR, &group, 1, 4, &actual, 1);
        CALL(tx_event_flags_get, TX_WAIT_ERROR, &group, 1, TX_OR, &actual, TX_WAIT_FOREVER);
    }
    EQUAL(77, actual);
}

static void inform(ULONG flags)
{
    CHAR *name;
    ULONG current, suspended;
    TX_THREAD *first = &(TX_THREAD){0};
    TX_EVENT_FLAGS_GROUP *next;

    CALL(tx_event_flags_info_get, TX_SUCCESS, &group, &name, &current, &first, &suspended, &next);
    EQUAL(0, strcmp(name, "group"));
    EQUAL(flags, current);
    EQUAL(TX_NULL, first);
    EQUAL(0, suspended);
    EQUAL(&second, next);
    CALL(tx_event_flags_info_get, TX_SUCCESS, &group, TX_NULL, TX_NULL, TX_NULL, TX_NULL, TX_NULL);
}

/* The result and the output of a get without waiting, and the flags after it. */
static void get(UINT result, ULONG requested, UINT option, ULONG told_flags, ULONG left)
{
    ULONG actual = 0x12345678;

    CALL(tx_event_flags_get, result, &group, requested, option, &actual, TX_NO_WAIT);
    EQUAL(told_flags, actual);
    EQUAL(left, group.tx_event_flags_group_current);
}

/* The group is empty at the beginning and at the end. */
static void use(void)
{
    refuse_creation();
    refuse_object(TX_NULL);
    refuse_object(&never_created);
    refuse_arguments();
    get(TX_NO_EVENTS, 0xFFFFFFFF, TX_OR, 0, 0);
    CALL(tx_event_flags_set, TX_SUCCESS, &group, 0x8000000F, TX_OR);
    inform(0x8000000F);
    get(TX_NO_EVENTS, 0, TX_OR, 0x8000000F, 0x8000000F);
    get(TX_NO_EVENTS, 0, TX_AND, 0x8000000F, 0x8000000F);
    get(TX_NO_EVENTS, 0x10, TX_OR_CLEAR, 0x8000000F, 0x8000000F);
    get(TX_NO_EVENTS, 0x11, TX_AND_CLEAR, 0x8000000F, 0x8000000F);
    get(TX_SUCCESS, 0x11, TX_OR, 0x8000000F, 0x8000000F);
    get(TX_SUCCESS, 0x11, TX_OR_CLEAR, 0x8000000F, 0x8000000E);
    get(TX_SUCCESS, 0x6, TX_AND, 0x8000000E, 0x8000000E);
    get(TX_SUCCESS, 0x6, TX_AND_CLEAR, 0x8000000E, 0x80000008);
    CALL(tx_event_flags_set, TX_SUCCESS, &group, 0x80000000, TX_AND);
    inform(0x80000000);
    CALL(tx_event_flags_set, TX_SUCCESS, &group, 0, TX_AND);
    CALL(tx_event_flags_set, TX_SUCCESS, &group, 0, TX_OR);
    inform(0);
    if (context() != 'T') {
        ULONG actual;

        BOTH(tx_event_flags_get, TX_WAIT_ERROR, TX_NO_EVENTS, &group, 1, TX_OR, &actual, 1);
    }
    CALL(tx_event_flags_set_notify, TX_SUCCESS, &group, ignore);
    CALL(tx_event_flags_set_notify, TX_SUCCESS, &group, TX_NULL);
}

void program_define(VOID *first_unused_memory)
{
    (void)first_unused_memory;
    CALL(tx_event_flags_create, TX_SUCCESS, &group, "group");
    CALL(tx_event_flags_create, TX_SUCCESS, &second, "second");
    use();
}

void program_main(void)
{
    ULONG actual = 5, before = tx_time_get();
    TX_EVENT_FLAGS_GROUP *next;

    in_each(use);
    /* A request for no flags is never satisfied, and no thread waits for it. */
    before = tx_time_get();
    CALL(tx_event_flags_get, TX_NO_EVENTS, &group, 0, TX_OR, &actual, TX_WAIT_FOREVER);
    EQUAL(0, tx_time_get() - before);
    CALL(tx_event_flags_delete, TX_SUCCESS, &second);
    refuse_object(&second);
    CALL(tx_event_flags_info_get, TX_SUCCESS, &group, TX_NULL, TX_NULL, TX_NULL, TX_NULL, &next);
    EQUAL(&group, next);
    CALL(tx_event_flags_create, TX_SUCCESS, &second, "second");
}
