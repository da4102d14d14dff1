/* SPDX-License-Identifier: Apache-2.0 */
/* The options of ThreadX that Limen does not fulfil: each of them is an error here, whose text says
 * why, and what to do instead. compat/threadx/README.md has a table of all options.
 *
 * This is the only place that refuses an option. It is read after tx_user.h, and before the
 * defaults.
 */
#ifndef TX_OPTIONS_H
#define TX_OPTIONS_H

/* Parts of ThreadX's sources without a counterpart in Limen. */
#ifdef TX_ENABLE_RANDOM_NUMBER_STACK_FILLING
#error "TX_ENABLE_RANDOM_NUMBER_STACK_FILLING: checks look for one pattern in all stacks; remove it"
#endif
#ifdef TX_QUEUE_MESSAGE_MAX_SIZE
#error "TX_QUEUE_MESSAGE_MAX_SIZE: messages have at most 16 words; remove it, or send pointers"
#endif
#ifdef TX_TIMER_INTERNAL_EXTENSION
#error "TX_TIMER_INTERNAL_EXTENSION: put the fields of a timer into TX_TIMER_EXTENSION"
#endif

/* Other processors. */
#if defined(TX_THREAD_SMP) || defined(TX_ENABLE_SMP) || defined(TX_THREAD_SMP_MAX_CORES) ||        \
    defined(TX_THREAD_SMP_CORE_MASK) || defined(TX_THREAD_SMP_DYNAMIC_CORE_MAX) ||                 \
    defined(TX_THREAD_SMP_ONLY_CORE_0_DEFAULT) || defined(TX_THREAD_SMP_EQUAL_PRIORITY)
#error "TX_THREAD_SMP: threads do not change cores by themselves; remove it, and link threadx-cores"
#endif
#if defined(TX_ENABLE_FIQ_SUPPORT) || defined(TX_ENABLE_FIQ_NESTING)
#error "TX_ENABLE_FIQ_SUPPORT: a Cortex-M has no FIQ; use LM_KERNEL_PRIORITY for urgent interrupts"
#endif
#ifdef TX_SINGLE_MODE_NON_SECURE
#error "TX_SINGLE_MODE_NON_SECURE: on ARMv8-M Limen runs in the secure state; make the image secure"
#endif
#if defined(TX_PORT_USE_BASEPRI) || defined(TX_PORT_BASEPRI)
#error "TX_PORT_USE_BASEPRI: it is set when Limen is built, by -DLM_KERNEL_PRIORITY=<BASEPRI>"
#endif
#if defined(TXM_MODULE) || defined(TX_ENABLE_MODULE)
#error "TXM_MODULE: Limen loads no modules; link them to the application"
#endif

/* Code of the application inside ThreadX's own functions. */
#if defined(TX_THREAD_CREATE_EXTENSION) || defined(TX_THREAD_DELETE_EXTENSION) ||                  \
    defined(TX_QUEUE_CREATE_EXTENSION) || defined(TX_QUEUE_DELETE_EXTENSION) ||                    \
    defined(TX_SEMAPHORE_CREATE_EXTENSION) || defined(TX_SEMAPHORE_DELETE_EXTENSION) ||            \
    defined(TX_MUTEX_CREATE_EXTENSION) || defined(TX_MUTEX_DELETE_EXTENSION) ||                    \
    defined(TX_EVENT_FLAGS_GROUP_CREATE_EXTENSION) ||                                              \
    defined(TX_EVENT_FLAGS_GROUP_DELETE_EXTENSION) || defined(TX_BLOCK_POOL_CREATE_EXTENSION) ||   \
    defined(TX_BLOCK_POOL_DELETE_EXTENSION) || defined(TX_BYTE_POOL_CREATE_EXTENSION) ||           \
    defined(TX_BYTE_POOL_DELETE_EXTENSION) || defined(TX_TIMER_CREATE_EXTENSION) ||                \
    defined(TX_TIMER_DELETE_EXTENSION)
#error "TX_THREAD_CREATE_EXTENSION and the like: do it after the call of tx_thread_create"
#endif
#if defined(TX_THREAD_STARTED_EXTENSION) || defined(TX_THREAD_COMPLETED_EXTENSION) ||              \
    defined(TX_THREAD_TERMINATED_EXTENSION)
#error "TX_THREAD_STARTED_EXTENSION and the like: use tx_thread_entry_exit_notify"
#endif
#if defined(TX_PORT_SPECIFIC_PRE_INITIALIZATION) ||                                                \
    defined(TX_PORT_SPECIFIC_POST_INITIALIZATION) ||                                               \
    defined(TX_PORT_SPECIFIC_PRE_SCHEDULER_INITIALIZATION)
#error "TX_PORT_SPECIFIC_PRE_INITIALIZATION and the like: do it in main or tx_application_define"
#endif

/* Time and trace. */
#ifdef TX_EXECUTION_TIME_SOURCE
#error "TX_EXECUTION_TIME_SOURCE: the profile counts in ticks of lm_now(); remove it"
#endif
#if defined(TX_TRACE_TIME_SOURCE) || defined(TX_TRACE_TIME_MASK)
#error "TX_TRACE_TIME_SOURCE: the trace has the time of lm_now(); remove the definition"
#endif
#ifdef TX_TRACE_PORT_EXTENSION
#error "TX_TRACE_PORT_EXTENSION: insert events by tx_trace_user_event_insert"
#endif
#ifdef TX_ENABLE_EVENT_LOGGING
#error "TX_ENABLE_EVENT_LOGGING: an older trace of ThreadX; use TX_ENABLE_EVENT_TRACE"
#endif

/* Options that need code which this library was built without. */
#if defined(TX_ENABLE_EVENT_TRACE) && defined(TX_LIMEN_UNTRACED)
#error "TX_ENABLE_EVENT_TRACE: this library records no events; link threadx, not threadx-fast"
#endif
#if defined(TX_LIMEN_UNCOUNTED) &&                                                                 \
    (defined(TX_THREAD_ENABLE_PERFORMANCE_INFO) || defined(TX_QUEUE_ENABLE_PERFORMANCE_INFO) ||    \
     defined(TX_SEMAPHORE_ENABLE_PERFORMANCE_INFO) || defined(TX_MUTEX_ENABLE_PERFORMANCE_INFO) || \
     defined(TX_EVENT_FLAGS_ENABLE_PERFORMANCE_INFO) ||                                            \
     defined(TX_BLOCK_POOL_ENABLE_PERFORMANCE_INFO) ||                                             \
     defined(TX_BYTE_POOL_ENABLE_PERFORMANCE_INFO) || defined(TX_TIMER_ENABLE_PERFORMANCE_INFO))
#error "TX_THREAD_ENABLE_PERFORMANCE_INFO and the like: link a library that counts: threadx-fast"
#endif

/* Options that follow from other options, for tx_names.h. */
#ifdef TX_SAFETY_CRITICAL
#undef TX_DISABLE_ERROR_CHECKING
#endif
#if defined(TX_EXECUTION_PROFILE_ENABLE) && !defined(TX_ENABLE_EXECUTION_CHANGE_NOTIFY)
#define TX_ENABLE_EXECUTION_CHANGE_NOTIFY
#endif
#if defined(TX_LOW_POWER_USER_ENTER) != defined(TX_LOW_POWER_USER_EXIT)
#error "TX_LOW_POWER_USER_ENTER: define TX_LOW_POWER_USER_EXIT, too; both may be empty"
#endif
#if (defined(TX_LOW_POWER_TIMER_SETUP) || defined(TX_LOW_POWER_USER_TIMER_ADJUST)) &&              \
    !defined(TX_LOW_POWER_USER_ENTER)
#error "TX_LOW_POWER_TIMER_SETUP: define TX_LOW_POWER_USER_ENTER and _EXIT, too; both may be empty"
#endif
#if defined(TX_LOW_POWER_USER_ENTER) && !defined(TX_LOW_POWER)
#error "TX_LOW_POWER_USER_ENTER: nothing calls it without TX_LOW_POWER; define that, too"
#endif
#if defined(TX_ENABLE_EXECUTION_CHANGE_NOTIFY) || defined(TX_LOW_POWER) ||                         \
    defined(TX_TIMER_PROCESS_IN_ISR) || defined(TX_NO_TIMER) ||                                    \
    defined(TX_TIMER_THREAD_PRIORITY) || defined(TX_TIMER_THREAD_STACK_SIZE) ||                    \
    defined(TX_THREAD_EXECUTE_LOG_SIZE)
#define TX_LIMEN_BEGINS_DIFFERENTLY
#endif
#if defined(TX_ENABLE_EXECUTION_CHANGE_NOTIFY) || defined(TX_THREAD_USER_EXTENSION) ||             \
    defined(TX_THREAD_EXTENSION_0) || defined(TX_THREAD_EXTENSION_1) ||                            \
    defined(TX_THREAD_EXTENSION_2) || defined(TX_THREAD_EXTENSION_3) ||                            \
    defined(TX_QUEUE_EXTENSION) || defined(TX_SEMAPHORE_EXTENSION) ||                              \
    defined(TX_MUTEX_EXTENSION) || defined(TX_EVENT_FLAGS_GROUP_EXTENSION) ||                      \
    defined(TX_BLOCK_POOL_EXTENSION) || defined(TX_BYTE_POOL_EXTENSION) ||                         \
    defined(TX_TIMER_EXTENSION)
#define TX_LIMEN_HAS_OWN_FIELDS
#endif

#endif
