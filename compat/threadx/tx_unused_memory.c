/* SPDX-License-Identifier: Apache-2.0 */
/* _tx_initialize_unused_memory: the argument of tx_application_define. _tx_initialize_low_level of
 * a program may set it, as a port of ThreadX does. Only programs that name it contain this file.
 */
#include "limen.h"
#include "tx_start.h"

VOID *_tx_initialize_unused_memory;

VOID *tx_limen_first_unused_memory(VOID)
{
    if (_tx_initialize_unused_memory == NULL) {
        _tx_initialize_unused_memory = tx_limen_unused_memory();
    }
    return _tx_initialize_unused_memory;
}
