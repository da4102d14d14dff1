/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: tx_thread_info_get, tx_thread_identify and tx_thread_entry_exit_notify: results in each
 * context, their outputs, and the function that is called when a thread begins and ends.
 */
#include "suite.h"
#include <string.h>

static TX_THREAD never_created, *target, *first, *second;
static TX_SEMAPHORE semaphore;
static TX_MUTEX mutex;
static TX_THREAD deleted;
static ULONG stack[STACK_BYTES / sizeof(ULONG)];
static TX_THREAD *told_of;

static VOID run_once(ULONG input)
{
    (void)input;
    say("runs");
}

static VOID wait_for_ever(ULONG input)
{
    (void)input;
    (void)tx_semaphore_get(&semaphore, TX_WAIT_FOREVER);
}

static VOID end_itself(ULONG input)
{
    (void)input;
    CALL(tx_thread_terminate, TX_SUCCESS, tx_thread_identify());
    NEVER("a thread that has ended runs");
}

static VOID return_with_interrupts_disabled(ULONG input)
{
    (void)input;
    (void)tx_interrupt_control(TX_INT_DISABLE);
}

static VOID own(ULONG input)
{
    (void)input;
    CALL(tx_mutex_get, TX_SUCCESS, &mutex, TX_WAIT_FOREVER);
    CALL(tx_thread_suspend, TX_SUCCESS, target);
}

static VOID inherit_and_delete(ULONG input)
{
    (void)input;
    CALL(tx_mutex_get, TX_SUCCESS, &mutex, TX_WAIT_FOREVER);
    CALL(tx_thread_delete, TX_SUCCESS, target);
    memset(&deleted, 0xFF, sizeof deleted);
    say("gone");
}

static VOID notify(TX_THREAD *thread, UINT type)
{
    told_of = thread;
    if (type == TX_THREAD_ENTRY) {
        EQUAL(thread, tx_thread_identify());
    }
    CHECK(!lm_interrupts_are_disabled());
    say(type == TX_THREAD_ENTRY ? "entry" : type == TX_THREAD_EXIT ? "exit" : "?");
}

static void refuse(void)
{
    CALL(tx_thread_info_get, TX_THREAD_ERROR, TX_NULL, TX_NULL, TX_NULL, TX_NULL, TX_NULL, TX_NULL,
         TX_NULL, TX_NULL, TX_NULL);
    CALL(tx_thread_info_get, TX_THREAD_ERROR, &never_created, TX_NULL, TX_NULL, TX_NULL, TX_NULL,
         TX_NULL, TX_NULL, TX_NULL, TX_NULL);
    CALL(tx_thread_entry_exit_notify, TX_THREAD_ERROR, TX_NULL, notify);
    CALL(tx_thread_entry_exit_notify, TX_THREAD_ERROR, &never_created, notify);
    CALL(tx_thread_entry_exit_notify, TX_SUCCESS, target, TX_NULL);
    CALL(tx_thread_entry_exit_notify, TX_SUCCESS, target, notify);
}

/* All outputs, and none. */
static void inform(void)
{
    CHAR *name = TX_NULL;
    UINT state = 99, priority = 99, threshold = 99;
    ULONG runs = 99, slice = 99;
    TX_THREAD *next = TX_NULL, *next_suspended = &never_created;

    CALL(tx_thread_info_get, TX_SUCCESS, target, &name, &state, &runs, &priority, &threshold,
         &slice, &next, &next_suspended);
    EQUAL(0, strcmp(name, "target"));
    EQUAL(TX_SUSPENDED, state);
    EQUAL(0, runs);
    EQUAL(20, priority);
    EQUAL(15, threshold);
    EQUAL(0, slice);
    CHECK(next != TX_NULL);
    CALL(tx_thread_info_get, TX_SUCCESS, target, TX_NULL, TX_NULL, TX_NULL, TX_NULL, TX_NULL,
         TX_NULL, TX_NULL, TX_NULL);
}

void program_define(VOID *first_unused_memory)
{
    (void)first_unused_memory;
    EQUAL(TX_NULL, DO(tx_thread_identify()));
    CALL(tx_semaphore_create, TX_SUCCESS, &semaphore, "semaphore", 0);
    target = worker("target", run_once, 20, 15);
    refuse();
    inform();
}

static TX_THREAD *interrupted;

static void identify_interrupted(void)
{
    EQUAL(interrupted, DO(tx_thread_identify()));
}

static void identify_timer_thread(void)
{
    TX_THREAD *timer_thread = DO(tx_thread_identify());

    CHECK(timer_thread != TX_NULL && timer_thread != interrupted);
}

/* The created list is a circle of all threads, in the order of creation. */
static void walk(void)
{
    TX_THREAD *next = target;
    UINT count = 0, found = 0;

    do {
        CALL(tx_thread_info_get, TX_SUCCESS, next, TX_NULL, TX_NULL, TX_NULL, TX_NULL, TX_NULL,
             TX_NULL, &next, TX_NULL);
        found += next == first || next == second || next == tx_thread_identify();
    } while (next != target && ++count < 20);
    EQUAL(3, found);
    CHECK(count < 20);
}

/* The neighbour in the wait list; a circle, too. */
static void walk_suspended(void)
{
    TX_THREAD *next;

    CALL(tx_thread_info_get, TX_SUCCESS, first, TX_NULL, TX_NULL, TX_NULL, TX_NULL, TX_NULL,
         TX_NULL, TX_NULL, &next);
    EQUAL(second, next);
    CALL(tx_thread_info_get, TX_SUCCESS, second, TX_NULL, TX_NULL, TX_NULL, TX_NULL, TX_NULL,
         TX_NULL, TX_NULL, &next);
    EQUAL(first, next);
}

static void notify_of_life(void)
{
    target = worker("target", run_once, 10, 10);
    CALL(tx_thread_entry_exit_notify, TX_SUCCESS, target, notify);
    CALL(tx_thread_resume, TX_SUCCESS, target);
    told("entry runs exit");
    EQUAL(target, told_of);
    CALL(tx_thread_reset, TX_SUCCESS, target);
    CALL(tx_thread_entry_exit_notify, TX_SUCCESS, target, TX_NULL);
    CALL(tx_thread_resume, TX_SUCCESS, target);
    told("runs");
    retire(target);
}

/* In the context of the caller of tx_thread_terminate, and not a second time. */
static void notify_of_termination(void)
{
    target = worker("target", wait_for_ever, 10, 10);
    CALL(tx_thread_entry_exit_notify, TX_SUCCESS, target, notify);
    CALL(tx_thread_resume, TX_SUCCESS, target);
    told("entry");
    CALL(tx_thread_terminate, TX_SUCCESS, target);
    told("exit");
    CALL(tx_thread_terminate, TX_SUCCESS, target);
    told("");
    retire(target);
    target = worker("target", end_itself, 10, 10);
    CALL(tx_thread_entry_exit_notify, TX_SUCCESS, target, notify);
    CALL(tx_thread_resume, TX_SUCCESS, target);
    told("entry exit");
    retire(target);
    target = worker("target", return_with_interrupts_disabled, 10, 10);
    CALL(tx_thread_entry_exit_notify, TX_SUCCESS, target, notify);
    CALL(tx_thread_resume, TX_SUCCESS, target);
    told("entry exit");
    retire(target);
}

/* The heir of its mutex deletes the thread before the call that has terminated it returns. */
static void notify_of_a_thread_that_is_gone(void)
{
    CALL(tx_mutex_create, TX_SUCCESS, &mutex, "mutex", TX_INHERIT);
    target = &deleted;
    CALL(tx_thread_create, TX_SUCCESS, target, "target", own, 0, stack, sizeof stack, 12, 12,
         TX_NO_TIME_SLICE, TX_AUTO_START);
    CALL(tx_thread_entry_exit_notify, TX_SUCCESS, target, notify);
    started("heir", inherit_and_delete, 10);
    CALL(tx_thread_terminate, TX_SUCCESS, target);
    told("gone exit");
    EQUAL(target, told_of);
    retire_all();
}

void program_main(void)
{
    interrupted = DO(tx_thread_identify());
    CHECK(interrupted != TX_NULL);
    in_interrupt(identify_interrupted);
    in_callback(identify_timer_thread);
    in_each(refuse);
    in_each(inform);
    first = started("first", wait_for_ever, 10);
    second = started("second", wait_for_ever, 8);
    walk();
    walk_suspended();
    retire_all();
    told("exit"); /* of the target that never ran */
    notify_of_life();
    notify_of_termination();
    notify_of_a_thread_that_is_gone();
}
