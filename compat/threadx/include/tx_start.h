/* SPDX-License-Identifier: Apache-2.0 */
/* The additions to tx_kernel_enter and to the creation of objects that options of an application
 * enable. Only a program with such an option calls these functions, and contains the files of the
 * library that define them.
 */
#ifndef TX_START_H
#define TX_START_H

#if defined(__GNUC__) && !defined(TX_SOURCE_CODE)
#pragma GCC system_header /* see tx_port.h */
#endif

#include "tx_services.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Defined by the application with TX_ENABLE_EXECUTION_CHANGE_NOTIFY, or by the library's profile
 * (tx_execution_profile.h). enter and exit: _tx_thread_current_ptr gets or has had the processor;
 * they run within the switch and must not call services. */
VOID _tx_execution_initialize(VOID);
VOID _tx_execution_thread_enter(VOID);
VOID _tx_execution_thread_exit(VOID);
VOID _tx_execution_isr_enter(VOID);
VOID _tx_execution_isr_exit(VOID);

/* The application may define it, as a port of ThreadX does. It is called once, with interrupts
 * disabled, before tx_application_define. Clock, alarm and switches belong to Limen. */
VOID _tx_initialize_low_level(VOID);

/* Defined by the application with TX_LOW_POWER: called with interrupts off, the first before the
 * processor waits for an interrupt, the second after the wait and before the handler runs. They
 * must not make threads ready. */
VOID tx_low_power_enter(VOID);
VOID tx_low_power_exit(VOID);

VOID _tx_limen_execution_begin(VOID);
VOID _tx_limen_low_power_begin(VOID);

/* Around the sleep, with TX_LOW_POWER_TIMER_SETUP or TX_LOW_POWER_USER_TIMER_ADJUST. The first
 * returns the ticks until the next due instant, at least 1; TX_WAIT_FOREVER: there is none. The
 * second gets the ticks that the program measured, of which the clock may have counted none, or
 * all. */
ULONG _tx_limen_low_power_enter(VOID);
VOID _tx_limen_low_power_adjust(ULONG ticks);

VOID _tx_limen_execute_log_begin(TX_THREAD **threads, ULONG size);
VOID _tx_limen_timers_in_interrupt(VOID);
VOID _tx_limen_timer_thread_begin(VOID *stack_start, ULONG stack_size, UINT priority);

/* tx_kernel_enter of a program with such options: begin takes the place of the creation of the
 * timer thread. */
VOID _tx_limen_kernel_enter_with(ULONG ticks_per_second, VOID (*begin)(VOID));

/* Clear the fields of the application in a control block that is about to be created: from the end
 * of what the library knows. id_offset: the place of the signature of an existing block. */
VOID *_tx_limen_fresh(VOID *object, ULONG id_offset, ULONG signature, ULONG known, ULONG size);

/* tx_thread_create where the slice is the constant TX_NO_TIME_SLICE: a program that creates all its
 * threads so contains no code for slices. */
extern __typeof__(_tx_thread_create) _tx_thread_create_unsliced;
extern __typeof__(_txe_thread_create) _txe_thread_create_unsliced;

#if defined(TX_DISABLE_ERROR_CHECKING) && !defined(TX_DISABLE_PREEMPTION_THRESHOLD)
/* This name is for the address of the service that does not check, as in ThreadX. A call is a
 * macro. */
extern __typeof__(_tx_thread_create) tx_thread_create __asm__("_tx_thread_create");
#endif

/* With TX_DISABLE_PREEMPTION_THRESHOLD: a threshold other than the priority becomes 0. create: one
 * of the functions that create a thread. */
UINT _tx_thread_create_without_threshold(__typeof__(_tx_thread_create) *create,
                                         TX_THREAD *thread_ptr, CHAR *name_ptr,
                                         VOID (*entry_function)(ULONG entry_input),
                                         ULONG entry_input, VOID *stack_start, ULONG stack_size,
                                         UINT priority, UINT preempt_threshold, ULONG time_slice,
                                         UINT auto_start);
UINT _txe_thread_create_without_threshold(__typeof__(_txe_thread_create) *create,
                                          TX_THREAD *thread_ptr, CHAR *name_ptr,
                                          VOID (*entry_function)(ULONG entry_input),
                                          ULONG entry_input, VOID *stack_start, ULONG stack_size,
                                          UINT priority, UINT preempt_threshold, ULONG time_slice,
                                          UINT auto_start, UINT thread_control_block_size);
UINT _tx_thread_preemption_change_without_threshold(TX_THREAD *thread_ptr, UINT new_threshold,
                                                    UINT *old_threshold);
UINT _txe_thread_preemption_change_without_threshold(TX_THREAD *thread_ptr, UINT new_threshold,
                                                     UINT *old_threshold);

/* With TX_LIMEN_AS_6_4: not at start-up. */
UINT _txe_timer_change_as_6_4(TX_TIMER *timer_ptr, ULONG initial_ticks, ULONG reschedule_ticks);

#if defined(TX_LOW_POWER_USER_ENTER) && !defined(TX_SOURCE_CODE)
__attribute__((__weak__)) VOID tx_low_power_enter(VOID)
{
#if defined(TX_LOW_POWER_TIMER_SETUP) || defined(TX_LOW_POWER_USER_TIMER_ADJUST)
    ULONG ticks = _tx_limen_low_power_enter();

    TX_PARAMETER_NOT_USED(ticks);
#endif
#if defined(TX_LOW_POWER_TIMER_SETUP) && defined(TX_LOW_POWER_TICKLESS)
    if (ticks != TX_WAIT_FOREVER) {
        TX_LOW_POWER_TIMER_SETUP(ticks);
    }
#elif defined(TX_LOW_POWER_TIMER_SETUP)
    TX_LOW_POWER_TIMER_SETUP(ticks);
#endif
    TX_LOW_POWER_USER_ENTER;
}

__attribute__((__weak__)) VOID tx_low_power_exit(VOID)
{
    TX_LOW_POWER_USER_EXIT;
#ifdef TX_LOW_POWER_USER_TIMER_ADJUST
    _tx_limen_low_power_adjust((ULONG)(TX_LOW_POWER_USER_TIMER_ADJUST));
#endif
}
#endif

#ifdef TX_THREAD_EXECUTE_LOG_SIZE
/* The threads that got the processor, and the place of the next one. Each file in C that has the
 * option defines the array, and the linker merges them. */
#ifdef __cplusplus
extern TX_THREAD *_tx_thread_performance_execute_log[TX_THREAD_EXECUTE_LOG_SIZE];
#else
TX_THREAD *_tx_thread_performance_execute_log[TX_THREAD_EXECUTE_LOG_SIZE]
    __attribute__((__common__));
#endif
extern ULONG _tx_thread_performance__execute_log_index;
#endif

#ifdef TX_LIMEN_BEGINS_DIFFERENTLY
static __inline__ VOID _tx_limen_begin(VOID)
{
#ifdef TX_ENABLE_EXECUTION_CHANGE_NOTIFY
    _tx_limen_execution_begin();
#endif
#ifdef TX_LOW_POWER
    _tx_limen_low_power_begin();
#endif
#ifdef TX_THREAD_EXECUTE_LOG_SIZE
    _tx_limen_execute_log_begin(_tx_thread_performance_execute_log, TX_THREAD_EXECUTE_LOG_SIZE);
#endif
#if defined(TX_TIMER_PROCESS_IN_ISR)
    _tx_limen_timers_in_interrupt();
#elif !defined(TX_NO_TIMER)
    static ULONG64 stack[(TX_TIMER_THREAD_STACK_SIZE + 15) / 16 * 2];

    _tx_limen_timer_thread_begin(stack, sizeof stack, TX_TIMER_THREAD_PRIORITY);
#endif
}

#define tx_kernel_enter() _tx_limen_kernel_enter_with(TX_TIMER_TICKS_PER_SECOND, _tx_limen_begin)
#else
#define tx_kernel_enter() _tx_limen_kernel_enter(TX_TIMER_TICKS_PER_SECOND)
#endif

/* The control block of the timer thread has these fields, too: see tx_timer_thread.c. C++ lacks
 * common definitions, but a program has at least one file in C. */
#if defined(TX_LIMEN_HAS_OWN_FIELDS) && !defined(TX_SOURCE_CODE) && !defined(__cplusplus)
TX_THREAD _tx_timer_thread __attribute__((__common__));
#endif

/* The first argument of a service that creates an object. */
#ifdef TX_LIMEN_HAS_OWN_FIELDS
#define TX_FRESH(object, type, id, signature)                                                      \
    ((type *)_tx_limen_fresh((object), (ULONG)offsetof(type, id), (signature),                     \
                             TX_BLOCK_BYTES(type), (ULONG)sizeof(type)))
#else
#define TX_FRESH(object, type, id, signature) (object)
#endif
#define TX_FRESH_THREAD(t) TX_FRESH(t, TX_THREAD, tx_thread_id, TX_THREAD_ID)
#define TX_FRESH_QUEUE(q) TX_FRESH(q, TX_QUEUE, tx_queue_id, TX_QUEUE_ID)
#define TX_FRESH_SEMAPHORE(s) TX_FRESH(s, TX_SEMAPHORE, tx_semaphore_id, TX_SEMAPHORE_ID)
#define TX_FRESH_MUTEX(m) TX_FRESH(m, TX_MUTEX, tx_mutex_id, TX_MUTEX_ID)
#define TX_FRESH_GROUP(g)                                                                          \
    TX_FRESH(g, TX_EVENT_FLAGS_GROUP, tx_event_flags_group_id, TX_EVENT_FLAGS_ID)
#define TX_FRESH_BLOCKS(p) TX_FRESH(p, TX_BLOCK_POOL, tx_block_pool_id, TX_BLOCK_POOL_ID)
#define TX_FRESH_BYTES(p) TX_FRESH(p, TX_BYTE_POOL, tx_byte_pool_id, TX_BYTE_POOL_ID)
#define TX_FRESH_TIMER(t) TX_FRESH(t, TX_TIMER, tx_timer_id, TX_TIMER_ID)

#ifdef __cplusplus
}
#endif

#endif
