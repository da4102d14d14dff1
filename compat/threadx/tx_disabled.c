/* SPDX-License-Identifier: Apache-2.0 */
/* Services that the options of an application disable; tx_names.h selects them. */
#include "limen.h"

UINT _tx_thread_stack_error_notify_disabled(VOID (*stack_error_handler)(TX_THREAD *thread_ptr))
{
    TX_LIMEN_CALL(THREAD_STACK_ERROR_NOTIFY);

    TX_PARAMETER_NOT_USED(stack_error_handler);
    return TX_LIMEN_REFUSE(TX_FEATURE_NOT_ENABLED);
}

UINT _tx_trace_enable_disabled(VOID *trace_buffer_start, ULONG trace_buffer_size,
                               ULONG registry_entries)
{
    TX_PARAMETER_NOT_USED(trace_buffer_start);
    TX_PARAMETER_NOT_USED(trace_buffer_size);
    TX_PARAMETER_NOT_USED(registry_entries);
    return TX_FEATURE_NOT_ENABLED;
}

UINT _tx_trace_disable_disabled(VOID)
{
    return TX_FEATURE_NOT_ENABLED;
}

UINT _tx_trace_event_filter_disabled(ULONG event_filter_bits)
{
    TX_PARAMETER_NOT_USED(event_filter_bits);
    return TX_FEATURE_NOT_ENABLED;
}

UINT _tx_trace_event_unfilter_disabled(ULONG event_unfilter_bits)
{
    TX_PARAMETER_NOT_USED(event_unfilter_bits);
    return TX_FEATURE_NOT_ENABLED;
}

UINT _tx_trace_buffer_full_notify_disabled(VOID (*full_buffer_callback)(VOID *buffer))
{
    TX_PARAMETER_NOT_USED(full_buffer_callback);
    return TX_FEATURE_NOT_ENABLED;
}

UINT _tx_trace_user_event_insert_disabled(ULONG event_id, ULONG info_field_1, ULONG info_field_2,
                                          ULONG info_field_3, ULONG info_field_4)
{
    TX_PARAMETER_NOT_USED(event_id);
    TX_PARAMETER_NOT_USED(info_field_1);
    TX_PARAMETER_NOT_USED(info_field_2);
    TX_PARAMETER_NOT_USED(info_field_3);
    TX_PARAMETER_NOT_USED(info_field_4);
    return TX_FEATURE_NOT_ENABLED;
}

VOID _tx_trace_isr_enter_insert_disabled(ULONG isr_id)
{
    TX_PARAMETER_NOT_USED(isr_id);
}

VOID _tx_trace_isr_exit_insert_disabled(ULONG isr_id)
{
    TX_PARAMETER_NOT_USED(isr_id);
}

UINT _tx_thread_entry_exit_notify_disabled(
    TX_THREAD *thread_ptr,
    VOID (*thread_entry_exit_notify)(TX_THREAD *notify_thread_ptr, UINT type))
{
    TX_LIMEN_CALL(THREAD_ENTRY_EXIT_NOTIFY);

    TX_PARAMETER_NOT_USED(thread_ptr);
    TX_PARAMETER_NOT_USED(thread_entry_exit_notify);
    return TX_LIMEN_REFUSE(TX_FEATURE_NOT_ENABLED);
}

UINT _tx_queue_send_notify_disabled(TX_QUEUE *queue_ptr,
                                    VOID (*queue_send_notify)(TX_QUEUE *notify_queue_ptr))
{
    TX_LIMEN_CALL(QUEUE_SEND_NOTIFY);

    TX_PARAMETER_NOT_USED(queue_ptr);
    TX_PARAMETER_NOT_USED(queue_send_notify);
    return TX_LIMEN_REFUSE(TX_FEATURE_NOT_ENABLED);
}

UINT _tx_semaphore_put_notify_disabled(
    TX_SEMAPHORE *semaphore_ptr, VOID (*semaphore_put_notify)(TX_SEMAPHORE *notify_semaphore_ptr))
{
    TX_LIMEN_CALL(SEMAPHORE_PUT_NOTIFY);

    TX_PARAMETER_NOT_USED(semaphore_ptr);
    TX_PARAMETER_NOT_USED(semaphore_put_notify);
    return TX_LIMEN_REFUSE(TX_FEATURE_NOT_ENABLED);
}

UINT _tx_event_flags_set_notify_disabled(
    TX_EVENT_FLAGS_GROUP *group_ptr,
    VOID (*events_set_notify)(TX_EVENT_FLAGS_GROUP *notify_group_ptr))
{
    TX_LIMEN_CALL(EVENT_FLAGS_SET_NOTIFY);

    TX_PARAMETER_NOT_USED(group_ptr);
    TX_PARAMETER_NOT_USED(events_set_notify);
    return TX_LIMEN_REFUSE(TX_FEATURE_NOT_ENABLED);
}

UINT _txe_thread_entry_exit_notify_disabled(
    TX_THREAD *thread_ptr,
    VOID (*thread_entry_exit_notify)(TX_THREAD *notify_thread_ptr, UINT type))
{
    TX_LIMEN_CALL_ON(THREAD_ENTRY_EXIT_NOTIFY, thread_ptr);

    TX_PARAMETER_NOT_USED(thread_entry_exit_notify);
    TX_LIMEN_CHECK_OBJECT(thread_ptr, tx_thread_id, TX_THREAD_ID, TX_THREAD_ERROR);

    return TX_LIMEN_REFUSE(TX_FEATURE_NOT_ENABLED);
}

UINT _txe_queue_send_notify_disabled(TX_QUEUE *queue_ptr,
                                     VOID (*queue_send_notify)(TX_QUEUE *notify_queue_ptr))
{
    TX_LIMEN_CALL_ON(QUEUE_SEND_NOTIFY, queue_ptr);

    TX_PARAMETER_NOT_USED(queue_send_notify);
    TX_LIMEN_CHECK_OBJECT(queue_ptr, tx_queue_id, TX_QUEUE_ID, TX_QUEUE_ERROR);

    return TX_LIMEN_REFUSE(TX_FEATURE_NOT_ENABLED);
}

UINT _txe_semaphore_put_notify_disabled(
    TX_SEMAPHORE *semaphore_ptr, VOID (*semaphore_put_notify)(TX_SEMAPHORE *notify_semaphore_ptr))
{
    TX_LIMEN_CALL_ON(SEMAPHORE_PUT_NOTIFY, semaphore_ptr);

    TX_PARAMETER_NOT_USED(semaphore_put_notify);
    TX_LIMEN_CHECK_OBJECT(semaphore_ptr, tx_semaphore_id, TX_SEMAPHORE_ID, TX_SEMAPHORE_ERROR);

    return TX_LIMEN_REFUSE(TX_FEATURE_NOT_ENABLED);
}

UINT _txe_event_flags_set_notify_disabled(
    TX_EVENT_FLAGS_GROUP *group_ptr,
    VOID (*events_set_notify)(TX_EVENT_FLAGS_GROUP *notify_group_ptr))
{
    TX_LIMEN_CALL_ON(EVENT_FLAGS_SET_NOTIFY, group_ptr);

    TX_PARAMETER_NOT_USED(events_set_notify);
    TX_LIMEN_CHECK_OBJECT(group_ptr, tx_event_flags_group_id, TX_EVENT_FLAGS_ID, TX_GROUP_ERROR);

    return TX_LIMEN_REFUSE(TX_FEATURE_NOT_ENABLED);
}
