/* SPDX-License-Identifier: Apache-2.0 */
/* Performance information: the counters of the kernel, with the names of ThreadX. */
#include "tx_byte_fit.h"

#define CHECK(object, id, signature)                                                               \
    TX_LIMEN_CHECK((object) != NULL && (object)->id == (signature), TX_PTR_ERROR)

static VOID give_thread_counters(const struct lm_counters *counters, ULONG *resumptions,
                                 ULONG *suspensions, ULONG *solicited_preemptions,
                                 ULONG *interrupt_preemptions, ULONG *priority_inversions)
{
    TX_LIMEN_GIVE(resumptions, counters->resumptions);
    TX_LIMEN_GIVE(suspensions, counters->suspensions);
    TX_LIMEN_GIVE(solicited_preemptions, counters->preemptions_by_call);
    TX_LIMEN_GIVE(interrupt_preemptions, counters->preemptions_by_interrupt);
    TX_LIMEN_GIVE(priority_inversions, counters->inversions);
}

static VOID give_more_counters(const struct lm_counters *counters, ULONG *time_slices,
                               ULONG *relinquishes, ULONG *timeouts, ULONG *wait_aborts)
{
    TX_LIMEN_GIVE(time_slices, counters->slices);
    TX_LIMEN_GIVE(relinquishes, counters->yields);
    TX_LIMEN_GIVE(timeouts, counters->timeouts);
    TX_LIMEN_GIVE(wait_aborts, counters->aborts);
}

UINT _tx_thread_performance_info_get(TX_THREAD *thread_ptr, ULONG *resumptions, ULONG *suspensions,
                                     ULONG *solicited_preemptions, ULONG *interrupt_preemptions,
                                     ULONG *priority_inversions, ULONG *time_slices,
                                     ULONG *relinquishes, ULONG *timeouts, ULONG *wait_aborts,
                                     TX_THREAD **last_preempted_by)
{
    TX_LIMEN_CALL_ON(THREAD_PERFORMANCE_INFO_GET, thread_ptr);
    CHECK(thread_ptr, tx_thread_id, TX_THREAD_ID);
    lm_trace_service(TX_SERVICE_THREAD_PERFORMANCE_INFO_GET, &thread_ptr->limen.object, 0);

    uint32_t key = lm_interrupts_disable();
    struct lm_counters counters = thread_ptr->limen_counters;

    lm_interrupts_enable(key);
    give_thread_counters(&counters, resumptions, suspensions, solicited_preemptions,
                         interrupt_preemptions, priority_inversions);
    give_more_counters(&counters, time_slices, relinquishes, timeouts, wait_aborts);
    TX_LIMEN_GIVE(last_preempted_by, tx_limen_thread(counters.preempted_by));
    return TX_SUCCESS;
}

UINT _tx_thread_performance_system_info_get(ULONG *resumptions, ULONG *suspensions,
                                            ULONG *solicited_preemptions,
                                            ULONG *interrupt_preemptions,
                                            ULONG *priority_inversions, ULONG *time_slices,
                                            ULONG *relinquishes, ULONG *timeouts,
                                            ULONG *wait_aborts, ULONG *non_idle_returns,
                                            ULONG *idle_returns)
{
    struct lm_counters counters = lm_kernel_counters();

    lm_trace_service(TX_SERVICE_THREAD_PERFORMANCE_SYSTEM_INFO_GET, NULL, 0);
    give_thread_counters(&counters, resumptions, suspensions, solicited_preemptions,
                         interrupt_preemptions, priority_inversions);
    give_more_counters(&counters, time_slices, relinquishes, timeouts, wait_aborts);
    TX_LIMEN_GIVE(non_idle_returns, counters.switches);
    TX_LIMEN_GIVE(idle_returns, counters.to_idle);
    return TX_SUCCESS;
}

/* The counters of an object do not change while they are copied. */
static struct lm_object_counters copy(const struct lm_object_counters *counters)
{
    uint32_t key = lm_interrupts_disable();
    struct lm_object_counters now = *counters;

    lm_interrupts_enable(key);
    return now;
}

static UINT give_queue(struct lm_object_counters counters, ULONG *messages_sent,
                       ULONG *messages_received, ULONG *empty_suspensions, ULONG *full_suspensions,
                       ULONG *full_errors, ULONG *timeouts)
{
    TX_LIMEN_GIVE(messages_sent, counters.given);
    TX_LIMEN_GIVE(messages_received, counters.taken);
    TX_LIMEN_GIVE(empty_suspensions, counters.waits);
    TX_LIMEN_GIVE(full_suspensions, counters.waits_for_space);
    TX_LIMEN_GIVE(full_errors, counters.refused);
    TX_LIMEN_GIVE(timeouts, counters.timeouts);
    return TX_SUCCESS;
}

UINT _tx_queue_performance_info_get(TX_QUEUE *queue_ptr, ULONG *messages_sent,
                                    ULONG *messages_received, ULONG *empty_suspensions,
                                    ULONG *full_suspensions, ULONG *full_errors, ULONG *timeouts)
{
    TX_LIMEN_CALL_ON(QUEUE_PERFORMANCE_INFO_GET, queue_ptr);
    CHECK(queue_ptr, tx_queue_id, TX_QUEUE_ID);
    lm_trace_service(TX_SERVICE_QUEUE_PERFORMANCE_INFO_GET, &queue_ptr->limen.object, 0);

    return give_queue(copy(&queue_ptr->limen_counters), messages_sent, messages_received,
                      empty_suspensions, full_suspensions, full_errors, timeouts);
}

UINT _tx_queue_performance_system_info_get(ULONG *messages_sent, ULONG *messages_received,
                                           ULONG *empty_suspensions, ULONG *full_suspensions,
                                           ULONG *full_errors, ULONG *timeouts)
{
    lm_trace_service(TX_SERVICE_QUEUE_PERFORMANCE_SYSTEM_INFO_GET, NULL, 0);
    return give_queue(lm_kernel_object_counters(LM_KIND_QUEUE), messages_sent, messages_received,
                      empty_suspensions, full_suspensions, full_errors, timeouts);
}

/* The common part of semaphores, mutexes, event flags and pools. */
static UINT give_object(struct lm_object_counters counters, ULONG *given, ULONG *taken,
                        ULONG *suspensions, ULONG *timeouts)
{
    TX_LIMEN_GIVE(given, counters.given);
    TX_LIMEN_GIVE(taken, counters.taken);
    TX_LIMEN_GIVE(suspensions, counters.waits);
    TX_LIMEN_GIVE(timeouts, counters.timeouts);
    return TX_SUCCESS;
}

UINT _tx_semaphore_performance_info_get(TX_SEMAPHORE *semaphore_ptr, ULONG *puts, ULONG *gets,
                                        ULONG *suspensions, ULONG *timeouts)
{
    TX_LIMEN_CALL_ON(SEMAPHORE_PERFORMANCE_INFO_GET, semaphore_ptr);
    CHECK(semaphore_ptr, tx_semaphore_id, TX_SEMAPHORE_ID);
    lm_trace_service(TX_SERVICE_SEMAPHORE_PERFORMANCE_INFO_GET, &semaphore_ptr->limen.object, 0);

    return give_object(copy(&semaphore_ptr->limen_counters), puts, gets, suspensions, timeouts);
}

UINT _tx_semaphore_performance_system_info_get(ULONG *puts, ULONG *gets, ULONG *suspensions,
                                               ULONG *timeouts)
{
    lm_trace_service(TX_SERVICE_SEMAPHORE_PERFORMANCE_SYSTEM_INFO_GET, NULL, 0);
    return give_object(lm_kernel_object_counters(LM_KIND_SEMAPHORE), puts, gets, suspensions,
                       timeouts);
}

UINT _tx_mutex_performance_info_get(TX_MUTEX *mutex_ptr, ULONG *puts, ULONG *gets,
                                    ULONG *suspensions, ULONG *timeouts, ULONG *inversions,
                                    ULONG *inheritances)
{
    TX_LIMEN_CALL_ON(MUTEX_PERFORMANCE_INFO_GET, mutex_ptr);
    CHECK(mutex_ptr, tx_mutex_id, TX_MUTEX_ID);
    lm_trace_service(TX_SERVICE_MUTEX_PERFORMANCE_INFO_GET, &mutex_ptr->limen.object, 0);

    struct lm_object_counters counters = copy(&mutex_ptr->limen_counters);

    TX_LIMEN_GIVE(inversions, counters.inversions);
    TX_LIMEN_GIVE(inheritances, counters.inheritances);
    return give_object(counters, puts, gets, suspensions, timeouts);
}

UINT _tx_mutex_performance_system_info_get(ULONG *puts, ULONG *gets, ULONG *suspensions,
                                           ULONG *timeouts, ULONG *inversions, ULONG *inheritances)
{
    struct lm_object_counters counters = lm_kernel_object_counters(LM_KIND_MUTEX);

    lm_trace_service(TX_SERVICE_MUTEX_PERFORMANCE_SYSTEM_INFO_GET, NULL, 0);
    TX_LIMEN_GIVE(inversions, counters.inversions);
    TX_LIMEN_GIVE(inheritances, counters.inheritances);
    return give_object(counters, puts, gets, suspensions, timeouts);
}

UINT _tx_event_flags_performance_info_get(TX_EVENT_FLAGS_GROUP *group_ptr, ULONG *sets, ULONG *gets,
                                          ULONG *suspensions, ULONG *timeouts)
{
    TX_LIMEN_CALL_ON(EVENT_FLAGS_PERFORMANCE_INFO_GET, group_ptr);
    CHECK(group_ptr, tx_event_flags_group_id, TX_EVENT_FLAGS_ID);
    lm_trace_service(TX_SERVICE_EVENT_FLAGS_PERFORMANCE_INFO_GET, &group_ptr->limen.object, 0);

    return give_object(copy(&group_ptr->limen_counters), sets, gets, suspensions, timeouts);
}

UINT _tx_event_flags_performance_system_info_get(ULONG *sets, ULONG *gets, ULONG *suspensions,
                                                 ULONG *timeouts)
{
    lm_trace_service(TX_SERVICE_EVENT_FLAGS_PERFORMANCE_SYSTEM_INFO_GET, NULL, 0);
    return give_object(lm_kernel_object_counters(LM_KIND_EVENT_FLAGS), sets, gets, suspensions,
                       timeouts);
}

UINT _tx_block_pool_performance_info_get(TX_BLOCK_POOL *pool_ptr, ULONG *allocates, ULONG *releases,
                                         ULONG *suspensions, ULONG *timeouts)
{
    TX_LIMEN_CALL_ON(BLOCK_POOL_PERFORMANCE_INFO_GET, pool_ptr);
    CHECK(pool_ptr, tx_block_pool_id, TX_BLOCK_POOL_ID);
    lm_trace_service(TX_SERVICE_BLOCK_POOL_PERFORMANCE_INFO_GET, &pool_ptr->limen.object, 0);

    return give_object(copy(&pool_ptr->limen_counters), releases, allocates, suspensions, timeouts);
}

UINT _tx_block_pool_performance_system_info_get(ULONG *allocates, ULONG *releases,
                                                ULONG *suspensions, ULONG *timeouts)
{
    lm_trace_service(TX_SERVICE_BLOCK_POOL_PERFORMANCE_SYSTEM_INFO_GET, NULL, 0);
    return give_object(lm_kernel_object_counters(LM_KIND_BLOCK_POOL), releases, allocates,
                       suspensions, timeouts);
}

/* waits: counters of the native pool; fit: counters of tx_byte_fit.c */
static UINT give_bytes(struct lm_object_counters fit, struct lm_object_counters waits,
                       ULONG *allocates, ULONG *releases, ULONG *fragments_searched, ULONG *merges,
                       ULONG *splits, ULONG *suspensions, ULONG *timeouts)
{
    TX_LIMEN_GIVE(allocates, fit.taken);
    TX_LIMEN_GIVE(releases, fit.given);
    TX_LIMEN_GIVE(fragments_searched, fit.searched);
    TX_LIMEN_GIVE(merges, fit.merges);
    TX_LIMEN_GIVE(splits, fit.splits);
    TX_LIMEN_GIVE(suspensions, waits.waits);
    TX_LIMEN_GIVE(timeouts, waits.timeouts);
    return TX_SUCCESS;
}

UINT _tx_byte_pool_performance_info_get(TX_BYTE_POOL *pool_ptr, ULONG *allocates, ULONG *releases,
                                        ULONG *fragments_searched, ULONG *merges, ULONG *splits,
                                        ULONG *suspensions, ULONG *timeouts)
{
    TX_LIMEN_CALL_ON(BYTE_POOL_PERFORMANCE_INFO_GET, pool_ptr);
    CHECK(pool_ptr, tx_byte_pool_id, TX_BYTE_POOL_ID);
    lm_trace_service(TX_SERVICE_BYTE_POOL_PERFORMANCE_INFO_GET, &pool_ptr->limen.object, 0);

    return give_bytes(copy(&pool_ptr->limen_fit), copy(&pool_ptr->limen_counters), allocates,
                      releases, fragments_searched, merges, splits, suspensions, timeouts);
}

UINT _tx_byte_pool_performance_system_info_get(ULONG *allocates, ULONG *releases,
                                               ULONG *fragments_searched, ULONG *merges,
                                               ULONG *splits, ULONG *suspensions, ULONG *timeouts)
{
    lm_trace_service(TX_SERVICE_BYTE_POOL_PERFORMANCE_SYSTEM_INFO_GET, NULL, 0);
    return give_bytes(copy(&tx_limen_fit_totals), lm_kernel_object_counters(LM_KIND_BYTE_POOL),
                      allocates, releases, fragments_searched, merges, splits, suspensions,
                      timeouts);
}

/* The number of adjustments is 0, because instants have 64 bits. */
static UINT give_timer(struct lm_object_counters counters, ULONG *activates, ULONG *reactivates,
                       ULONG *deactivates, ULONG *expirations, ULONG *expiration_adjusts)
{
    TX_LIMEN_GIVE(activates, counters.given);
    TX_LIMEN_GIVE(reactivates, counters.restarts);
    TX_LIMEN_GIVE(deactivates, counters.stops);
    TX_LIMEN_GIVE(expirations, counters.expirations);
    TX_LIMEN_GIVE(expiration_adjusts, 0);
    return TX_SUCCESS;
}

UINT _tx_timer_performance_info_get(TX_TIMER *timer_ptr, ULONG *activates, ULONG *reactivates,
                                    ULONG *deactivates, ULONG *expirations,
                                    ULONG *expiration_adjusts)
{
    TX_LIMEN_CALL_ON(TIMER_PERFORMANCE_INFO_GET, timer_ptr);
    CHECK(timer_ptr, tx_timer_id, TX_TIMER_ID);
    lm_trace_service(TX_SERVICE_TIMER_PERFORMANCE_INFO_GET, &timer_ptr->limen.object, 0);

    return give_timer(copy(&timer_ptr->limen_counters), activates, reactivates, deactivates,
                      expirations, expiration_adjusts);
}

UINT _tx_timer_performance_system_info_get(ULONG *activates, ULONG *reactivates, ULONG *deactivates,
                                           ULONG *expirations, ULONG *expiration_adjusts)
{
    lm_trace_service(TX_SERVICE_TIMER_PERFORMANCE_SYSTEM_INFO_GET, NULL, 0);
    return give_timer(lm_kernel_object_counters(LM_KIND_TIMER), activates, reactivates, deactivates,
                      expirations, expiration_adjusts);
}
