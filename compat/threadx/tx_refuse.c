/* SPDX-License-Identifier: Apache-2.0 */
/* Errors of services as events of the trace; see TX_LIMEN_CALL_ON in limen.h. The kernel records
 * the errors that it detects, such as a mutex that belongs to another thread. */
#include "limen.h"

UINT tx_limen_refuse(uint32_t error, const VOID *about)
{
    uint16_t service = (uint16_t)(error >> 16);
    UINT code = error >> 8 & 0xFFU;
    const UCHAR *bytes = about;
    const VOID *object = bytes != NULL ? bytes + (error & 0xFFU) : NULL;

    lm_trace_error(service, object, (uint16_t)code);
    return code;
}
