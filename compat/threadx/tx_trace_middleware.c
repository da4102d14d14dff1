/* SPDX-License-Identifier: Apache-2.0 */
/* What middleware needs to trace its own events; see tx_trace.h. */
#include "limen.h"
#include "tx_trace.h"

TX_TRACE_BUFFER_ENTRY *_tx_trace_buffer_current_ptr;

VOID _tx_trace_object_register(UCHAR object_type, VOID *object_ptr, CHAR *object_name,
                               ULONG parameter_1, ULONG parameter_2)
{
    TX_PARAMETER_NOT_USED(object_type);
    TX_PARAMETER_NOT_USED(object_ptr);
    TX_PARAMETER_NOT_USED(object_name);
    TX_PARAMETER_NOT_USED(parameter_1);
    TX_PARAMETER_NOT_USED(parameter_2);
}

VOID _tx_trace_object_unregister(VOID *object_ptr)
{
    TX_PARAMETER_NOT_USED(object_ptr);
}
