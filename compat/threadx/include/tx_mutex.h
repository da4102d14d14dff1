/* SPDX-License-Identifier: Apache-2.0 */
/* The list of all mutexes: circular, linked by tx_mutex_created_next;
 * NULL if there are none. */
#ifndef TX_MUTEX_H
#define TX_MUTEX_H

#if defined(__GNUC__) && !defined(TX_SOURCE_CODE)
#pragma GCC system_header /* see tx_port.h */
#endif

#include "tx_api.h"

#ifdef __cplusplus
extern "C" {
#endif

extern TX_MUTEX *_tx_mutex_created_ptr;
extern ULONG _tx_mutex_created_count;

#ifdef __cplusplus
}
#endif

#endif
