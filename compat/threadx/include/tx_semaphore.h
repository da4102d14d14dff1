/* SPDX-License-Identifier: Apache-2.0 */
/* The list of all semaphores: circular, linked by tx_semaphore_created_next;
 * NULL if there are none. */
#ifndef TX_SEMAPHORE_H
#define TX_SEMAPHORE_H

#if defined(__GNUC__) && !defined(TX_SOURCE_CODE)
#pragma GCC system_header /* see tx_port.h */
#endif

#include "tx_api.h"

#ifdef __cplusplus
extern "C" {
#endif

extern TX_SEMAPHORE *_tx_semaphore_created_ptr;
extern ULONG _tx_semaphore_created_count;

#ifdef __cplusplus
}
#endif

#endif
