/* SPDX-License-Identifier: Apache-2.0 */
/* The function behind each tx_ name: the options of the application decide, file by file. */
#ifndef TX_NAMES_H
#define TX_NAMES_H

#if defined(__GNUC__) && !defined(TX_SOURCE_CODE)
#pragma GCC system_header /* see tx_port.h */
#endif

#include "tx_start.h"
#ifdef TX_DISABLE_ERROR_CHECKING
#include "tx_fast.h"
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

#ifndef TX_DISABLE_ERROR_CHECKING
#define tx_thread_create(a, b, c, d, e, f, g, h, i, j)                                             \
    _txe_thread_create(TX_FRESH_THREAD(a), b, c, d, e, f, g, h, i, j, TX_BLOCK_BYTES(TX_THREAD))
#define tx_thread_delete _txe_thread_delete
#define tx_thread_entry_exit_notify _txe_thread_entry_exit_notify
#define tx_thread_info_get _txe_thread_info_get
#define tx_thread_preemption_change _txe_thread_preemption_change
#define tx_thread_priority_change _txe_thread_priority_change
#define tx_thread_relinquish _txe_thread_relinquish
#define tx_thread_reset _txe_thread_reset
#define tx_thread_resume _txe_thread_resume
#define tx_thread_suspend _txe_thread_suspend
#define tx_thread_terminate _txe_thread_terminate
#define tx_thread_time_slice_change _txe_thread_time_slice_change
#define tx_thread_wait_abort _txe_thread_wait_abort
#define tx_queue_create(a, b, c, d, e)                                                             \
    _txe_queue_create(TX_FRESH_QUEUE(a), b, c, d, e, TX_BLOCK_BYTES(TX_QUEUE))
#define tx_queue_delete _txe_queue_delete
#define tx_queue_flush _txe_queue_flush
#define tx_queue_front_send _txe_queue_front_send
#define tx_queue_info_get _txe_queue_info_get
#define tx_queue_prioritize _txe_queue_prioritize
#define tx_queue_receive _txe_queue_receive
#define tx_queue_send _txe_queue_send
#define tx_queue_send_notify _txe_queue_send_notify
#define tx_semaphore_ceiling_put _txe_semaphore_ceiling_put
#define tx_semaphore_create(a, b, c)                                                               \
    _txe_semaphore_create(TX_FRESH_SEMAPHORE(a), b, c, TX_BLOCK_BYTES(TX_SEMAPHORE))
#define tx_semaphore_delete _txe_semaphore_delete
#define tx_semaphore_get _txe_semaphore_get
#define tx_semaphore_info_get _txe_semaphore_info_get
#define tx_semaphore_prioritize _txe_semaphore_prioritize
#define tx_semaphore_put _txe_semaphore_put
#define tx_semaphore_put_notify _txe_semaphore_put_notify
#define tx_mutex_create(a, b, c)                                                                   \
    _txe_mutex_create(TX_FRESH_MUTEX(a), b, c, TX_BLOCK_BYTES(TX_MUTEX))
#define tx_mutex_delete _txe_mutex_delete
#define tx_mutex_get _txe_mutex_get
#define tx_mutex_info_get _txe_mutex_info_get
#define tx_mutex_prioritize _txe_mutex_prioritize
#define tx_mutex_put _txe_mutex_put
#define tx_event_flags_create(a, b)                                                                \
    _txe_event_flags_create(TX_FRESH_GROUP(a), b, TX_BLOCK_BYTES(TX_EVENT_FLAGS_GROUP))
#define tx_event_flags_delete _txe_event_flags_delete
#define tx_event_flags_get _txe_event_flags_get
#define tx_event_flags_info_get _txe_event_flags_info_get
#define tx_event_flags_set _txe_event_flags_set
#define tx_event_flags_set_notify _txe_event_flags_set_notify
#define tx_block_pool_create(a, b, c, d, e)                                                        \
    _txe_block_pool_create(TX_FRESH_BLOCKS(a), b, c, d, e, TX_BLOCK_BYTES(TX_BLOCK_POOL))
#define tx_block_pool_delete _txe_block_pool_delete
#define tx_block_pool_info_get _txe_block_pool_info_get
#define tx_block_pool_prioritize _txe_block_pool_prioritize
#define tx_block_allocate _txe_block_allocate
#define tx_block_release _txe_block_release
#define tx_byte_pool_create(a, b, c, d)                                                            \
    _txe_byte_pool_create(TX_FRESH_BYTES(a), b, c, d, TX_BLOCK_BYTES(TX_BYTE_POOL))
#define tx_byte_pool_delete _txe_byte_pool_delete
#define tx_byte_pool_info_get _txe_byte_pool_info_get
#define tx_byte_pool_prioritize _txe_byte_pool_prioritize
#define tx_byte_allocate _txe_byte_allocate
#define tx_byte_release _txe_byte_release
#define tx_timer_activate _txe_timer_activate
#define tx_timer_change _txe_timer_change
#define tx_timer_create(a, b, c, d, e, f, g)                                                       \
    _txe_timer_create(TX_FRESH_TIMER(a), b, c, d, e, f, g, TX_BLOCK_BYTES(TX_TIMER))
#define tx_timer_deactivate _txe_timer_deactivate
#define tx_timer_delete _txe_timer_delete
#define tx_timer_info_get _txe_timer_info_get
#else
#define tx_thread_delete _tx_thread_delete
#define tx_thread_entry_exit_notify _tx_thread_entry_exit_notify
#define tx_thread_info_get _tx_thread_info_get
#define tx_thread_preemption_change _tx_thread_preemption_change
#define tx_thread_priority_change _tx_thread_priority_change
#define tx_thread_relinquish _tx_thread_relinquish
#define tx_thread_reset _tx_thread_reset
#define tx_thread_resume _tx_thread_resume
#define tx_thread_suspend _tx_thread_suspend
#define tx_thread_terminate _tx_thread_terminate
#define tx_thread_time_slice_change _tx_thread_time_slice_change
#define tx_thread_wait_abort _tx_thread_wait_abort
#define tx_queue_delete _tx_queue_delete
#define tx_queue_flush _tx_queue_flush
#define tx_queue_front_send _tx_queue_front_send
#define tx_queue_info_get _tx_queue_info_get
#define tx_queue_prioritize _tx_queue_prioritize
#define tx_queue_receive _tx_queue_receive
#define tx_queue_send _tx_queue_send
#define tx_queue_send_notify _tx_queue_send_notify
#define tx_semaphore_ceiling_put _tx_semaphore_ceiling_put
#define tx_semaphore_delete _tx_semaphore_delete
#define tx_semaphore_get _tx_semaphore_get
#define tx_semaphore_info_get _tx_semaphore_info_get
#define tx_semaphore_prioritize _tx_semaphore_prioritize
#define tx_semaphore_put _tx_semaphore_put
#define tx_semaphore_put_notify _tx_semaphore_put_notify
#define tx_mutex_delete _tx_mutex_delete
#define tx_mutex_get _tx_mutex_get
#define tx_mutex_info_get _tx_mutex_info_get
#define tx_mutex_prioritize _tx_mutex_prioritize
#define tx_mutex_put _tx_mutex_put
#define tx_event_flags_delete _tx_event_flags_delete
#define tx_event_flags_get _tx_event_flags_get
#define tx_event_flags_info_get _tx_event_flags_info_get
#define tx_event_flags_set _tx_event_flags_set
#define tx_event_flags_set_notify _tx_event_flags_set_notify
#define tx_block_pool_delete _tx_block_pool_delete
#define tx_block_pool_info_get _tx_block_pool_info_get
#define tx_block_pool_prioritize _tx_block_pool_prioritize
#define tx_block_allocate _tx_block_allocate
#define tx_block_release _tx_block_release
#define tx_byte_pool_delete _tx_byte_pool_delete
#define tx_byte_pool_info_get _tx_byte_pool_info_get
#define tx_byte_pool_prioritize _tx_byte_pool_prioritize
#define tx_byte_allocate _tx_byte_allocate
#define tx_byte_release _tx_byte_release
#define tx_timer_activate _tx_timer_activate
#define tx_timer_change _tx_timer_change
#define tx_timer_deactivate _tx_timer_deactivate
#define tx_timer_delete _tx_timer_delete
#define tx_timer_info_get _tx_timer_info_get
#ifdef TX_LIMEN_HAS_OWN_FIELDS
#define tx_thread_create(a, b, c, d, e, f, g, h, i, j)                                             \
    _tx_thread_create(TX_FRESH_THREAD(a), b, c, d, e, f, g, h, i, j)
#define tx_queue_create(a, b, c, d, e) _tx_queue_create(TX_FRESH_QUEUE(a), b, c, d, e)
#define tx_semaphore_create(a, b, c) _tx_semaphore_create(TX_FRESH_SEMAPHORE(a), b, c)
#define tx_mutex_create(a, b, c) _tx_mutex_create(TX_FRESH_MUTEX(a), b, c)
#define tx_event_flags_create(a, b) _tx_event_flags_create(TX_FRESH_GROUP(a), b)
#define tx_block_pool_create(a, b, c, d, e) _tx_block_pool_create(TX_FRESH_BLOCKS(a), b, c, d, e)
#define tx_byte_pool_create(a, b, c, d) _tx_byte_pool_create(TX_FRESH_BYTES(a), b, c, d)
#define tx_timer_create(a, b, c, d, e, f, g) _tx_timer_create(TX_FRESH_TIMER(a), b, c, d, e, f, g)
#else
#define tx_thread_create _tx_thread_create
#define tx_queue_create _tx_queue_create
#define tx_semaphore_create _tx_semaphore_create
#define tx_mutex_create _tx_mutex_create
#define tx_event_flags_create _tx_event_flags_create
#define tx_block_pool_create _tx_block_pool_create
#define tx_byte_pool_create _tx_byte_pool_create
#define tx_timer_create _tx_timer_create
#endif
#endif

/* What such a program calls does not compile. */
#ifdef TX_NO_TIMER
#undef tx_timer_activate
#undef tx_timer_change
#undef tx_timer_create
#undef tx_timer_deactivate
#undef tx_timer_delete
#undef tx_timer_info_get
#endif

#ifdef TX_DISABLE_NOTIFY_CALLBACKS
#undef tx_thread_entry_exit_notify
#undef tx_queue_send_notify
#undef tx_semaphore_put_notify
#undef tx_event_flags_set_notify
#ifdef TX_DISABLE_ERROR_CHECKING
#define tx_thread_entry_exit_notify _tx_thread_entry_exit_notify_disabled
#define tx_queue_send_notify _tx_queue_send_notify_disabled
#define tx_semaphore_put_notify _tx_semaphore_put_notify_disabled
#define tx_event_flags_set_notify _tx_event_flags_set_notify_disabled
#else
#define tx_thread_entry_exit_notify _txe_thread_entry_exit_notify_disabled
#define tx_queue_send_notify _txe_queue_send_notify_disabled
#define tx_semaphore_put_notify _txe_semaphore_put_notify_disabled
#define tx_event_flags_set_notify _txe_event_flags_set_notify_disabled
#endif
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

#ifdef TX_ENABLE_EVENT_TRACE
#define tx_trace_enable _tx_trace_enable
#define tx_trace_disable _tx_trace_disable
#define tx_trace_event_filter _tx_trace_event_filter
#define tx_trace_event_unfilter _tx_trace_event_unfilter
#define tx_trace_buffer_full_notify _tx_trace_buffer_full_notify
#define tx_trace_user_event_insert _tx_trace_user_event_insert
#define tx_trace_isr_enter_insert _tx_trace_isr_enter_insert
#define tx_trace_isr_exit_insert _tx_trace_isr_exit_insert
#else
#define tx_trace_enable _tx_trace_enable_disabled
#define tx_trace_disable _tx_trace_disable_disabled
#define tx_trace_event_filter _tx_trace_event_filter_disabled
#define tx_trace_event_unfilter _tx_trace_event_unfilter_disabled
#define tx_trace_buffer_full_notify _tx_trace_buffer_full_notify_disabled
#define tx_trace_user_event_insert _tx_trace_user_event_insert_disabled
#define tx_trace_isr_enter_insert _tx_trace_isr_enter_insert_disabled
#define tx_trace_isr_exit_insert _tx_trace_isr_exit_insert_disabled
#endif

#endif
