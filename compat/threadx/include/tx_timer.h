/* SPDX-License-Identifier: Apache-2.0 */
/* The clock. A program that names one of its variables contains the code that updates it at each
 * tick.
 */
#ifndef TX_TIMER_H
#define TX_TIMER_H

#if defined(__GNUC__) && !defined(TX_SOURCE_CODE)
#pragma GCC system_header /* see tx_port.h */
#endif

#include "tx_api.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The ticks since the start; the remaining ticks of the slice of the running thread. Read only. */
extern volatile ULONG _tx_timer_system_clock;
extern volatile ULONG _tx_timer_time_slice;

#ifdef __cplusplus
}
#endif

#endif
