/* SPDX-License-Identifier: Apache-2.0 */
/* The contract of middleware that traces its own events, by the macros of ThreadX. Its events have
 * the numbers 200 to 999, and four numbers each.
 */
#ifndef TX_TRACE_H
#define TX_TRACE_H

#if defined(__GNUC__) && !defined(TX_SOURCE_CODE)
#pragma GCC system_header /* see tx_port.h */
#endif

#include "tx_api.h"

#ifdef __cplusplus
extern "C" {
#endif

/* An entry of ThreadX's buffer, which middleware completes at the end of a call. Here the pointer
 * is NULL, and records are not changed later. */
typedef struct TX_TRACE_BUFFER_ENTRY_STRUCT {
    ULONG tx_trace_buffer_entry_event_id;
    ULONG tx_trace_buffer_entry_time_stamp;
    ULONG tx_trace_buffer_entry_information_field_1;
    ULONG tx_trace_buffer_entry_information_field_2;
    ULONG tx_trace_buffer_entry_information_field_3;
    ULONG tx_trace_buffer_entry_information_field_4;
} TX_TRACE_BUFFER_ENTRY;

extern TX_TRACE_BUFFER_ENTRY *_tx_trace_buffer_current_ptr;

#define TX_TRACE_IN_LINE_INSERT(event, field_1, field_2, field_3, field_4, filter)                 \
    {                                                                                              \
        lm_trace_middleware((uint16_t)(event), (uint32_t)(field_1), (uint32_t)(field_2),           \
                            (uint32_t)(field_3), (uint32_t)(field_4));                             \
    }

/* Name an object in the trace. The second one has no effect, because older events are about the
 * object. */
VOID _tx_trace_object_register(UCHAR object_type, VOID *object_ptr, CHAR *object_name,
                               ULONG parameter_1, ULONG parameter_2);
VOID _tx_trace_object_unregister(VOID *object_ptr);

#ifdef __cplusplus
}
#endif

#endif
