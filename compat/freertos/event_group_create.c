/* SPDX-License-Identifier: Apache-2.0 */
/* Event groups in memory of the heap. */
#include "event_groups.h"
#include "limen.h"

EventGroupHandle_t xEventGroupCreate(void)
{
    StaticEventGroup_t *block = pvPortMalloc(sizeof *block);

    if (block != NULL) {
        (void)xEventGroupCreateStatic(block);
        block->is_dynamic = true;
    }
    return block;
}
