/* SPDX-License-Identifier: Apache-2.0 */
/* Internal names of ThreadX that applications and their tests use nevertheless: the lists of
 * objects, the running thread. Those that are volatile are in tx_thread.h and tx_timer.h, as in
 * ThreadX: an application that declares them itself may leave the word out.
 */
#ifndef TX_INSIDE_H
#define TX_INSIDE_H

#if defined(__GNUC__) && !defined(TX_SOURCE_CODE)
#pragma GCC system_header /* see tx_port.h */
#endif

#include "tx_services.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Lists of objects: circular, linked by tx_*_created_next; NULL if there are none. */
extern TX_THREAD *_tx_thread_created_ptr;
extern ULONG _tx_thread_created_count;
extern TX_QUEUE *_tx_queue_created_ptr;
extern ULONG _tx_queue_created_count;
extern TX_SEMAPHORE *_tx_semaphore_created_ptr;
extern ULONG _tx_semaphore_created_count;
extern TX_MUTEX *_tx_mutex_created_ptr;
extern ULONG _tx_mutex_created_count;
extern TX_EVENT_FLAGS_GROUP *_tx_event_flags_created_ptr;
extern ULONG _tx_event_flags_created_count;
extern TX_BLOCK_POOL *_tx_block_pool_created_ptr;
extern ULONG _tx_block_pool_created_count;
extern TX_BYTE_POOL *_tx_byte_pool_created_ptr;
extern ULONG _tx_byte_pool_created_count;
extern TX_TIMER *_tx_timer_created_ptr;
extern ULONG _tx_timer_created_count;

/* The thread that calls the functions of timers. */
extern TX_THREAD _tx_timer_thread;

VOID _tx_thread_interrupt_restore(UINT posture);

/* TX_INITIALIZE_IN_PROGRESS until the first thread runs, then the number of nested interrupts, or 1
 * in an interrupt that does not call lm_interrupt_enter. */
#define TX_INITIALIZE_IN_PROGRESS ((ULONG)0xF0F0F0F0UL)
#define TX_INITIALIZE_ALMOST_DONE ((ULONG)0xF0F0F0F1UL)
#define TX_INITIALIZE_IS_FINISHED ((ULONG)0)
ULONG _tx_thread_system_state_get(VOID);
#define TX_THREAD_GET_SYSTEM_STATE() _tx_thread_system_state_get()

/* The running thread, or NULL. Read only. A program that names it contains the code that updates it
 * at each switch. */
extern TX_THREAD *_tx_thread_current_ptr;
#define TX_THREAD_GET_CURRENT(thread) (thread) = (TX_THREAD *)(void *)lm_thread_self();

extern const CHAR _tx_version_id[];

/* A wait option converted for the kernel: until a tick boundary. While preemption is disabled it
 * becomes LM_NO_WAIT. */
lm_timeout _tx_limen_timeout(ULONG wait_option);

/* Converts the status of a native call; unavailable: the code of the service for LM_UNAVAILABLE. */
UINT _tx_limen_status(enum lm_status status, UINT unavailable);

/* tx_thread_resume of a thread that waits with a pending suspension. */
UINT _tx_limen_lift(TX_THREAD *thread_ptr);

/* Call the application's function if the native call has succeeded. notify is read before that
 * call, because the object may be deleted meanwhile. */
#define TX_LIMEN_NOTIFY(notify, object, status)                                                    \
    do {                                                                                           \
        if (__builtin_expect((notify) != NULL, 0) && (status) == LM_OK) {                          \
            (notify)(object);                                                                      \
        }                                                                                          \
    } while (0)

/* The application may define it. It is called at every tick, in interrupt context. */
VOID tx_application_tick(VOID);

#ifdef __cplusplus
}
#endif

#endif
