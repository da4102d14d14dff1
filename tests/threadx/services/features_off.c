/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: services of features that are disabled in the application return TX_FEATURE_NOT_ENABLED for
 * any arguments: notification, trace, stack checking, performance information.
 */
#define TX_DISABLE_NOTIFY_CALLBACKS
#include "suite.h"

static TX_QUEUE queue;
static TX_SEMAPHORE semaphore;
static TX_EVENT_FLAGS_GROUP group;
static ULONG queue_area[1];

static void never_told(TX_THREAD *thread, UINT type)
{
    (void)thread;
    (void)type;
    NEVER("a call while notification is off");
}

static void never_told_of_queue(TX_QUEUE *notified)
{
    (void)notified;
    NEVER("a call while notification is off");
}

static void never_told_of_semaphore(TX_SEMAPHORE *notified)
{
    (void)notified;
    NEVER("a call while notification is off");
}

static void never_told_of_group(TX_EVENT_FLAGS_GROUP *notified)
{
    (void)notified;
    NEVER("a call while notification is off");
}

static void stack_error(TX_THREAD *thread)
{
    (void)thread;
}

static void full(VOID *buffer)
{
    (void)buffer;
}

static void notify(void)
{
    TX_THREAD *self = tx_thread_identify();
    ULONG message = 1;

    CALL(tx_thread_entry_exit_notify, TX_FEATURE_NOT_ENABLED, self, never_told);
    BOTH(tx_thread_entry_exit_notify, TX_THREAD_ERROR, TX_FEATURE_NOT_ENABLED, TX_NULL, never_told);
    CALL(tx_queue_send_notify, TX_FEATURE_NOT_ENABLED, &queue, never_told_of_queue);
    BOTH(tx_queue_send_notify, TX_QUEUE_ERROR, TX_FEATURE_NOT_ENABLED, TX_NULL,
         never_told_of_queue);
    CALL(tx_semaphore_put_notify, TX_FEATURE_NOT_ENABLED, &semaphore, never_told_of_semaphore);
    BOTH(tx_semaphore_put_notify, TX_SEMAPHORE_ERROR, TX_FEATURE_NOT_ENABLED, TX_NULL,
         never_told_of_semaphore);
    CALL(tx_event_flags_set_notify, TX_FEATURE_NOT_ENABLED, &group, never_told_of_group);
    BOTH(tx_event_flags_set_notify, TX_GROUP_ERROR, TX_FEATURE_NOT_ENABLED, TX_NULL,
         never_told_of_group);
    CALL(tx_queue_send, TX_SUCCESS, &queue, &message, TX_NO_WAIT);
    CALL(tx_semaphore_put, TX_SUCCESS, &semaphore);
    CALL(tx_event_flags_set, TX_SUCCESS, &group, 1, TX_OR);
}

static void trace(void)
{
    ULONG buffer[256];

    CALL(tx_thread_stack_error_notify, TX_FEATURE_NOT_ENABLED, stack_error);
    CALL(tx_thread_stack_error_notify, TX_FEATURE_NOT_ENABLED, TX_NULL);
    CALL(tx_trace_enable, TX_FEATURE_NOT_ENABLED, buffer, sizeof buffer, 1);
    CALL(tx_trace_disable, TX_FEATURE_NOT_ENABLED, );
    CALL(tx_trace_event_filter, TX_FEATURE_NOT_ENABLED, 1);
    CALL(tx_trace_event_unfilter, TX_FEATURE_NOT_ENABLED, 1);
    CALL(tx_trace_buffer_full_notify, TX_FEATURE_NOT_ENABLED, full);
    CALL(tx_trace_user_event_insert, TX_FEATURE_NOT_ENABLED, 4096, 1, 2, 3, 4);
    DO(tx_trace_isr_enter_insert(1));
    DO(tx_trace_isr_exit_insert(1));
}

/* With NULL and without outputs: the result is always the same. */
static void performance(void)
{
    CALL(tx_thread_performance_info_get, TX_FEATURE_NOT_ENABLED, TX_NULL, TX_NULL, TX_NULL, TX_NULL,
         TX_NULL, TX_NULL, TX_NULL, TX_NULL, TX_NULL, TX_NULL, TX_NULL);
    CALL(tx_thread_performance_system_info_get, TX_FEATURE_NOT_ENABLED, TX_NULL, TX_NULL, TX_NULL,
         TX_NULL, TX_NULL, TX_NULL, TX_NULL, TX_NULL, TX_NULL, TX_NULL, TX_NULL);
    CALL(tx_queue_performance_info_get, TX_FEATURE_NOT_ENABLED, &queue, TX_NULL, TX_NULL, TX_NULL,
         TX_NULL, TX_NULL, TX_NULL);
    CALL(tx_queue_performance_system_info_get, TX_FEATURE_NOT_ENABLED, TX_NULL, TX_NULL, TX_NULL,
         TX_NULL, TX_NULL, TX_NULL);
    CALL(tx_semaphore_performance_info_get, TX_FEATURE_NOT_ENABLED, &semaphore, TX_NULL, TX_NULL,
         TX_NULL, TX_NULL);
    CALL(tx_semaphore_performance_system_info_get, TX_FEATURE_NOT_ENABLED, TX_NULL, TX_NULL,
         TX_NULL, TX_NULL);
    CALL(tx_mutex_performance_info_get, TX_FEATURE_NOT_ENABLED, TX_NULL, TX_NULL, TX_NULL, TX_NULL,
         TX_NULL, TX_NULL, TX_NULL);
    CALL(tx_mutex_performance_system_info_get, TX_FEATURE_NOT_ENABLED, TX_NULL, TX_NULL, TX_NULL,
         TX_NULL, TX_NULL, TX_NULL);
    CALL(tx_event_flags_performance_info_get, TX_FEATURE_NOT_ENABLED, &group, TX_NULL, TX_NULL,
         TX_NULL, TX_NULL);
    CALL(tx_event_flags_performance_system_info_get, TX_FEATURE_NOT_ENABLED, TX_NULL, TX_NULL,
         TX_NULL, TX_NULL);
}

static void performance_of_memory_and_timers(void)
{
    CALL(tx_block_pool_performance_info_get, TX_FEATURE_NOT_ENABLED, TX_NULL, TX_NULL, TX_NULL,
         TX_NULL, TX_NULL);
    CALL(tx_block_pool_performance_system_info_get, TX_FEATURE_NOT_ENABLED, TX_NULL, TX_NULL,
         TX_NULL, TX_NULL);
    CALL(tx_byte_pool_performance_info_get, TX_FEATURE_NOT_ENABLED, TX_NULL, TX_NULL, TX_NULL,
         TX_NULL, TX_NULL, TX_NULL, TX_NULL, TX_NULL);
    CALL(tx_byte_pool_performance_system_info_get, TX_FEATURE_NOT_ENABLED, TX_NULL, TX_NULL,
         TX_NULL, TX_NULL, TX_NULL, TX_NULL, TX_NULL);
    CALL(tx_timer_performance_info_get, TX_FEATURE_NOT_ENABLED, TX_NULL, TX_NULL, TX_NULL, TX_NULL,
         TX_NULL, TX_NULL);
    CALL(tx_timer_performance_system_info_get, TX_FEATURE_NOT_ENABLED, TX_NULL, TX_NULL, TX_NULL,
         TX_NULL, TX_NULL);
}

void program_define(VOID *first_unused_memory)
{
    (void)first_unused_memory;
    CALL(tx_queue_create, TX_SUCCESS, &queue, "queue", 1, queue_area, sizeof queue_area);
    CALL(tx_semaphore_create, TX_SUCCESS, &semaphore, "semaphore", 0);
    CALL(tx_event_flags_create, TX_SUCCESS, &group, "group");
    trace();
}

void program_main(void)
{
    notify();
    in_each(trace);
    performance();
    performance_of_memory_and_timers();
}
