/* SPDX-License-Identifier: Apache-2.0 */
/* Services that the options of an application disable; tx_names.h selects them. */
#include "limen.h"

#pragma GCC diagnostic ignored "-Wunused-parameter"

/* TX_NOTIFICATION: the functions without checks; the others are below. */
#define TX_CREATION(name, ...)
#define TX_CHECKED(result, name, ...)
#define TX_UNCHECKED(result, name, ...)
#define TX_NOTIFICATION TX_OPTIONAL
#define TX_OPTIONAL(number, name, ...)                                                             \
    UINT _tx_##name##_disabled(__VA_ARGS__)                                                        \
    {                                                                                              \
        TX_LIMEN_CALL(number);                                                                     \
        return TX_LIMEN_REFUSE(TX_FEATURE_NOT_ENABLED);                                            \
    }
#define ANSWER_UINT TX_FEATURE_NOT_ENABLED
#define ANSWER_VOID
#define TX_TRACED(result, name, ...)                                                               \
    result _tx_##name##_disabled(__VA_ARGS__)                                                      \
    {                                                                                              \
        return ANSWER_##result;                                                                    \
    }
#include "tx_services.inc"

UINT _txe_thread_entry_exit_notify_disabled(
    TX_THREAD *thread_ptr,
    VOID (*thread_entry_exit_notify)(TX_THREAD *notify_thread_ptr, UINT type))
{
    TX_LIMEN_CALL_ON(THREAD_ENTRY_EXIT_NOTIFY, thread_ptr);
    TX_LIMEN_CHECK_OBJECT(thread_ptr, tx_thread_id, TX_THREAD_ID, TX_THREAD_ERROR);
    return TX_LIMEN_REFUSE(TX_FEATURE_NOT_ENABLED);
}

UINT _txe_queue_send_notify_disabled(TX_QUEUE *queue_ptr,
                                     VOID (*queue_send_notify)(TX_QUEUE *notify_queue_ptr))
{
    TX_LIMEN_CALL_ON(QUEUE_SEND_NOTIFY, queue_ptr);
    TX_LIMEN_CHECK_OBJECT(queue_ptr, tx_queue_id, TX_QUEUE_ID, TX_QUEUE_ERROR);
    return TX_LIMEN_REFUSE(TX_FEATURE_NOT_ENABLED);
}

UINT _txe_semaphore_put_notify_disabled(
    TX_SEMAPHORE *semaphore_ptr, VOID (*semaphore_put_notify)(TX_SEMAPHORE *notify_semaphore_ptr))
{
    TX_LIMEN_CALL_ON(SEMAPHORE_PUT_NOTIFY, semaphore_ptr);
    TX_LIMEN_CHECK_OBJECT(semaphore_ptr, tx_semaphore_id, TX_SEMAPHORE_ID, TX_SEMAPHORE_ERROR);
    return TX_LIMEN_REFUSE(TX_FEATURE_NOT_ENABLED);
}

UINT _txe_event_flags_set_notify_disabled(
    TX_EVENT_FLAGS_GROUP *group_ptr,
    VOID (*events_set_notify)(TX_EVENT_FLAGS_GROUP *notify_group_ptr))
{
    TX_LIMEN_CALL_ON(EVENT_FLAGS_SET_NOTIFY, group_ptr);
    TX_LIMEN_CHECK_OBJECT(group_ptr, tx_event_flags_group_id, TX_EVENT_FLAGS_ID, TX_GROUP_ERROR);
    return TX_LIMEN_REFUSE(TX_FEATURE_NOT_ENABLED);
}
