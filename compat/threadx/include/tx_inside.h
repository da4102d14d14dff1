/* SPDX-License-Identifier: Apache-2.0 */
/* Internal names of ThreadX that its macros use. Its variables are in tx_thread.h, tx_timer.h and
 * the headers of the kinds of objects.
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

VOID _tx_thread_interrupt_restore(UINT posture);

#define TX_INITIALIZE_IN_PROGRESS ((ULONG)0xF0F0F0F0UL)
#define TX_INITIALIZE_ALMOST_DONE ((ULONG)0xF0F0F0F1UL)
#define TX_INITIALIZE_IS_FINISHED ((ULONG)0)
ULONG _tx_thread_system_state_get(VOID);
#define TX_THREAD_GET_SYSTEM_STATE() _tx_thread_system_state_get()

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
