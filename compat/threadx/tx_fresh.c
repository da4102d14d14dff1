/* SPDX-License-Identifier: Apache-2.0 */
/* The fields that an application adds to control blocks, which the library does not know. As in
 * ThreadX they are 0 after the creation. Only programs with such fields contain this file. */
#include "limen.h"
#include "tx_start.h"

/* A block that exists already is not changed: its creation will be refused. */
VOID *_tx_limen_fresh(VOID *object, ULONG id_offset, ULONG signature, ULONG known, ULONG size)
{
    ULONG id;

    if (object != NULL) {
        memcpy(&id, (UCHAR *)object + id_offset, sizeof id);
        if (id != signature) {
            memset((UCHAR *)object + known, 0, size - known);
        }
    }
    return object;
}
