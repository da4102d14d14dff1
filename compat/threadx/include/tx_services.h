/* SPDX-License-Identifier: Apache-2.0 */
/* The services under their linker names: _tx_NAME does not check its arguments, _txe_NAME does.
 * compat/threadx/README.md and the documentation of ThreadX describe their behaviour and results. A
 * service that an application can disable has a variant _disabled that returns
 * TX_FEATURE_NOT_ENABLED, so that one library serves applications with any options.
 */
#ifndef TX_SERVICES_H
#define TX_SERVICES_H

#if defined(__GNUC__) && !defined(TX_SOURCE_CODE)
#pragma GCC system_header /* see tx_port.h */
#endif

#include "tx_blocks.h"

#ifdef __cplusplus
extern "C" {
#endif

VOID _tx_initialize_kernel_enter(VOID);

/* The same, with the tick rate of the application instead of that of the library. */
VOID _tx_limen_kernel_enter(ULONG ticks_per_second);

/* Defined by the application: creates its objects. */
VOID tx_application_define(VOID *first_unused_memory);

UINT _tx_thread_create(TX_THREAD *thread_ptr, CHAR *name_ptr,
                       VOID (*entry_function)(ULONG entry_input), ULONG entry_input,
                       VOID *stack_start, ULONG stack_size, UINT priority, UINT preempt_threshold,
                       ULONG time_slice, UINT auto_start);
UINT _tx_thread_delete(TX_THREAD *thread_ptr);
UINT _tx_thread_entry_exit_notify(TX_THREAD *thread_ptr,
                                  VOID (*thread_entry_exit_notify)(TX_THREAD *notify_thread_ptr,
                                                                   UINT type));
UINT _tx_thread_info_get(TX_THREAD *thread_ptr, CHAR **name, UINT *state, ULONG *run_count,
                         UINT *priority, UINT *preemption_threshold, ULONG *time_slice,
                         TX_THREAD **next_thread, TX_THREAD **next_suspended_thread);
UINT _tx_thread_preemption_change(TX_THREAD *thread_ptr, UINT new_threshold, UINT *old_threshold);
UINT _tx_thread_priority_change(TX_THREAD *thread_ptr, UINT new_priority, UINT *old_priority);
VOID _tx_thread_relinquish(VOID);
UINT _tx_thread_reset(TX_THREAD *thread_ptr);
UINT _tx_thread_resume(TX_THREAD *thread_ptr);
UINT _tx_thread_suspend(TX_THREAD *thread_ptr);
UINT _tx_thread_terminate(TX_THREAD *thread_ptr);
UINT _tx_thread_time_slice_change(TX_THREAD *thread_ptr, ULONG new_time_slice,
                                  ULONG *old_time_slice);
UINT _tx_thread_wait_abort(TX_THREAD *thread_ptr);

UINT _tx_queue_create(TX_QUEUE *queue_ptr, CHAR *name_ptr, UINT message_size, VOID *queue_start,
                      ULONG queue_size);
UINT _tx_queue_delete(TX_QUEUE *queue_ptr);
UINT _tx_queue_flush(TX_QUEUE *queue_ptr);
UINT _tx_queue_front_send(TX_QUEUE *queue_ptr, VOID *source_ptr, ULONG wait_option);
UINT _tx_queue_info_get(TX_QUEUE *queue_ptr, CHAR **name, ULONG *enqueued, ULONG *available_storage,
                        TX_THREAD **first_suspended, ULONG *suspended_count, TX_QUEUE **next_queue);
UINT _tx_queue_prioritize(TX_QUEUE *queue_ptr);
UINT _tx_queue_receive(TX_QUEUE *queue_ptr, VOID *destination_ptr, ULONG wait_option);
UINT _tx_queue_send(TX_QUEUE *queue_ptr, VOID *source_ptr, ULONG wait_option);
UINT _tx_queue_send_notify(TX_QUEUE *queue_ptr,
                           VOID (*queue_send_notify)(TX_QUEUE *notify_queue_ptr));

UINT _tx_semaphore_ceiling_put(TX_SEMAPHORE *semaphore_ptr, ULONG ceiling);
UINT _tx_semaphore_create(TX_SEMAPHORE *semaphore_ptr, CHAR *name_ptr, ULONG initial_count);
UINT _tx_semaphore_delete(TX_SEMAPHORE *semaphore_ptr);
UINT _tx_semaphore_get(TX_SEMAPHORE *semaphore_ptr, ULONG wait_option);
UINT _tx_semaphore_info_get(TX_SEMAPHORE *semaphore_ptr, CHAR **name, ULONG *current_value,
                            TX_THREAD **first_suspended, ULONG *suspended_count,
                            TX_SEMAPHORE **next_semaphore);
UINT _tx_semaphore_prioritize(TX_SEMAPHORE *semaphore_ptr);
UINT _tx_semaphore_put(TX_SEMAPHORE *semaphore_ptr);
UINT _tx_semaphore_put_notify(TX_SEMAPHORE *semaphore_ptr,
                              VOID (*semaphore_put_notify)(TX_SEMAPHORE *notify_semaphore_ptr));

UINT _tx_mutex_create(TX_MUTEX *mutex_ptr, CHAR *name_ptr, UINT inherit);
UINT _tx_mutex_delete(TX_MUTEX *mutex_ptr);
UINT _tx_mutex_get(TX_MUTEX *mutex_ptr, ULONG wait_option);
UINT _tx_mutex_info_get(TX_MUTEX *mutex_ptr, CHAR **name, ULONG *count, TX_THREAD **owner,
                        TX_THREAD **first_suspended, ULONG *suspended_count, TX_MUTEX **next_mutex);
UINT _tx_mutex_prioritize(TX_MUTEX *mutex_ptr);
UINT _tx_mutex_put(TX_MUTEX *mutex_ptr);

UINT _tx_event_flags_create(TX_EVENT_FLAGS_GROUP *group_ptr, CHAR *name_ptr);
UINT _tx_event_flags_delete(TX_EVENT_FLAGS_GROUP *group_ptr);
UINT _tx_event_flags_get(TX_EVENT_FLAGS_GROUP *group_ptr, ULONG requested_flags, UINT get_option,
                         ULONG *actual_flags_ptr, ULONG wait_option);
UINT _tx_event_flags_info_get(TX_EVENT_FLAGS_GROUP *group_ptr, CHAR **name, ULONG *current_flags,
                              TX_THREAD **first_suspended, ULONG *suspended_count,
                              TX_EVENT_FLAGS_GROUP **next_group);
UINT _tx_event_flags_set(TX_EVENT_FLAGS_GROUP *group_ptr, ULONG flags_to_set, UINT set_option);
UINT _tx_event_flags_set_notify(TX_EVENT_FLAGS_GROUP *group_ptr,
                                VOID (*events_set_notify)(TX_EVENT_FLAGS_GROUP *notify_group_ptr));

UINT _tx_block_pool_create(TX_BLOCK_POOL *pool_ptr, CHAR *name_ptr, ULONG block_size,
                           VOID *pool_start, ULONG pool_size);
UINT _tx_block_pool_delete(TX_BLOCK_POOL *pool_ptr);
UINT _tx_block_pool_info_get(TX_BLOCK_POOL *pool_ptr, CHAR **name, ULONG *available_blocks,
                             ULONG *total_blocks, TX_THREAD **first_suspended,
                             ULONG *suspended_count, TX_BLOCK_POOL **next_pool);
UINT _tx_block_pool_prioritize(TX_BLOCK_POOL *pool_ptr);

UINT _tx_block_allocate(TX_BLOCK_POOL *pool_ptr, VOID **block_ptr, ULONG wait_option);
UINT _tx_block_release(VOID *block_ptr);

UINT _tx_byte_pool_create(TX_BYTE_POOL *pool_ptr, CHAR *name_ptr, VOID *pool_start,
                          ULONG pool_size);
UINT _tx_byte_pool_delete(TX_BYTE_POOL *pool_ptr);
UINT _tx_byte_pool_info_get(TX_BYTE_POOL *pool_ptr, CHAR **name, ULONG *available_bytes,
                            ULONG *fragments, TX_THREAD **first_suspended, ULONG *suspended_count,
                            TX_BYTE_POOL **next_pool);
UINT _tx_byte_pool_prioritize(TX_BYTE_POOL *pool_ptr);

UINT _tx_byte_allocate(TX_BYTE_POOL *pool_ptr, VOID **memory_ptr, ULONG memory_size,
                       ULONG wait_option);
UINT _tx_byte_release(VOID *memory_ptr);

UINT _tx_timer_activate(TX_TIMER *timer_ptr);
UINT _tx_timer_change(TX_TIMER *timer_ptr, ULONG initial_ticks, ULONG reschedule_ticks);
UINT _tx_timer_create(TX_TIMER *timer_ptr, CHAR *name_ptr, VOID (*expiration_function)(ULONG input),
                      ULONG expiration_input, ULONG initial_ticks, ULONG reschedule_ticks,
                      UINT auto_activate);
UINT _tx_timer_deactivate(TX_TIMER *timer_ptr);
UINT _tx_timer_delete(TX_TIMER *timer_ptr);
UINT _tx_timer_info_get(TX_TIMER *timer_ptr, CHAR **name, UINT *active, ULONG *remaining_ticks,
                        ULONG *reschedule_ticks, TX_TIMER **next_timer);

UINT _txe_thread_create(TX_THREAD *thread_ptr, CHAR *name_ptr,
                        VOID (*entry_function)(ULONG entry_input), ULONG entry_input,
                        VOID *stack_start, ULONG stack_size, UINT priority, UINT preempt_threshold,
                        ULONG time_slice, UINT auto_start, UINT thread_control_block_size);
UINT _txe_thread_delete(TX_THREAD *thread_ptr);
UINT _txe_thread_entry_exit_notify(TX_THREAD *thread_ptr,
                                   VOID (*thread_entry_exit_notify)(TX_THREAD *notify_thread_ptr,
                                                                    UINT type));
UINT _txe_thread_info_get(TX_THREAD *thread_ptr, CHAR **name, UINT *state, ULONG *run_count,
                          UINT *priority, UINT *preemption_threshold, ULONG *time_slice,
                          TX_THREAD **next_thread, TX_THREAD **next_suspended_thread);
UINT _txe_thread_preemption_change(TX_THREAD *thread_ptr, UINT new_threshold, UINT *old_threshold);
UINT _txe_thread_priority_change(TX_THREAD *thread_ptr, UINT new_priority, UINT *old_priority);
VOID _txe_thread_relinquish(VOID);
UINT _txe_thread_reset(TX_THREAD *thread_ptr);
UINT _txe_thread_resume(TX_THREAD *thread_ptr);
UINT _txe_thread_suspend(TX_THREAD *thread_ptr);
UINT _txe_thread_terminate(TX_THREAD *thread_ptr);
UINT _txe_thread_time_slice_change(TX_THREAD *thread_ptr, ULONG new_time_slice,
                                   ULONG *old_time_slice);
UINT _txe_thread_wait_abort(TX_THREAD *thread_ptr);

UINT _txe_queue_create(TX_QUEUE *queue_ptr, CHAR *name_ptr, UINT message_size, VOID *queue_start,
                       ULONG queue_size, UINT queue_control_block_size);
UINT _txe_queue_delete(TX_QUEUE *queue_ptr);
UINT _txe_queue_flush(TX_QUEUE *queue_ptr);
UINT _txe_queue_front_send(TX_QUEUE *queue_ptr, VOID *source_ptr, ULONG wait_option);
UINT _txe_queue_info_get(TX_QUEUE *queue_ptr, CHAR **name, ULONG *enqueued,
                         ULONG *available_storage, TX_THREAD **first_suspended,
                         ULONG *suspended_count, TX_QUEUE **next_queue);
UINT _txe_queue_prioritize(TX_QUEUE *queue_ptr);
UINT _txe_queue_receive(TX_QUEUE *queue_ptr, VOID *destination_ptr, ULONG wait_option);
UINT _txe_queue_send(TX_QUEUE *queue_ptr, VOID *source_ptr, ULONG wait_option);
UINT _txe_queue_send_notify(TX_QUEUE *queue_ptr,
                            VOID (*queue_send_notify)(TX_QUEUE *notify_queue_ptr));

UINT _txe_semaphore_ceiling_put(TX_SEMAPHORE *semaphore_ptr, ULONG ceiling);
UINT _txe_semaphore_create(TX_SEMAPHORE *semaphore_ptr, CHAR *name_ptr, ULONG initial_count,
                           UINT semaphore_control_block_size);
UINT _txe_semaphore_delete(TX_SEMAPHORE *semaphore_ptr);
UINT _txe_semaphore_get(TX_SEMAPHORE *semaphore_ptr, ULONG wait_option);
UINT _txe_semaphore_info_get(TX_SEMAPHORE *semaphore_ptr, CHAR **name, ULONG *current_value,
                             TX_THREAD **first_suspended, ULONG *suspended_count,
                             TX_SEMAPHORE **next_semaphore);
UINT _txe_semaphore_prioritize(TX_SEMAPHORE *semaphore_ptr);
UINT _txe_semaphore_put(TX_SEMAPHORE *semaphore_ptr);
UINT _txe_semaphore_put_notify(TX_SEMAPHORE *semaphore_ptr,
                               VOID (*semaphore_put_notify)(TX_SEMAPHORE *notify_semaphore_ptr));

UINT _txe_mutex_create(TX_MUTEX *mutex_ptr, CHAR *name_ptr, UINT inherit,
                       UINT mutex_control_block_size);
UINT _txe_mutex_delete(TX_MUTEX *mutex_ptr);
UINT _txe_mutex_get(TX_MUTEX *mutex_ptr, ULONG wait_option);
UINT _txe_mutex_info_get(TX_MUTEX *mutex_ptr, CHAR **name, ULONG *count, TX_THREAD **owner,
                         TX_THREAD **first_suspended, ULONG *suspended_count,
                         TX_MUTEX **next_mutex);
UINT _txe_mutex_prioritize(TX_MUTEX *mutex_ptr);
UINT _txe_mutex_put(TX_MUTEX *mutex_ptr);

UINT _txe_event_flags_create(TX_EVENT_FLAGS_GROUP *group_ptr, CHAR *name_ptr,
                             UINT event_control_block_size);
UINT _txe_event_flags_delete(TX_EVENT_FLAGS_GROUP *group_ptr);
UINT _txe_event_flags_get(TX_EVENT_FLAGS_GROUP *group_ptr, ULONG requested_flags, UINT get_option,
                          ULONG *actual_flags_ptr, ULONG wait_option);
UINT _txe_event_flags_info_get(TX_EVENT_FLAGS_GROUP *group_ptr, CHAR **name, ULONG *current_flags,
                               TX_THREAD **first_suspended, ULONG *suspended_count,
                               TX_EVENT_FLAGS_GROUP **next_group);
UINT _txe_event_flags_set(TX_EVENT_FLAGS_GROUP *group_ptr, ULONG flags_to_set, UINT set_option);
UINT _txe_event_flags_set_notify(TX_EVENT_FLAGS_GROUP *group_ptr,
                                 VOID (*events_set_notify)(TX_EVENT_FLAGS_GROUP *notify_group_ptr));

UINT _txe_block_pool_create(TX_BLOCK_POOL *pool_ptr, CHAR *name_ptr, ULONG block_size,
                            VOID *pool_start, ULONG pool_size, UINT block_pool_control_block_size);
UINT _txe_block_pool_delete(TX_BLOCK_POOL *pool_ptr);
UINT _txe_block_pool_info_get(TX_BLOCK_POOL *pool_ptr, CHAR **name, ULONG *available_blocks,
                              ULONG *total_blocks, TX_THREAD **first_suspended,
                              ULONG *suspended_count, TX_BLOCK_POOL **next_pool);
UINT _txe_block_pool_prioritize(TX_BLOCK_POOL *pool_ptr);

UINT _txe_block_allocate(TX_BLOCK_POOL *pool_ptr, VOID **block_ptr, ULONG wait_option);
UINT _txe_block_release(VOID *block_ptr);

UINT _txe_byte_pool_create(TX_BYTE_POOL *pool_ptr, CHAR *name_ptr, VOID *pool_start,
                           ULONG pool_size, UINT byte_pool_control_block_size);
UINT _txe_byte_pool_delete(TX_BYTE_POOL *pool_ptr);
UINT _txe_byte_pool_info_get(TX_BYTE_POOL *pool_ptr, CHAR **name, ULONG *available_bytes,
                             ULONG *fragments, TX_THREAD **first_suspended, ULONG *suspended_count,
                             TX_BYTE_POOL **next_pool);
UINT _txe_byte_pool_prioritize(TX_BYTE_POOL *pool_ptr);

UINT _txe_byte_allocate(TX_BYTE_POOL *pool_ptr, VOID **memory_ptr, ULONG memory_size,
                        ULONG wait_option);
UINT _txe_byte_release(VOID *memory_ptr);

UINT _txe_timer_activate(TX_TIMER *timer_ptr);
UINT _txe_timer_change(TX_TIMER *timer_ptr, ULONG initial_ticks, ULONG reschedule_ticks);
UINT _txe_timer_create(TX_TIMER *timer_ptr, CHAR *name_ptr,
                       VOID (*expiration_function)(ULONG input), ULONG expiration_input,
                       ULONG initial_ticks, ULONG reschedule_ticks, UINT auto_activate,
                       UINT timer_control_block_size);
UINT _txe_timer_deactivate(TX_TIMER *timer_ptr);
UINT _txe_timer_delete(TX_TIMER *timer_ptr);
UINT _txe_timer_info_get(TX_TIMER *timer_ptr, CHAR **name, UINT *active, ULONG *remaining_ticks,
                         ULONG *reschedule_ticks, TX_TIMER **next_timer);

/* Services without a checking variant. */
TX_THREAD *_tx_thread_identify(VOID);
UINT _tx_thread_sleep(ULONG timer_ticks);
UINT _tx_thread_stack_error_notify(VOID (*stack_error_handler)(TX_THREAD *thread_ptr));
UINT _tx_thread_stack_error_notify_disabled(VOID (*stack_error_handler)(TX_THREAD *thread_ptr));
UINT _tx_thread_interrupt_control(UINT new_posture);
ULONG _tx_time_get(VOID);
VOID _tx_time_set(ULONG new_time);

UINT _tx_trace_enable(VOID *trace_buffer_start, ULONG trace_buffer_size, ULONG registry_entries);
UINT _tx_trace_disable(VOID);
UINT _tx_trace_event_filter(ULONG event_filter_bits);
UINT _tx_trace_event_unfilter(ULONG event_unfilter_bits);
UINT _tx_trace_buffer_full_notify(VOID (*full_buffer_callback)(VOID *buffer));
UINT _tx_trace_user_event_insert(ULONG event_id, ULONG info_field_1, ULONG info_field_2,
                                 ULONG info_field_3, ULONG info_field_4);
VOID _tx_trace_isr_enter_insert(ULONG isr_id);
VOID _tx_trace_isr_exit_insert(ULONG isr_id);
UINT _tx_trace_enable_disabled(VOID *trace_buffer_start, ULONG trace_buffer_size,
                               ULONG registry_entries);
UINT _tx_trace_disable_disabled(VOID);
UINT _tx_trace_event_filter_disabled(ULONG event_filter_bits);
UINT _tx_trace_event_unfilter_disabled(ULONG event_unfilter_bits);
UINT _tx_trace_buffer_full_notify_disabled(VOID (*full_buffer_callback)(VOID *buffer));
UINT _tx_trace_user_event_insert_disabled(ULONG event_id, ULONG info_field_1, ULONG info_field_2,
                                          ULONG info_field_3, ULONG info_field_4);
VOID _tx_trace_isr_enter_insert_disabled(ULONG isr_id);
VOID _tx_trace_isr_exit_insert_disabled(ULONG isr_id);

UINT _tx_thread_entry_exit_notify_disabled(
    TX_THREAD *thread_ptr,
    VOID (*thread_entry_exit_notify)(TX_THREAD *notify_thread_ptr, UINT type));
UINT _tx_queue_send_notify_disabled(TX_QUEUE *queue_ptr,
                                    VOID (*queue_send_notify)(TX_QUEUE *notify_queue_ptr));
UINT _tx_semaphore_put_notify_disabled(
    TX_SEMAPHORE *semaphore_ptr, VOID (*semaphore_put_notify)(TX_SEMAPHORE *notify_semaphore_ptr));
UINT _tx_event_flags_set_notify_disabled(
    TX_EVENT_FLAGS_GROUP *group_ptr,
    VOID (*events_set_notify)(TX_EVENT_FLAGS_GROUP *notify_group_ptr));
UINT _txe_thread_entry_exit_notify_disabled(
    TX_THREAD *thread_ptr,
    VOID (*thread_entry_exit_notify)(TX_THREAD *notify_thread_ptr, UINT type));
UINT _txe_queue_send_notify_disabled(TX_QUEUE *queue_ptr,
                                     VOID (*queue_send_notify)(TX_QUEUE *notify_queue_ptr));
UINT _txe_semaphore_put_notify_disabled(
    TX_SEMAPHORE *semaphore_ptr, VOID (*semaphore_put_notify)(TX_SEMAPHORE *notify_semaphore_ptr));
UINT _txe_event_flags_set_notify_disabled(
    TX_EVENT_FLAGS_GROUP *group_ptr,
    VOID (*events_set_notify)(TX_EVENT_FLAGS_GROUP *notify_group_ptr));

UINT _tx_thread_performance_info_get(TX_THREAD *thread_ptr, ULONG *resumptions, ULONG *suspensions,
                                     ULONG *solicited_preemptions, ULONG *interrupt_preemptions,
                                     ULONG *priority_inversions, ULONG *time_slices,
                                     ULONG *relinquishes, ULONG *timeouts, ULONG *wait_aborts,
                                     TX_THREAD **last_preempted_by);
UINT _tx_thread_performance_system_info_get(ULONG *resumptions, ULONG *suspensions,
                                            ULONG *solicited_preemptions,
                                            ULONG *interrupt_preemptions,
                                            ULONG *priority_inversions, ULONG *time_slices,
                                            ULONG *relinquishes, ULONG *timeouts,
                                            ULONG *wait_aborts, ULONG *non_idle_returns,
                                            ULONG *idle_returns);
UINT _tx_thread_performance_info_get_disabled(TX_THREAD *thread_ptr, ULONG *resumptions,
                                              ULONG *suspensions, ULONG *solicited_preemptions,
                                              ULONG *interrupt_preemptions,
                                              ULONG *priority_inversions, ULONG *time_slices,
                                              ULONG *relinquishes, ULONG *timeouts,
                                              ULONG *wait_aborts, TX_THREAD **last_preempted_by);
UINT _tx_thread_performance_system_info_get_disabled(ULONG *resumptions, ULONG *suspensions,
                                                     ULONG *solicited_preemptions,
                                                     ULONG *interrupt_preemptions,
                                                     ULONG *priority_inversions, ULONG *time_slices,
                                                     ULONG *relinquishes, ULONG *timeouts,
                                                     ULONG *wait_aborts, ULONG *non_idle_returns,
                                                     ULONG *idle_returns);

UINT _tx_queue_performance_info_get(TX_QUEUE *queue_ptr, ULONG *messages_sent,
                                    ULONG *messages_received, ULONG *empty_suspensions,
                                    ULONG *full_suspensions, ULONG *full_errors, ULONG *timeouts);
UINT _tx_queue_performance_system_info_get(ULONG *messages_sent, ULONG *messages_received,
                                           ULONG *empty_suspensions, ULONG *full_suspensions,
                                           ULONG *full_errors, ULONG *timeouts);
UINT _tx_queue_performance_info_get_disabled(TX_QUEUE *queue_ptr, ULONG *messages_sent,
                                             ULONG *messages_received, ULONG *empty_suspensions,
                                             ULONG *full_suspensions, ULONG *full_errors,
                                             ULONG *timeouts);
UINT _tx_queue_performance_system_info_get_disabled(ULONG *messages_sent, ULONG *messages_received,
                                                    ULONG *empty_suspensions,
                                                    ULONG *full_suspensions, ULONG *full_errors,
                                                    ULONG *timeouts);

UINT _tx_semaphore_performance_info_get(TX_SEMAPHORE *semaphore_ptr, ULONG *puts, ULONG *gets,
                                        ULONG *suspensions, ULONG *timeouts);
UINT _tx_semaphore_performance_system_info_get(ULONG *puts, ULONG *gets, ULONG *suspensions,
                                               ULONG *timeouts);
UINT _tx_semaphore_performance_info_get_disabled(TX_SEMAPHORE *semaphore_ptr, ULONG *puts,
                                                 ULONG *gets, ULONG *suspensions, ULONG *timeouts);
UINT _tx_semaphore_performance_system_info_get_disabled(ULONG *puts, ULONG *gets,
                                                        ULONG *suspensions, ULONG *timeouts);

UINT _tx_mutex_performance_info_get(TX_MUTEX *mutex_ptr, ULONG *puts, ULONG *gets,
                                    ULONG *suspensions, ULONG *timeouts, ULONG *inversions,
                                    ULONG *inheritances);
UINT _tx_mutex_performance_system_info_get(ULONG *puts, ULONG *gets, ULONG *suspensions,
                                           ULONG *timeouts, ULONG *inversions, ULONG *inheritances);
UINT _tx_mutex_performance_info_get_disabled(TX_MUTEX *mutex_ptr, ULONG *puts, ULONG *gets,
                                             ULONG *suspensions, ULONG *timeouts, ULONG *inversions,
                                             ULONG *inheritances);
UINT _tx_mutex_performance_system_info_get_disabled(ULONG *puts, ULONG *gets, ULONG *suspensions,
                                                    ULONG *timeouts, ULONG *inversions,
                                                    ULONG *inheritances);

UINT _tx_event_flags_performance_info_get(TX_EVENT_FLAGS_GROUP *group_ptr, ULONG *sets, ULONG *gets,
                                          ULONG *suspensions, ULONG *timeouts);
UINT _tx_event_flags_performance_system_info_get(ULONG *sets, ULONG *gets, ULONG *suspensions,
                                                 ULONG *timeouts);
UINT _tx_event_flags_performance_info_get_disabled(TX_EVENT_FLAGS_GROUP *group_ptr, ULONG *sets,
                                                   ULONG *gets, ULONG *suspensions,
                                                   ULONG *timeouts);
UINT _tx_event_flags_performance_system_info_get_disabled(ULONG *sets, ULONG *gets,
                                                          ULONG *suspensions, ULONG *timeouts);

UINT _tx_block_pool_performance_info_get(TX_BLOCK_POOL *pool_ptr, ULONG *allocates, ULONG *releases,
                                         ULONG *suspensions, ULONG *timeouts);
UINT _tx_block_pool_performance_system_info_get(ULONG *allocates, ULONG *releases,
                                                ULONG *suspensions, ULONG *timeouts);
UINT _tx_block_pool_performance_info_get_disabled(TX_BLOCK_POOL *pool_ptr, ULONG *allocates,
                                                  ULONG *releases, ULONG *suspensions,
                                                  ULONG *timeouts);
UINT _tx_block_pool_performance_system_info_get_disabled(ULONG *allocates, ULONG *releases,
                                                         ULONG *suspensions, ULONG *timeouts);

UINT _tx_byte_pool_performance_info_get(TX_BYTE_POOL *pool_ptr, ULONG *allocates, ULONG *releases,
                                        ULONG *fragments_searched, ULONG *merges, ULONG *splits,
                                        ULONG *suspensions, ULONG *timeouts);
UINT _tx_byte_pool_performance_system_info_get(ULONG *allocates, ULONG *releases,
                                               ULONG *fragments_searched, ULONG *merges,
                                               ULONG *splits, ULONG *suspensions, ULONG *timeouts);
UINT _tx_byte_pool_performance_info_get_disabled(TX_BYTE_POOL *pool_ptr, ULONG *allocates,
                                                 ULONG *releases, ULONG *fragments_searched,
                                                 ULONG *merges, ULONG *splits, ULONG *suspensions,
                                                 ULONG *timeouts);
UINT _tx_byte_pool_performance_system_info_get_disabled(ULONG *allocates, ULONG *releases,
                                                        ULONG *fragments_searched, ULONG *merges,
                                                        ULONG *splits, ULONG *suspensions,
                                                        ULONG *timeouts);

UINT _tx_timer_performance_info_get(TX_TIMER *timer_ptr, ULONG *activates, ULONG *reactivates,
                                    ULONG *deactivates, ULONG *expirations,
                                    ULONG *expiration_adjusts);
UINT _tx_timer_performance_system_info_get(ULONG *activates, ULONG *reactivates, ULONG *deactivates,
                                           ULONG *expirations, ULONG *expiration_adjusts);
UINT _tx_timer_performance_info_get_disabled(TX_TIMER *timer_ptr, ULONG *activates,
                                             ULONG *reactivates, ULONG *deactivates,
                                             ULONG *expirations, ULONG *expiration_adjusts);
UINT _tx_timer_performance_system_info_get_disabled(ULONG *activates, ULONG *reactivates,
                                                    ULONG *deactivates, ULONG *expirations,
                                                    ULONG *expiration_adjusts);

#ifdef __cplusplus
}
#endif

#endif
