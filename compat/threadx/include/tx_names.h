/* SPDX-License-Identifier: Apache-2.0 */
/* The function behind each tx_ name, selected by the options of the application for each of its
 * files. */
#ifndef TX_NAMES_H
#define TX_NAMES_H

#if defined(__GNUC__) && !defined(TX_SOURCE_CODE)
#pragma GCC system_header /* see tx_port.h */
#endif

#include "tx_start.h"

#ifdef TX_DISABLE_ERROR_CHECKING
#include "tx_fast.h"
#define TX_CHECKED_NAME(name) _tx_##name
#else
#define TX_CHECKED_NAME(name) _txe_##name
#endif

#ifdef TX_DISABLE_NOTIFY_CALLBACKS
#define TX_NOTIFICATION_NAME(name) TX_CHECKED_NAME(name##_disabled)
#else
#define TX_NOTIFICATION_NAME(name) TX_CHECKED_NAME(name)
#endif

#ifdef TX_DISABLE_PREEMPTION_THRESHOLD
#define TX_THRESHOLD_NAME(name) TX_CHECKED_NAME(name##_without_threshold)
#else
#define TX_THRESHOLD_NAME(name) TX_CHECKED_NAME(name)
#endif

#define TX_SLICED_NAME(slice)                                                                      \
    (__builtin_constant_p(slice) && (slice) == 0 ? TX_CHECKED_NAME(thread_create_unsliced)         \
                                                 : TX_CHECKED_NAME(thread_create))
#ifdef TX_DISABLE_PREEMPTION_THRESHOLD
#define TX_CREATE_THREAD(slice, ...)                                                               \
    TX_THRESHOLD_NAME(thread_create)(TX_SLICED_NAME(slice), __VA_ARGS__)
#else
#define TX_CREATE_THREAD(slice, ...) TX_SLICED_NAME(slice)(__VA_ARGS__)
#endif

#if defined(TX_LIMEN_AS_6_4) && !defined(TX_DISABLE_ERROR_CHECKING)
#define TX_OLDER_NAME(name) _txe_##name##_as_6_4
#else
#define TX_OLDER_NAME(name) TX_CHECKED_NAME(name)
#endif

#ifdef TX_ENABLE_EVENT_TRACE
#define TX_TRACED_NAME(name) _tx_##name
#else
#define TX_TRACED_NAME(name) _tx_##name##_disabled
#endif

#define tx_thread_identify _tx_thread_identify
#define tx_thread_sleep _tx_thread_sleep
#define tx_interrupt_control _tx_thread_interrupt_control
#define tx_time_get _tx_time_get
#define tx_time_set _tx_time_set

#ifdef TX_ENABLE_STACK_CHECKING
#define tx_thread_stack_error_notify _tx_thread_stack_error_notify
#else
#define tx_thread_stack_error_notify _tx_thread_stack_error_notify_disabled
#endif

#define tx_thread_delete TX_CHECKED_NAME(thread_delete)
#define tx_thread_entry_exit_notify TX_NOTIFICATION_NAME(thread_entry_exit_notify)
#define tx_thread_info_get TX_CHECKED_NAME(thread_info_get)
#define tx_thread_preemption_change TX_THRESHOLD_NAME(thread_preemption_change)
#define tx_thread_priority_change TX_CHECKED_NAME(thread_priority_change)
#define tx_thread_relinquish TX_CHECKED_NAME(thread_relinquish)
#define tx_thread_reset TX_CHECKED_NAME(thread_reset)
#define tx_thread_resume TX_CHECKED_NAME(thread_resume)
#define tx_thread_suspend TX_CHECKED_NAME(thread_suspend)
#define tx_thread_terminate TX_CHECKED_NAME(thread_terminate)
#define tx_thread_time_slice_change TX_CHECKED_NAME(thread_time_slice_change)
#define tx_thread_wait_abort TX_CHECKED_NAME(thread_wait_abort)
#define tx_queue_delete TX_CHECKED_NAME(queue_delete)
#define tx_queue_flush TX_CHECKED_NAME(queue_flush)
#define tx_queue_front_send TX_CHECKED_NAME(queue_front_send)
#define tx_queue_info_get TX_CHECKED_NAME(queue_info_get)
#define tx_queue_prioritize TX_CHECKED_NAME(queue_prioritize)
#define tx_queue_receive TX_CHECKED_NAME(queue_receive)
#define tx_queue_send TX_CHECKED_NAME(queue_send)
#define tx_queue_send_notify TX_NOTIFICATION_NAME(queue_send_notify)
#define tx_semaphore_ceiling_put TX_CHECKED_NAME(semaphore_ceiling_put)
#define tx_semaphore_delete TX_CHECKED_NAME(semaphore_delete)
#define tx_semaphore_get TX_CHECKED_NAME(semaphore_get)
#define tx_semaphore_info_get TX_CHECKED_NAME(semaphore_info_get)
#define tx_semaphore_prioritize TX_CHECKED_NAME(semaphore_prioritize)
#define tx_semaphore_put TX_CHECKED_NAME(semaphore_put)
#define tx_semaphore_put_notify TX_NOTIFICATION_NAME(semaphore_put_notify)
#define tx_mutex_delete TX_CHECKED_NAME(mutex_delete)
#define tx_mutex_get TX_CHECKED_NAME(mutex_get)
#define tx_mutex_info_get TX_CHECKED_NAME(mutex_info_get)
#define tx_mutex_prioritize TX_CHECKED_NAME(mutex_prioritize)
#define tx_mutex_put TX_CHECKED_NAME(mutex_put)
#define tx_event_flags_delete TX_CHECKED_NAME(event_flags_delete)
#define tx_event_flags_get TX_CHECKED_NAME(event_flags_get)
#define tx_event_flags_info_get TX_CHECKED_NAME(event_flags_info_get)
#define tx_event_flags_set TX_CHECKED_NAME(event_flags_set)
#define tx_event_flags_set_notify TX_NOTIFICATION_NAME(event_flags_set_notify)
#define tx_block_pool_delete TX_CHECKED_NAME(block_pool_delete)
#define tx_block_pool_info_get TX_CHECKED_NAME(block_pool_info_get)
#define tx_block_pool_prioritize TX_CHECKED_NAME(block_pool_prioritize)
#define tx_block_allocate TX_CHECKED_NAME(block_allocate)
#define tx_block_release TX_CHECKED_NAME(block_release)
#define tx_byte_pool_delete TX_CHECKED_NAME(byte_pool_delete)
#define tx_byte_pool_info_get TX_CHECKED_NAME(byte_pool_info_get)
#define tx_byte_pool_prioritize TX_CHECKED_NAME(byte_pool_prioritize)
#define tx_byte_allocate TX_CHECKED_NAME(byte_allocate)
#define tx_byte_release TX_CHECKED_NAME(byte_release)
#define tx_timer_activate TX_CHECKED_NAME(timer_activate)
#define tx_timer_change TX_OLDER_NAME(timer_change)
#define tx_timer_deactivate TX_CHECKED_NAME(timer_deactivate)
#define tx_timer_delete TX_CHECKED_NAME(timer_delete)
#define tx_timer_info_get TX_CHECKED_NAME(timer_info_get)

#ifndef TX_DISABLE_ERROR_CHECKING
#define tx_thread_create(a, b, c, d, e, f, g, h, i, j)                                             \
    TX_CREATE_THREAD(i, TX_FRESH_THREAD(a), b, c, d, e, f, g, h, i, j, TX_BLOCK_BYTES(TX_THREAD))
#define tx_queue_create(a, b, c, d, e)                                                             \
    _txe_queue_create(TX_FRESH_QUEUE(a), b, c, d, e, TX_BLOCK_BYTES(TX_QUEUE))
#define tx_semaphore_create(a, b, c)                                                               \
    _txe_semaphore_create(TX_FRESH_SEMAPHORE(a), b, c, TX_BLOCK_BYTES(TX_SEMAPHORE))
#define tx_mutex_create(a, b, c)                                                                   \
    _txe_mutex_create(TX_FRESH_MUTEX(a), b, c, TX_BLOCK_BYTES(TX_MUTEX))
#define tx_event_flags_create(a, b)                                                                \
    _txe_event_flags_create(TX_FRESH_GROUP(a), b, TX_BLOCK_BYTES(TX_EVENT_FLAGS_GROUP))
#define tx_block_pool_create(a, b, c, d, e)                                                        \
    _txe_block_pool_create(TX_FRESH_BLOCKS(a), b, c, d, e, TX_BLOCK_BYTES(TX_BLOCK_POOL))
#define tx_byte_pool_create(a, b, c, d)                                                            \
    _txe_byte_pool_create(TX_FRESH_BYTES(a), b, c, d, TX_BLOCK_BYTES(TX_BYTE_POOL))
#define tx_timer_create(a, b, c, d, e, f, g)                                                       \
    _txe_timer_create(TX_FRESH_TIMER(a), b, c, d, e, f, g, TX_BLOCK_BYTES(TX_TIMER))
#elif defined TX_LIMEN_HAS_OWN_FIELDS
#define tx_thread_create(a, b, c, d, e, f, g, h, i, j)                                             \
    TX_CREATE_THREAD(i, TX_FRESH_THREAD(a), b, c, d, e, f, g, h, i, j)
#define tx_queue_create(a, b, c, d, e) _tx_queue_create(TX_FRESH_QUEUE(a), b, c, d, e)
#define tx_semaphore_create(a, b, c) _tx_semaphore_create(TX_FRESH_SEMAPHORE(a), b, c)
#define tx_mutex_create(a, b, c) _tx_mutex_create(TX_FRESH_MUTEX(a), b, c)
#define tx_event_flags_create(a, b) _tx_event_flags_create(TX_FRESH_GROUP(a), b)
#define tx_block_pool_create(a, b, c, d, e) _tx_block_pool_create(TX_FRESH_BLOCKS(a), b, c, d, e)
#define tx_byte_pool_create(a, b, c, d) _tx_byte_pool_create(TX_FRESH_BYTES(a), b, c, d)
#define tx_timer_create(a, b, c, d, e, f, g) _tx_timer_create(TX_FRESH_TIMER(a), b, c, d, e, f, g)
#else
#define tx_thread_create(a, b, c, d, e, f, g, h, i, j)                                             \
    TX_CREATE_THREAD(i, a, b, c, d, e, f, g, h, i, j)
#define tx_queue_create _tx_queue_create
#define tx_semaphore_create _tx_semaphore_create
#define tx_mutex_create _tx_mutex_create
#define tx_event_flags_create _tx_event_flags_create
#define tx_block_pool_create _tx_block_pool_create
#define tx_byte_pool_create _tx_byte_pool_create
#define tx_timer_create _tx_timer_create
#endif

/* A call of these services in such a program does not compile. */
#ifdef TX_NO_TIMER
#undef tx_timer_activate
#undef tx_timer_change
#undef tx_timer_create
#undef tx_timer_deactivate
#undef tx_timer_delete
#undef tx_timer_info_get
#endif

#ifdef TX_THREAD_ENABLE_PERFORMANCE_INFO
#define tx_thread_performance_info_get _tx_thread_performance_info_get
#define tx_thread_performance_system_info_get _tx_thread_performance_system_info_get
#else
#define tx_thread_performance_info_get _tx_thread_performance_info_get_disabled
#define tx_thread_performance_system_info_get _tx_thread_performance_system_info_get_disabled
#endif
#ifdef TX_QUEUE_ENABLE_PERFORMANCE_INFO
#define tx_queue_performance_info_get _tx_queue_performance_info_get
#define tx_queue_performance_system_info_get _tx_queue_performance_system_info_get
#else
#define tx_queue_performance_info_get _tx_queue_performance_info_get_disabled
#define tx_queue_performance_system_info_get _tx_queue_performance_system_info_get_disabled
#endif
#ifdef TX_SEMAPHORE_ENABLE_PERFORMANCE_INFO
#define tx_semaphore_performance_info_get _tx_semaphore_performance_info_get
#define tx_semaphore_performance_system_info_get _tx_semaphore_performance_system_info_get
#else
#define tx_semaphore_performance_info_get _tx_semaphore_performance_info_get_disabled
#define tx_semaphore_performance_system_info_get _tx_semaphore_performance_system_info_get_disabled
#endif
#ifdef TX_MUTEX_ENABLE_PERFORMANCE_INFO
#define tx_mutex_performance_info_get _tx_mutex_performance_info_get
#define tx_mutex_performance_system_info_get _tx_mutex_performance_system_info_get
#else
#define tx_mutex_performance_info_get _tx_mutex_performance_info_get_disabled
#define tx_mutex_performance_system_info_get _tx_mutex_performance_system_info_get_disabled
#endif
#ifdef TX_EVENT_FLAGS_ENABLE_PERFORMANCE_INFO
#define tx_event_flags_performance_info_get _tx_event_flags_performance_info_get
#define tx_event_flags_performance_system_info_get _tx_event_flags_performance_system_info_get
#else
#define tx_event_flags_performance_info_get _tx_event_flags_performance_info_get_disabled
#define tx_event_flags_performance_system_info_get                                                 \
    _tx_event_flags_performance_system_info_get_disabled
#endif
#ifdef TX_BLOCK_POOL_ENABLE_PERFORMANCE_INFO
#define tx_block_pool_performance_info_get _tx_block_pool_performance_info_get
#define tx_block_pool_performance_system_info_get _tx_block_pool_performance_system_info_get
#else
#define tx_block_pool_performance_info_get _tx_block_pool_performance_info_get_disabled
#define tx_block_pool_performance_system_info_get                                                  \
    _tx_block_pool_performance_system_info_get_disabled
#endif
#ifdef TX_BYTE_POOL_ENABLE_PERFORMANCE_INFO
#define tx_byte_pool_performance_info_get _tx_byte_pool_performance_info_get
#define tx_byte_pool_performance_system_info_get _tx_byte_pool_performance_system_info_get
#else
#define tx_byte_pool_performance_info_get _tx_byte_pool_performance_info_get_disabled
#define tx_byte_pool_performance_system_info_get _tx_byte_pool_performance_system_info_get_disabled
#endif
#ifdef TX_TIMER_ENABLE_PERFORMANCE_INFO
#define tx_timer_performance_info_get _tx_timer_performance_info_get
#define tx_timer_performance_system_info_get _tx_timer_performance_system_info_get
#else
#define tx_timer_performance_info_get _tx_timer_performance_info_get_disabled
#define tx_timer_performance_system_info_get _tx_timer_performance_system_info_get_disabled
#endif

#define tx_trace_enable TX_TRACED_NAME(trace_enable)
#define tx_trace_disable TX_TRACED_NAME(trace_disable)
#define tx_trace_event_filter TX_TRACED_NAME(trace_event_filter)
#define tx_trace_event_unfilter TX_TRACED_NAME(trace_event_unfilter)
#define tx_trace_buffer_full_notify TX_TRACED_NAME(trace_buffer_full_notify)
#define tx_trace_user_event_insert TX_TRACED_NAME(trace_user_event_insert)
#define tx_trace_isr_enter_insert TX_TRACED_NAME(trace_isr_enter_insert)
#define tx_trace_isr_exit_insert TX_TRACED_NAME(trace_isr_exit_insert)

#endif
