/* SPDX-License-Identifier: Apache-2.0 */
/* The services of ThreadX SMP, in a program that links threadx-cores. A map has a bit for each
 * core, the lowest for core 0: a thread, or the function of a timer, does not run on a core whose
 * bit is set, and runs on the lowest of the others. compat/threadx/README.md, "Several cores", has
 * the differences from ThreadX SMP.
 */
#ifndef TX_CORES_H
#define TX_CORES_H

#if defined(__GNUC__) && !defined(TX_SOURCE_CODE)
#pragma GCC system_header /* see tx_port.h */
#endif

#include "tx_blocks.h"

#ifdef TX_TIMER_PROCESS_IN_ISR
#error "TX_TIMER_PROCESS_IN_ISR: with several cores threads call the functions of timers; remove it"
#endif

#ifdef __cplusplus
extern "C" {
#endif

#define TX_THREAD_SMP_MAX_CORES LM_CORES

/* The caller, or a thread that has not run yet.
 * Returns: TX_SUCCESS; TX_NOT_DONE: the map excludes all cores, or the thread is another one and
 * has run, owns a mutex, or has a time slice; TX_THREAD_ERROR. */
UINT _tx_thread_smp_core_exclude(TX_THREAD *thread_ptr, ULONG exclusion_map);
UINT _txe_thread_smp_core_exclude(TX_THREAD *thread_ptr, ULONG exclusion_map);

/* Returns: TX_SUCCESS, TX_THREAD_ERROR, TX_PTR_ERROR. */
UINT _tx_thread_smp_core_exclude_get(TX_THREAD *thread_ptr, ULONG *exclusion_map_ptr);
UINT _txe_thread_smp_core_exclude_get(TX_THREAD *thread_ptr, ULONG *exclusion_map_ptr);

/* The core of the caller. */
UINT _tx_thread_smp_core_get(VOID);

/* Choose the core on which the function of the timer runs from its next expiration on.
 * Returns: TX_SUCCESS, TX_NOT_DONE (all cores), TX_TIMER_ERROR. */
UINT _tx_timer_smp_core_exclude(TX_TIMER *timer_ptr, ULONG exclusion_map);
UINT _txe_timer_smp_core_exclude(TX_TIMER *timer_ptr, ULONG exclusion_map);

/* Returns: TX_SUCCESS, TX_TIMER_ERROR, TX_PTR_ERROR. */
UINT _tx_timer_smp_core_exclude_get(TX_TIMER *timer_ptr, ULONG *exclusion_map_ptr);
UINT _txe_timer_smp_core_exclude_get(TX_TIMER *timer_ptr, ULONG *exclusion_map_ptr);

#ifndef TX_SOURCE_CODE
#ifdef TX_DISABLE_ERROR_CHECKING
#define tx_thread_smp_core_exclude _tx_thread_smp_core_exclude
#define tx_thread_smp_core_exclude_get _tx_thread_smp_core_exclude_get
#define tx_timer_smp_core_exclude _tx_timer_smp_core_exclude
#define tx_timer_smp_core_exclude_get _tx_timer_smp_core_exclude_get
#else
#define tx_thread_smp_core_exclude _txe_thread_smp_core_exclude
#define tx_thread_smp_core_exclude_get _txe_thread_smp_core_exclude_get
#define tx_timer_smp_core_exclude _txe_timer_smp_core_exclude
#define tx_timer_smp_core_exclude_get _txe_timer_smp_core_exclude_get
#endif
#define tx_thread_smp_core_get _tx_thread_smp_core_get
#endif

#ifdef __cplusplus
}
#endif

#endif
