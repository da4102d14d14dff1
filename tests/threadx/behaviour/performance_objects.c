/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: the performance information of queues, semaphores, mutexes, event flags and timers counts
 * the events of one object and of all objects.
 */
#define TX_QUEUE_ENABLE_PERFORMANCE_INFO
#define TX_SEMAPHORE_ENABLE_PERFORMANCE_INFO
#define TX_MUTEX_ENABLE_PERFORMANCE_INFO
#define TX_EVENT_FLAGS_ENABLE_PERFORMANCE_INFO
#define TX_TIMER_ENABLE_PERFORMANCE_INFO
#include "suite.h"

static TX_QUEUE queue, no_queue;
static TX_SEMAPHORE semaphore, no_semaphore;
static TX_MUTEX mutex, no_mutex;
static TX_EVENT_FLAGS_GROUP group, no_group;
static TX_TIMER timer, no_timer;
static ULONG queue_area[1];

static VOID nothing(ULONG input)
{
    (void)input;
}

static void use_nulls(void)
{
    CALL(tx_queue_performance_info_get, TX_SUCCESS, &queue, TX_NULL, TX_NULL, TX_NULL, TX_NULL,
         TX_NULL, TX_NULL);
    CALL(tx_queue_performance_info_get, TX_PTR_ERROR, TX_NULL, TX_NULL, TX_NULL, TX_NULL, TX_NULL,
         TX_NULL, TX_NULL);
    CALL(tx_queue_performance_info_get, TX_PTR_ERROR, &no_queue, TX_NULL, TX_NULL, TX_NULL, TX_NULL,
         TX_NULL, TX_NULL);
    CALL(tx_queue_performance_system_info_get, TX_SUCCESS, TX_NULL, TX_NULL, TX_NULL, TX_NULL,
         TX_NULL, TX_NULL);
    CALL(tx_semaphore_performance_info_get, TX_SUCCESS, &semaphore, TX_NULL, TX_NULL, TX_NULL,
         TX_NULL);
    CALL(tx_semaphore_performance_info_get, TX_PTR_ERROR, TX_NULL, TX_NULL, TX_NULL, TX_NULL,
         TX_NULL);
    CALL(tx_semaphore_performance_info_get, TX_PTR_ERROR, &no_semaphore, TX_NULL, TX_NULL, TX_NULL,
         TX_NULL);
    CALL(tx_semaphore_performance_system_info_get, TX_SUCCESS, TX_NULL, TX_NULL, TX_NULL, TX_NULL);
    CALL(tx_mutex_performance_info_get, TX_SUCCESS, &mutex, TX_NULL, TX_NULL, TX_NULL, TX_NULL,
         TX_NULL, TX_NULL);
    CALL(tx_mutex_performance_info_get, TX_PTR_ERROR, TX_NULL, TX_NULL, TX_NULL, TX_NULL, TX_NULL,
         TX_NULL, TX_NULL);
    CALL(tx_mutex_performance_info_get, TX_PTR_ERROR, &no_mutex, TX_NULL, TX_NULL, TX_NULL, TX_NULL,
         TX_NULL, TX_NULL);
    CALL(tx_mutex_performance_system_info_get, TX_SUCCESS, TX_NULL, TX_NULL, TX_NULL, TX_NULL,
         TX_NULL, TX_NULL);
    CALL(tx_event_flags_performance_info_get, TX_SUCCESS, &group, TX_NULL, TX_NULL, TX_NULL,
         TX_NULL);
    CALL(tx_event_flags_performance_info_get, TX_PTR_ERROR, TX_NULL, TX_NULL, TX_NULL, TX_NULL,
         TX_NULL);
    CALL(tx_event_flags_performance_info_get, TX_PTR_ERROR, &no_group, TX_NULL, TX_NULL, TX_NULL,
         TX_NULL);
    CALL(tx_event_flags_performance_system_info_get, TX_SUCCESS, TX_NULL, TX_NULL, TX_NULL,
         TX_NULL);
    CALL(tx_timer_performance_info_get, TX_SUCCESS, &timer, TX_NULL, TX_NULL, TX_NULL, TX_NULL,
         TX_NULL);
    CALL(tx_timer_performance_info_get, TX_PTR_ERROR, TX_NULL, TX_NULL, TX_NULL, TX_NULL, TX_NULL,
         TX_NULL);
    CALL(tx_timer_performance_info_get, TX_PTR_ERROR, &no_timer, TX_NULL, TX_NULL, TX_NULL, TX_NULL,
         TX_NULL);
    CALL(tx_timer_performance_system_info_get, TX_SUCCESS, TX_NULL, TX_NULL, TX_NULL, TX_NULL,
         TX_NULL);
}

void program_define(VOID *first_unused_memory)
{
    (void)first_unused_memory;
    CALL(tx_queue_create, TX_SUCCESS, &queue, "queue", 1, queue_area, sizeof queue_area);
    CALL(tx_semaphore_create, TX_SUCCESS, &semaphore, "semaphore", 0);
    CALL(tx_mutex_create, TX_SUCCESS, &mutex, "mutex", TX_INHERIT);
    CALL(tx_event_flags_create, TX_SUCCESS, &group, "group");
    CALL(tx_timer_create, TX_SUCCESS, &timer, "timer", nothing, 0, 3, 3, TX_NO_ACTIVATE);
    use_nulls();
}

static void count_queue(void)
{
    ULONG sent, received, empty, full, errors, timeouts, all, message = 1;

    CALL(tx_queue_send, TX_SUCCESS, &queue, &message, TX_NO_WAIT);
    CALL(tx_queue_send, TX_QUEUE_FULL, &queue, &message, TX_NO_WAIT);
    CALL(tx_queue_send, TX_QUEUE_FULL, &queue, &message, 1);
    CALL(tx_queue_receive, TX_SUCCESS, &queue, &message, TX_NO_WAIT);
    CALL(tx_queue_receive, TX_QUEUE_EMPTY, &queue, &message, 1);
    CALL(tx_queue_receive, TX_QUEUE_EMPTY, &queue, &message, 1);
    CALL(tx_queue_front_send, TX_SUCCESS, &queue, &message, TX_NO_WAIT);
    CALL(tx_queue_performance_info_get, TX_SUCCESS, &queue, &sent, &received, &empty, &full,
         &errors, &timeouts);
    EQUAL(sent, queue.tx_queue_performance_messages_sent_count);
    EQUAL(received, queue.tx_queue_performance_messages_received_count);
    EQUAL(empty, queue.tx_queue_performance_empty_suspension_count);
    EQUAL(full, queue.tx_queue_performance_full_suspension_count);
    EQUAL(errors, queue.tx_queue_performance_full_error_count);
    EQUAL(timeouts, queue.tx_queue_performance_timeout_count);
    EQUAL(2, sent);
    EQUAL(1, received);
    EQUAL(2, empty);
    EQUAL(1, full);
    EQUAL(1, errors);
    EQUAL(3, timeouts);
    CALL(tx_queue_performance_system_info_get, TX_SUCCESS, &all, &received, &empty, &full, &errors,
         &timeouts);
    EQUAL(2, all);
    EQUAL(3, timeouts);
}

static void count_semaphore(void)
{
    ULONG puts, gets, suspensions, timeouts;

    CALL(tx_semaphore_put, TX_SUCCESS, &semaphore);
    CALL(tx_semaphore_ceiling_put, TX_SUCCESS, &semaphore, 5);
    CALL(tx_semaphore_get, TX_SUCCESS, &semaphore, TX_NO_WAIT);
    CALL(tx_semaphore_get, TX_SUCCESS, &semaphore, TX_NO_WAIT);
    CALL(tx_semaphore_get, TX_NO_INSTANCE, &semaphore, 1);
    CALL(tx_semaphore_performance_info_get, TX_SUCCESS, &semaphore, &puts, &gets, &suspensions,
         &timeouts);
    EQUAL(puts, semaphore.tx_semaphore_performance_put_count);
    EQUAL(gets, semaphore.tx_semaphore_performance_get_count);
    EQUAL(suspensions, semaphore.tx_semaphore_performance_suspension_count);
    EQUAL(timeouts, semaphore.tx_semaphore_performance_timeout_count);
    EQUAL(2, puts);
    CHECK(gets == 2 || gets == 3); /* the one that timed out */
    EQUAL(1, suspensions);
    EQUAL(1, timeouts);
    CALL(tx_semaphore_performance_system_info_get, TX_SUCCESS, &puts, &gets, &suspensions,
         &timeouts);
    EQUAL(2, puts);
    EQUAL(1, timeouts);
}

static VOID take_mutex(ULONG input)
{
    (void)input;
    CALL(tx_mutex_get, TX_NOT_AVAILABLE, &mutex, 1);
    CALL(tx_mutex_get, TX_SUCCESS, &mutex, TX_WAIT_FOREVER);
    CALL(tx_mutex_put, TX_SUCCESS, &mutex);
}

static void count_mutex(void)
{
    ULONG puts, gets, suspensions, timeouts, inversions, inheritances;

    CALL(tx_mutex_get, TX_SUCCESS, &mutex, TX_NO_WAIT);
    started("taker", take_mutex, 10);
    CALL(tx_thread_sleep, TX_SUCCESS, 2);
    CALL(tx_mutex_put, TX_SUCCESS, &mutex);
    CALL(tx_mutex_performance_info_get, TX_SUCCESS, &mutex, &puts, &gets, &suspensions, &timeouts,
         &inversions, &inheritances);
    EQUAL(puts, mutex.tx_mutex_performance_put_count);
    EQUAL(gets, mutex.tx_mutex_performance_get_count);
    EQUAL(suspensions, mutex.tx_mutex_performance_suspension_count);
    EQUAL(timeouts, mutex.tx_mutex_performance_timeout_count);
    EQUAL(inversions, mutex.tx_mutex_performance_priority_inversion_count);
    EQUAL(inheritances, mutex.tx_mutex_performance_priority_inheritance_count);
    EQUAL(2, puts);
    CHECK(gets >= 2 && gets <= 4);
    EQUAL(2, suspensions);
    EQUAL(1, timeouts);
    EQUAL(2, inversions);
    EQUAL(2, inheritances);
    CALL(tx_mutex_performance_system_info_get, TX_SUCCESS, &puts, &gets, &suspensions, &timeouts,
         &inversions, &inheritances);
    EQUAL(2, puts);
    EQUAL(2, inheritances);
}

static void count_flags(void)
{
    ULONG sets, gets, suspensions, timeouts, actual;

    CALL(tx_event_flags_set, TX_SUCCESS, &group, 1, TX_OR);
    CALL(tx_event_flags_set, TX_SUCCESS, &group, 2, TX_OR);
    CALL(tx_event_flags_get, TX_SUCCESS, &group, 1, TX_OR, &actual, TX_NO_WAIT);
    CALL(tx_event_flags_get, TX_NO_EVENTS, &group, 4, TX_OR, &actual, 1);
    CALL(tx_event_flags_performance_info_get, TX_SUCCESS, &group, &sets, &gets, &suspensions,
         &timeouts);
    EQUAL(sets, group.tx_event_flags_group_performance_set_count);
    EQUAL(gets, group.tx_event_flags_group_performance_get_count);
    EQUAL(suspensions, group.tx_event_flags_group___performance_suspension_count);
    EQUAL(timeouts, group.tx_event_flags_group____performance_timeout_count);
    EQUAL(2, sets);
    CHECK(gets == 1 || gets == 2);
    EQUAL(1, suspensions);
    EQUAL(1, timeouts);
    CALL(tx_event_flags_performance_system_info_get, TX_SUCCESS, &sets, &gets, &suspensions,
         &timeouts);
    EQUAL(2, sets);
    EQUAL(1, timeouts);
}

static void count_timer(void)
{
    ULONG activates, reactivates, deactivates, expirations, adjusts, before, after;

    CALL(tx_timer_performance_info_get, TX_SUCCESS, &timer, &before, TX_NULL, TX_NULL, TX_NULL,
         TX_NULL);
    CALL(tx_timer_activate, TX_SUCCESS, &timer);
    CALL(tx_thread_sleep, TX_SUCCESS, 10);
    CALL(tx_timer_deactivate, TX_SUCCESS, &timer);
    CALL(tx_timer_performance_info_get, TX_SUCCESS, &timer, &activates, &reactivates, &deactivates,
         &expirations, &adjusts);
    EQUAL(activates, timer.tx_timer_performance_activate_count);
    EQUAL(reactivates, timer.tx_timer_performance_reactivate_count);
    EQUAL(deactivates, timer.tx_timer_performance_deactivate_count);
    EQUAL(expirations, timer.tx_timer_performance_expiration_count);
    EQUAL(1, activates - before);
    EQUAL(3, expirations);
    EQUAL(3, reactivates);
    EQUAL(1, deactivates);
    EQUAL(0, adjusts);
    CALL(tx_timer_performance_system_info_get, TX_SUCCESS, &activates, &reactivates, &deactivates,
         &after, &adjusts);
    CHECK(after >= 3);
}

void program_main(void)
{
    in_each(use_nulls);
    count_queue();
    count_semaphore();
    count_mutex();
    count_flags();
    count_timer();
}
