/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: tx_thread_preemption_change, tx_thread_priority_change, tx_thread_time_slice_change and
 * tx_thread_relinquish: results, order of checks, contexts, outputs and effects.
 */
#include "suite.h"

static TX_THREAD never_created, *target;

static VOID nothing(ULONG input)
{
    (void)input;
}

/* The thread is checked first, then the pointer. */
static void refuse_handles(void)
{
    UINT old = 77;
    ULONG old_slice = 77;

    CALL(tx_thread_preemption_change, TX_THREAD_ERROR, TX_NULL, 5, &old);
    CALL(tx_thread_preemption_change, TX_THREAD_ERROR, &never_created, 5, &old);
    BOTH(tx_thread_preemption_change, TX_THREAD_ERROR, TX_PTR_ERROR, TX_NULL, 5, TX_NULL);
    CALL(tx_thread_preemption_change, TX_PTR_ERROR, target, 5, TX_NULL);
    CALL(tx_thread_priority_change, TX_THREAD_ERROR, TX_NULL, 5, &old);
    CALL(tx_thread_priority_change, TX_THREAD_ERROR, &never_created, 5, &old);
    BOTH(tx_thread_priority_change, TX_THREAD_ERROR, TX_PTR_ERROR, TX_NULL, 5, TX_NULL);
    BOTH(tx_thread_priority_change, TX_PTR_ERROR, TX_PRIORITY_ERROR, target, TX_MAX_PRIORITIES,
         TX_NULL);
    CALL(tx_thread_priority_change, TX_PRIORITY_ERROR, target, TX_MAX_PRIORITIES, &old);
    CALL(tx_thread_time_slice_change, TX_THREAD_ERROR, TX_NULL, 5, &old_slice);
    CALL(tx_thread_time_slice_change, TX_THREAD_ERROR, &never_created, 5, &old_slice);
    BOTH(tx_thread_time_slice_change, TX_THREAD_ERROR, TX_PTR_ERROR, TX_NULL, 5, TX_NULL);
    CALL(tx_thread_time_slice_change, TX_PTR_ERROR, target, 5, TX_NULL);
    EQUAL(77, old);
    EQUAL(77, old_slice);
}

/* Initialisation and interrupts. */
static void refuse_context(void)
{
    UINT old = 77;
    ULONG old_slice = 77;

    refuse_handles();
    BOTH(tx_thread_preemption_change, TX_PTR_ERROR, TX_CALLER_ERROR, target, 5, TX_NULL);
    BOTH(tx_thread_preemption_change, TX_CALLER_ERROR, TX_THRESH_ERROR, target, 25, &old);
    CALL(tx_thread_preemption_change, TX_CALLER_ERROR, target, 5, &old);
    BOTH(tx_thread_priority_change, TX_PRIORITY_ERROR, TX_CALLER_ERROR, target, TX_MAX_PRIORITIES,
         &old);
    CALL(tx_thread_priority_change, TX_CALLER_ERROR, target, 5, &old);
    BOTH(tx_thread_time_slice_change, TX_PTR_ERROR, TX_CALLER_ERROR, target, 5, TX_NULL);
    CALL(tx_thread_time_slice_change, TX_CALLER_ERROR, target, 5, &old_slice);
    EQUAL(77, old);
    EQUAL(77, old_slice);
    DO(tx_thread_relinquish()); /* ignored */
}

static void is(UINT priority, UINT threshold)
{
    UINT priority_now, threshold_now;

    CALL(tx_thread_info_get, TX_SUCCESS, target, TX_NULL, TX_NULL, TX_NULL, &priority_now,
         &threshold_now, TX_NULL, TX_NULL, TX_NULL);
    EQUAL(priority, priority_now);
    EQUAL(threshold, threshold_now);
}

/* In threads and callbacks. The target is at 20/20, 0 ticks, at the beginning and at the end. */
static void change(void)
{
    UINT old;
    ULONG old_slice;

    refuse_handles();
    CALL(tx_thread_preemption_change, TX_SUCCESS, target, 12, &old);
    EQUAL(20, old);
    is(20, 12);
    CALL(tx_thread_preemption_change, TX_THRESH_ERROR, target, 21, &old);
    CALL(tx_thread_preemption_change, TX_SUCCESS, target, 0, &old);
    EQUAL(12, old);
    CALL(tx_thread_priority_change, TX_SUCCESS, target, 20, &old); /* the same: not a threshold */
    EQUAL(20, old);
    is(20, 20);
    CALL(tx_thread_priority_change, TX_SUCCESS, target, 0, &old);
    is(0, 0);
    CALL(tx_thread_priority_change, TX_SUCCESS, target, TX_MAX_PRIORITIES - 1, &old);
    EQUAL(0, old);
    is(TX_MAX_PRIORITIES - 1, TX_MAX_PRIORITIES - 1);
    CALL(tx_thread_priority_change, TX_SUCCESS, target, 20, &old);
    CALL(tx_thread_time_slice_change, TX_SUCCESS, target, 9, &old_slice);
    EQUAL(0, old_slice);
    CALL(tx_thread_time_slice_change, TX_SUCCESS, target, TX_NO_TIME_SLICE, &old_slice);
    EQUAL(9, old_slice);
    DO(tx_thread_relinquish());
}

void program_define(VOID *first_unused_memory)
{
    (void)first_unused_memory;
    target = worker("target", nothing, 20, 20);
    refuse_context();
}

/* Changes of the running thread, and of one that ended. */
static void change_others(void)
{
    UINT old;
    TX_THREAD *self = tx_thread_identify();

    CALL(tx_thread_priority_change, TX_SUCCESS, self, 11, &old);
    EQUAL(MAIN_PRIORITY, old);
    CALL(tx_thread_preemption_change, TX_SUCCESS, self, 3, &old);
    EQUAL(11, old);
    CALL(tx_thread_priority_change, TX_SUCCESS, self, MAIN_PRIORITY, &old);
    EQUAL(11, old);
    CALL(tx_thread_preemption_change, TX_SUCCESS, self, MAIN_PRIORITY, &old);
    EQUAL(MAIN_PRIORITY, old);
    CALL(tx_thread_terminate, TX_SUCCESS, target);
    change();
}

void program_main(void)
{
    change();
    in_callback(change);
    in_interrupt(refuse_context);
    change_others();
}
