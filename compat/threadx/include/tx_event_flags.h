/* SPDX-License-Identifier: Apache-2.0 */
/* The list of all groups of event flags: circular, linked by tx_event_flags_group_created_next;
 * NULL if there are none. */
#ifndef TX_EVENT_FLAGS_H
#define TX_EVENT_FLAGS_H

#if defined(__GNUC__) && !defined(TX_SOURCE_CODE)
#pragma GCC system_header /* see tx_port.h */
#endif

#include "tx_api.h"

#ifdef __cplusplus
extern "C" {
#endif

extern TX_EVENT_FLAGS_GROUP *_tx_event_flags_created_ptr;
extern ULONG _tx_event_flags_created_count;

#ifdef __cplusplus
}
#endif

#endif
