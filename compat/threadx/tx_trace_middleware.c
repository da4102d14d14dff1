/* SPDX-License-Identifier: Apache-2.0 */
/* The functions with which middleware traces its own events; see tx_trace.h. */
#include "limen.h"
#include "tx_trace.h"

TX_TRACE_BUFFER_ENTRY *_tx_trace_buffer_current_ptr;

/* USBX passes numbers instead of names of its objects. The trace names them by type and address:
 * "endpoint 20001a30". */
enum { TYPES_OF_USBX = 21, NAME_BYTES = 20, DIGIT_BITS = 4 };

static VOID put_name_of_usbx(CHAR name[NAME_BYTES], UINT object_type, uint32_t address)
{
    static const CHAR *const words[] = {"device", "interface", "endpoint", "class"};
    const CHAR *word = words[(object_type - TYPES_OF_USBX) % 4];
    UINT place = 0;
    UINT digits = 1;

    while (digits < 8 && address >> (digits * DIGIT_BITS) != 0) {
        digits++;
    }
    while (*word != '\0') {
        name[place++] = *word++;
    }
    name[place++] = ' ';
    while (digits > 0) {
        name[place++] = "0123456789abcdef"[address >> (--digits * DIGIT_BITS) & 0xFU];
    }
    name[place] = '\0';
}

VOID _tx_trace_object_register(UCHAR object_type, VOID *object_ptr, CHAR *object_name,
                               ULONG parameter_1, ULONG parameter_2)
{
    const uint32_t address = (uint32_t)(uintptr_t)object_ptr;
    CHAR name[NAME_BYTES];

    TX_PARAMETER_NOT_USED(parameter_1);
    TX_PARAMETER_NOT_USED(parameter_2);
    if (object_type >= TYPES_OF_USBX) {
        put_name_of_usbx(name, object_type, address);
        object_name = name;
    }
    lm_trace_middleware_object(object_type, address, object_name);
}

VOID _tx_trace_object_unregister(VOID *object_ptr)
{
    TX_PARAMETER_NOT_USED(object_ptr);
}
