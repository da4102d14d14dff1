/* SPDX-License-Identifier: Apache-2.0 */
/* The list of all byte pools: circular, linked by tx_byte_pool_created_next;
 * NULL if there are none. */
#ifndef TX_BYTE_POOL_H
#define TX_BYTE_POOL_H

#if defined(__GNUC__) && !defined(TX_SOURCE_CODE)
#pragma GCC system_header /* see tx_port.h */
#endif

#include "tx_api.h"

#ifdef __cplusplus
extern "C" {
#endif

extern TX_BYTE_POOL *_tx_byte_pool_created_ptr;
extern ULONG _tx_byte_pool_created_count;

#ifdef __cplusplus
}
#endif

#endif
