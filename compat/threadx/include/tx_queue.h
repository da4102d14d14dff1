/* SPDX-License-Identifier: Apache-2.0 */
/* The list of all queues: circular, linked by tx_queue_created_next;
 * NULL if there are none. */
#ifndef TX_QUEUE_H
#define TX_QUEUE_H

#if defined(__GNUC__) && !defined(TX_SOURCE_CODE)
#pragma GCC system_header /* see tx_port.h */
#endif

#include "tx_api.h"

#ifdef __cplusplus
extern "C" {
#endif

extern TX_QUEUE *_tx_queue_created_ptr;
extern ULONG _tx_queue_created_count;

#ifdef __cplusplus
}
#endif

#endif
