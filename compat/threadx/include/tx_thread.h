/* SPDX-License-Identifier: Apache-2.0 */
/* The threads, and the contract of middleware that waits on its own account, as NetX Duo does: it
 * keeps lists of threads, and suspends and resumes them by these functions.
 */
#ifndef TX_THREAD_H
#define TX_THREAD_H

#if defined(__GNUC__) && !defined(TX_SOURCE_CODE)
#pragma GCC system_header /* see tx_port.h */
#endif

#include "tx_api.h"

#ifdef __cplusplus
extern "C" {
#endif

/* If not 0, no other thread runs, and calls do not wait. The services, TX_RESTORE and
 * _tx_thread_system_preempt_check evaluate it. */
extern volatile UINT _tx_thread_preempt_disable;
VOID _tx_thread_system_preempt_check(VOID);

/* The result of TX_THREAD_GET_SYSTEM_STATE, except in an interrupt that does not call
 * lm_interrupt_enter. */
extern volatile ULONG _tx_thread_system_state;

/* The calling thread waits until it is resumed, or for the ticks in tx_thread_timer. Before, the
 * caller has set, with interrupts disabled, its fields tx_thread_state, tx_thread_suspending,
 * tx_thread_suspend_cleanup, and has incremented _tx_thread_preempt_disable, which the function
 * decrements. After a timeout or tx_thread_wait_abort it calls the cleanup function, unless another
 * thread has cleared it before.
 * Context: thread. */
VOID _tx_thread_system_suspend(TX_THREAD *thread_ptr);

/* End this wait. The caller has incremented _tx_thread_preempt_disable; the function decrements it.
 * Context: any. */
VOID _tx_thread_system_resume(TX_THREAD *thread_ptr);

#ifdef __cplusplus
}
#endif

#endif
