/* SPDX-License-Identifier: Apache-2.0 */
/* Performance information that an application has not enabled; tx_names.h selects these
 * functions. */
#include "limen.h"

UINT _tx_thread_performance_info_get_disabled(TX_THREAD *thread_ptr, ULONG *resumptions,
                                              ULONG *suspensions, ULONG *solicited_preemptions,
                                              ULONG *interrupt_preemptions,
                                              ULONG *priority_inversions, ULONG *time_slices,
                                              ULONG *relinquishes, ULONG *timeouts,
                                              ULONG *wait_aborts, TX_THREAD **last_preempted_by)
{
    TX_LIMEN_CALL(THREAD_PERFORMANCE_INFO_GET);

    TX_PARAMETER_NOT_USED(thread_ptr);
    TX_PARAMETER_NOT_USED(resumptions);
    TX_PARAMETER_NOT_USED(suspensions);
    TX_PARAMETER_NOT_USED(solicited_preemptions);
    TX_PARAMETER_NOT_USED(interrupt_preemptions);
    TX_PARAMETER_NOT_USED(priority_inversions);
    TX_PARAMETER_NOT_USED(time_slices);
    TX_PARAMETER_NOT_USED(relinquishes);
    TX_PARAMETER_NOT_USED(timeouts);
    TX_PARAMETER_NOT_USED(wait_aborts);
    TX_PARAMETER_NOT_USED(last_preempted_by);
    return TX_LIMEN_REFUSE(TX_FEATURE_NOT_ENABLED);
}

UINT _tx_thread_performance_system_info_get_disabled(ULONG *resumptions, ULONG *suspensions,
                                                     ULONG *solicited_preemptions,
                                                     ULONG *interrupt_preemptions,
                                                     ULONG *priority_inversions, ULONG *time_slices,
                                                     ULONG *relinquishes, ULONG *timeouts,
                                                     ULONG *wait_aborts, ULONG *non_idle_returns,
                                                     ULONG *idle_returns)
{
    TX_LIMEN_CALL(THREAD_PERFORMANCE_SYSTEM_INFO_GET);

    TX_PARAMETER_NOT_USED(resumptions);
    TX_PARAMETER_NOT_USED(suspensions);
    TX_PARAMETER_NOT_USED(solicited_preemptions);
    TX_PARAMETER_NOT_USED(interrupt_preemptions);
    TX_PARAMETER_NOT_USED(priority_inversions);
    TX_PARAMETER_NOT_USED(time_slices);
    TX_PARAMETER_NOT_USED(relinquishes);
    TX_PARAMETER_NOT_USED(timeouts);
    TX_PARAMETER_NOT_USED(wait_aborts);
    TX_PARAMETER_NOT_USED(non_idle_returns);
    TX_PARAMETER_NOT_USED(idle_returns);
    return TX_LIMEN_REFUSE(TX_FEATURE_NOT_ENABLED);
}

UINT _tx_queue_performance_info_get_disabled(TX_QUEUE *queue_ptr, ULONG *messages_sent,
                                             ULONG *messages_received, ULONG *empty_suspensions,
                                             ULONG *full_suspensions, ULONG *full_errors,
                                             ULONG *timeouts)
{
    TX_LIMEN_CALL(QUEUE_PERFORMANCE_INFO_GET);

    TX_PARAMETER_NOT_USED(queue_ptr);
    TX_PARAMETER_NOT_USED(messages_sent);
    TX_PARAMETER_NOT_USED(messages_received);
    TX_PARAMETER_NOT_USED(empty_suspensions);
    TX_PARAMETER_NOT_USED(full_suspensions);
    TX_PARAMETER_NOT_USED(full_errors);
    TX_PARAMETER_NOT_USED(timeouts);
    return TX_LIMEN_REFUSE(TX_FEATURE_NOT_ENABLED);
}

UINT _tx_queue_performance_system_info_get_disabled(ULONG *messages_sent, ULONG *messages_received,
                                                    ULONG *empty_suspensions,
                                                    ULONG *full_suspensions, ULONG *full_errors,
                                                    ULONG *timeouts)
{
    TX_LIMEN_CALL(QUEUE_PERFORMANCE_SYSTEM_INFO_GET);

    TX_PARAMETER_NOT_USED(messages_sent);
    TX_PARAMETER_NOT_USED(messages_received);
    TX_PARAMETER_NOT_USED(empty_suspensions);
    TX_PARAMETER_NOT_USED(full_suspensions);
    TX_PARAMETER_NOT_USED(full_errors);
    TX_PARAMETER_NOT_USED(timeouts);
    return TX_LIMEN_REFUSE(TX_FEATURE_NOT_ENABLED);
}

UINT _tx_semaphore_performance_info_get_disabled(TX_SEMAPHORE *semaphore_ptr, ULONG *puts,
                                                 ULONG *gets, ULONG *suspensions, ULONG *timeouts)
{
    TX_LIMEN_CALL(SEMAPHORE_PERFORMANCE_INFO_GET);

    TX_PARAMETER_NOT_USED(semaphore_ptr);
    TX_PARAMETER_NOT_USED(puts);
    TX_PARAMETER_NOT_USED(gets);
    TX_PARAMETER_NOT_USED(suspensions);
    TX_PARAMETER_NOT_USED(timeouts);
    return TX_LIMEN_REFUSE(TX_FEATURE_NOT_ENABLED);
}

UINT _tx_semaphore_performance_system_info_get_disabled(ULONG *puts, ULONG *gets,
                                                        ULONG *suspensions, ULONG *timeouts)
{
    TX_LIMEN_CALL(SEMAPHORE_PERFORMANCE_SYSTEM_INFO_GET);

    TX_PARAMETER_NOT_USED(puts);
    TX_PARAMETER_NOT_USED(gets);
    TX_PARAMETER_NOT_USED(suspensions);
    TX_PARAMETER_NOT_USED(timeouts);
    return TX_LIMEN_REFUSE(TX_FEATURE_NOT_ENABLED);
}

UINT _tx_mutex_performance_info_get_disabled(TX_MUTEX *mutex_ptr, ULONG *puts, ULONG *gets,
                                             ULONG *suspensions, ULONG *timeouts, ULONG *inversions,
                                             ULONG *inheritances)
{
    TX_LIMEN_CALL(MUTEX_PERFORMANCE_INFO_GET);

    TX_PARAMETER_NOT_USED(mutex_ptr);
    TX_PARAMETER_NOT_USED(puts);
    TX_PARAMETER_NOT_USED(gets);
    TX_PARAMETER_NOT_USED(suspensions);
    TX_PARAMETER_NOT_USED(timeouts);
    TX_PARAMETER_NOT_USED(inversions);
    TX_PARAMETER_NOT_USED(inheritances);
    return TX_LIMEN_REFUSE(TX_FEATURE_NOT_ENABLED);
}

UINT _tx_mutex_performance_system_info_get_disabled(ULONG *puts, ULONG *gets, ULONG *suspensions,
                                                    ULONG *timeouts, ULONG *inversions,
                                                    ULONG *inheritances)
{
    TX_LIMEN_CALL(MUTEX_PERFORMANCE_SYSTEM_INFO_GET);

    TX_PARAMETER_NOT_USED(puts);
    TX_PARAMETER_NOT_USED(gets);
    TX_PARAMETER_NOT_USED(suspensions);
    TX_PARAMETER_NOT_USED(timeouts);
    TX_PARAMETER_NOT_USED(inversions);
    TX_PARAMETER_NOT_USED(inheritances);
    return TX_LIMEN_REFUSE(TX_FEATURE_NOT_ENABLED);
}

UINT _tx_event_flags_performance_info_get_disabled(TX_EVENT_FLAGS_GROUP *group_ptr, ULONG *sets,
                                                   ULONG *gets, ULONG *suspensions, ULONG *timeouts)
{
    TX_LIMEN_CALL(EVENT_FLAGS_PERFORMANCE_INFO_GET);

    TX_PARAMETER_NOT_USED(group_ptr);
    TX_PARAMETER_NOT_USED(sets);
    TX_PARAMETER_NOT_USED(gets);
    TX_PARAMETER_NOT_USED(suspensions);
    TX_PARAMETER_NOT_USED(timeouts);
    return TX_LIMEN_REFUSE(TX_FEATURE_NOT_ENABLED);
}

UINT _tx_event_flags_performance_system_info_get_disabled(ULONG *sets, ULONG *gets,
                                                          ULONG *suspensions, ULONG *timeouts)
{
    TX_LIMEN_CALL(EVENT_FLAGS_PERFORMANCE_SYSTEM_INFO_GET);

    TX_PARAMETER_NOT_USED(sets);
    TX_PARAMETER_NOT_USED(gets);
    TX_PARAMETER_NOT_USED(suspensions);
    TX_PARAMETER_NOT_USED(timeouts);
    return TX_LIMEN_REFUSE(TX_FEATURE_NOT_ENABLED);
}

UINT _tx_block_pool_performance_info_get_disabled(TX_BLOCK_POOL *pool_ptr, ULONG *allocates,
                                                  ULONG *releases, ULONG *suspensions,
                                                  ULONG *timeouts)
{
    TX_LIMEN_CALL(BLOCK_POOL_PERFORMANCE_INFO_GET);

    TX_PARAMETER_NOT_USED(pool_ptr);
    TX_PARAMETER_NOT_USED(allocates);
    TX_PARAMETER_NOT_USED(releases);
    TX_PARAMETER_NOT_USED(suspensions);
    TX_PARAMETER_NOT_USED(timeouts);
    return TX_LIMEN_REFUSE(TX_FEATURE_NOT_ENABLED);
}

UINT _tx_block_pool_performance_system_info_get_disabled(ULONG *allocates, ULONG *releases,
                                                         ULONG *suspensions, ULONG *timeouts)
{
    TX_LIMEN_CALL(BLOCK_POOL_PERFORMANCE_SYSTEM_INFO_GET);

    TX_PARAMETER_NOT_USED(allocates);
    TX_PARAMETER_NOT_USED(releases);
    TX_PARAMETER_NOT_USED(suspensions);
    TX_PARAMETER_NOT_USED(timeouts);
    return TX_LIMEN_REFUSE(TX_FEATURE_NOT_ENABLED);
}

UINT _tx_byte_pool_performance_info_get_disabled(TX_BYTE_POOL *pool_ptr, ULONG *allocates,
                                                 ULONG *releases, ULONG *fragments_searched,
                                                 ULONG *merges, ULONG *splits, ULONG *suspensions,
                                                 ULONG *timeouts)
{
    TX_LIMEN_CALL(BYTE_POOL_PERFORMANCE_INFO_GET);

    TX_PARAMETER_NOT_USED(pool_ptr);
    TX_PARAMETER_NOT_USED(allocates);
    TX_PARAMETER_NOT_USED(releases);
    TX_PARAMETER_NOT_USED(fragments_searched);
    TX_PARAMETER_NOT_USED(merges);
    TX_PARAMETER_NOT_USED(splits);
    TX_PARAMETER_NOT_USED(suspensions);
    TX_PARAMETER_NOT_USED(timeouts);
    return TX_LIMEN_REFUSE(TX_FEATURE_NOT_ENABLED);
}

UINT _tx_byte_pool_performance_system_info_get_disabled(ULONG *allocates, ULONG *releases,
                                                        ULONG *fragments_searched, ULONG *merges,
                                                        ULONG *splits, ULONG *suspensions,
                                                        ULONG *timeouts)
{
    TX_LIMEN_CALL(BYTE_POOL_PERFORMANCE_SYSTEM_INFO_GET);

    TX_PARAMETER_NOT_USED(allocates);
    TX_PARAMETER_NOT_USED(releases);
    TX_PARAMETER_NOT_USED(fragments_searched);
    TX_PARAMETER_NOT_USED(merges);
    TX_PARAMETER_NOT_USED(splits);
    TX_PARAMETER_NOT_USED(suspensions);
    TX_PARAMETER_NOT_USED(timeouts);
    return TX_LIMEN_REFUSE(TX_FEATURE_NOT_ENABLED);
}

UINT _tx_timer_performance_info_get_disabled(TX_TIMER *timer_ptr, ULONG *activates,
                                             ULONG *reactivates, ULONG *deactivates,
                                             ULONG *expirations, ULONG *expiration_adjusts)
{
    TX_LIMEN_CALL(TIMER_PERFORMANCE_INFO_GET);

    TX_PARAMETER_NOT_USED(timer_ptr);
    TX_PARAMETER_NOT_USED(activates);
    TX_PARAMETER_NOT_USED(reactivates);
    TX_PARAMETER_NOT_USED(deactivates);
    TX_PARAMETER_NOT_USED(expirations);
    TX_PARAMETER_NOT_USED(expiration_adjusts);
    return TX_LIMEN_REFUSE(TX_FEATURE_NOT_ENABLED);
}

UINT _tx_timer_performance_system_info_get_disabled(ULONG *activates, ULONG *reactivates,
                                                    ULONG *deactivates, ULONG *expirations,
                                                    ULONG *expiration_adjusts)
{
    TX_LIMEN_CALL(TIMER_PERFORMANCE_SYSTEM_INFO_GET);

    TX_PARAMETER_NOT_USED(activates);
    TX_PARAMETER_NOT_USED(reactivates);
    TX_PARAMETER_NOT_USED(deactivates);
    TX_PARAMETER_NOT_USED(expirations);
    TX_PARAMETER_NOT_USED(expiration_adjusts);
    return TX_LIMEN_REFUSE(TX_FEATURE_NOT_ENABLED);
}
