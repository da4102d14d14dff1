/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: the waiters for flags that a set wakes, their order, and the remaining flags: all waiters
 * are tested against the same flags, and the flags that they clear are cleared afterwards.
 */
#include "suite.h"
#include <string.h>

static TX_EVENT_FLAGS_GROUP group;

/* The flags for which each worker waits; the worker with number n takes line n. */
struct want {
    CHAR *name;
    ULONG requested;
    UINT option;
    UINT priority;
};

static const struct want *wants;
static UINT want_count;
static ULONG got[4];

static VOID wait_for_flags(ULONG input)
{
    (void)input;
    UINT mine = want_count++;
    const struct want *want = &wants[mine];

    CALL(tx_event_flags_get, TX_SUCCESS, &group, want->requested, want->option, &got[mine],
         TX_WAIT_FOREVER);
    say(want->name);
}

static VOID wait_for_deletion(ULONG input)
{
    ULONG actual;

    (void)input;
    CALL(tx_event_flags_get, TX_DELETED, &group, 1, TX_AND_CLEAR, &actual, 50);
    say("deleted");
}

static VOID wait_and_delete(ULONG input)
{
    ULONG actual;

    (void)input;
    CALL(tx_event_flags_get, TX_SUCCESS, &group, 1, TX_OR, &actual, TX_WAIT_FOREVER);
    CALL(tx_event_flags_delete, TX_SUCCESS, &group);
    memset(&group, 0xFF, sizeof group);
    say("gone");
}

static void notify(TX_EVENT_FLAGS_GROUP *told_of)
{
    EQUAL(&group, told_of);
    say("notify");
}

static void wait_all(const struct want *list, UINT count)
{
    wants = list;
    want_count = 0;
    for (UINT i = 0; i < count; i++) {
        got[i] = 0;
        started(list[i].name, wait_for_flags, list[i].priority);
    }
    EQUAL(count, group.tx_event_flags_group_suspended_count);
}

static void set(ULONG flags, const char *words, ULONG left)
{
    CALL(tx_event_flags_set, TX_SUCCESS, &group, flags, TX_OR);
    suite_told(__FILE__, __LINE__, words);
    EQUAL(left, group.tx_event_flags_group_current);
}

static void clear(void)
{
    CALL(tx_event_flags_set, TX_SUCCESS, &group, 0, TX_AND);
    told("");
    EQUAL(0, group.tx_event_flags_group_current);
    retire_all();
}

void program_define(VOID *first_unused_memory)
{
    (void)first_unused_memory;
    CALL(tx_event_flags_create, TX_SUCCESS, &group, "group");
}

/* One bit satisfies several that clear it. */
static void share_a_bit(void)
{
    static const struct want list[] = {{"a", 1, TX_OR_CLEAR, 10},
                                       {"b", 1, TX_AND_CLEAR, 10},
                                       {"c", 3, TX_AND, 10},
                                       {"d", 3, TX_OR, 10}};

    wait_all(list, 4);
    set(1, "a b d", 0);
    EQUAL(1, got[0]);
    EQUAL(1, got[1]);
    EQUAL(1, got[3]);
    EQUAL(1, group.tx_event_flags_group_suspended_count);
    set(2, "", 2);
    set(1, "c", 3);
    EQUAL(3, got[2]);
    clear();
}

/* Flags add up until all that are requested are there. */
static void gather(void)
{
    static const struct want list[] = {{"all", 0xF0, TX_AND_CLEAR, 10}, {"any", 0xF, TX_OR, 10}};

    wait_all(list, 2);
    set(0x70, "", 0x70);
    set(0x101, "any", 0x171);
    EQUAL(0x171, got[1]);
    set(0x80, "all", 0x101);
    EQUAL(0x1F1, got[0]);
    clear();
}

/* Woken in the order of arrival, and then the most urgent runs first. */
static void run_by_urgency(void)
{
    static const struct want list[] = {
        {"a", 1, TX_OR, 12}, {"b", 1, TX_OR, 8}, {"c", 1, TX_OR, 12}};

    wait_all(list, 3);
    set(1, "b a c", 1);
    clear();
}

static void time_out(void)
{
    ULONG actual = 9, before = tx_time_get();

    CALL(tx_event_flags_set, TX_SUCCESS, &group, 2, TX_OR);
    CALL(tx_event_flags_get, TX_NO_EVENTS, &group, 1, TX_OR, &actual, 3);
    EQUAL(3, tx_time_get() - before);
    CALL(tx_event_flags_get, TX_NO_EVENTS, &group, 3, TX_AND_CLEAR, &actual, 2);
    EQUAL(5, tx_time_get() - before);
    clear();
}

static void set_in_other_context(void)
{
    CALL(tx_event_flags_set, TX_SUCCESS, &group, 1, TX_OR);
    CALL(tx_event_flags_set, TX_SUCCESS, &group, 4, TX_OR);
}

/* A waiter that an interrupt woke gets the flags at the time of its wake-up. */
static void wake_from_contexts(void)
{
    static const struct want list[] = {{"a", 3, TX_OR_CLEAR, 10}};

    wait_all(list, 1);
    in_interrupt(set_in_other_context);
    told("a");
    EQUAL(1, got[0]);
    EQUAL(4, group.tx_event_flags_group_current);
    clear();
    wait_all(list, 1);
    in_callback(set_in_other_context);
    told("a");
    EQUAL(1, got[0]);
    clear();
}

/* After each OR; not after an AND. */
static void notify_of_sets(void)
{
    static const struct want list[] = {{"a", 2, TX_OR, 10}};

    CALL(tx_event_flags_set_notify, TX_SUCCESS, &group, notify);
    set(1, "notify", 1);
    set(0, "notify", 1);
    CALL(tx_event_flags_set, TX_SUCCESS, &group, 0, TX_AND);
    told("");
    wait_all(list, 1);
    set(2, "a notify", 2);
    CALL(tx_event_flags_set_notify, TX_SUCCESS, &group, TX_NULL);
    set(4, "", 6);
    clear();
}

/* The call notifies the function that was set at its beginning, even if the waiter sets another
 * one. */
static void notify_of_a_set_that_began(void)
{
    CALL(tx_event_flags_set_notify, TX_SUCCESS, &group, notify);
    started("a", wait_and_delete, 10);
    CALL(tx_event_flags_set, TX_SUCCESS, &group, 1, TX_OR);
    told("gone notify");
    CALL(tx_event_flags_create, TX_SUCCESS, &group, "group");
    set(1, "", 1);
    clear();
    retire_all();
}

static void delete_object(void)
{
    started("a", wait_for_deletion, 10);
    started("b", wait_for_deletion, 9);
    CALL(tx_event_flags_delete, TX_SUCCESS, &group);
    told("deleted deleted");
    EQUAL(0, group.tx_event_flags_group_id);
}

void program_main(void)
{
    share_a_bit();
    gather();
    run_by_urgency();
    time_out();
    wake_from_contexts();
    notify_of_sets();
    notify_of_a_set_that_began();
    delete_object();
}
