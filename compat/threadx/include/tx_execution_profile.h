/* SPDX-License-Identifier: Apache-2.0 */
/* The profile of ThreadX: the time for which each thread, the interrupts and the idle system had
 * the processor, in ticks of the kernel's clock (LM_CLOCK_HZ in a second). The program defines
 * TX_EXECUTION_PROFILE_ENABLE.
 */
#ifndef TX_EXECUTION_PROFILE_H
#define TX_EXECUTION_PROFILE_H

#if defined(__GNUC__) && !defined(TX_SOURCE_CODE)
#pragma GCC system_header /* see tx_port.h */
#endif

#include "tx_api.h"

#ifndef TX_ENABLE_EXECUTION_CHANGE_NOTIFY
#error "tx_execution_profile.h: define TX_EXECUTION_PROFILE_ENABLE in all files of the program"
#endif

#ifdef __cplusplus
extern "C" {
#endif

typedef ULONG64 EXECUTION_TIME;
typedef ULONG64 EXECUTION_TIME_SOURCE_TYPE;

/* The times of one thread, of all threads, of interrupts, and of the idle system, up to the call.
 * Context: any. Returns: TX_SUCCESS. Cost: O(1). */
UINT _tx_execution_thread_time_get(TX_THREAD *thread_ptr, EXECUTION_TIME *total_time);
UINT _tx_execution_thread_total_time_get(EXECUTION_TIME *total_time);
UINT _tx_execution_isr_time_get(EXECUTION_TIME *total_time);
UINT _tx_execution_idle_time_get(EXECUTION_TIME *total_time);

/* Set a time to 0. */
UINT _tx_execution_thread_time_reset(TX_THREAD *thread_ptr);
UINT _tx_execution_thread_total_time_reset(VOID);
UINT _tx_execution_isr_time_reset(VOID);
UINT _tx_execution_idle_time_reset(VOID);

#ifdef __cplusplus
}
#endif

#endif
