/* SPDX-License-Identifier: Apache-2.0 */
/* The trace of middleware. Its events have four numbers, for which one record has no room, and its
 * objects are not objects of the kernel. Only programs whose middleware traces contain this file.
 */
#include "core/door.h"
#include <limen/trace.h>

enum { KIND_OF_MIDDLEWARE = 64, ENTRIES_MAX = UINT16_MAX };

void lm_trace_middleware(uint16_t number, uint32_t first, uint32_t second, uint32_t third,
                         uint32_t fourth)
{
    lm_lock_key key = lm_lock();

    lm_trace(LM_EVENT_SERVICE, 0, number, second);
    if (LM_TRACED && (lm_observation()->trace_filter & LM_TRACE_CLASS(LM_EVENT_SERVICE)) == 0) {
        lm_trace_write(LM_EVENT_VALUES, third, first);
        if (fourth != 0) {
            lm_trace_write(LM_EVENT_VALUES, 0, fourth);
        }
    }
    lm_port_unlock(key);
}

/* The number of the object at an address, a new one if it has none; 0: the table is full. */
static uint16_t number_at(struct lm_trace_header *header, uint32_t address)
{
    const struct lm_trace_object *entries = (const void *)(header + 1);
    struct lm_kernel *kernel = lm_kernel();
    uint32_t room =
        header->object_capacity < ENTRIES_MAX ? header->object_capacity : (uint32_t)ENTRIES_MAX;

    for (uint32_t i = 0; i < kernel->objects && i < room; i++) {
        if (entries[i].kind >= KIND_OF_MIDDLEWARE && entries[i].size == address) {
            return entries[i].id;
        }
    }
    if (kernel->objects >= room) {
        return 0;
    }
    header->object_count = ++kernel->objects;
    return kernel->objects;
}

void lm_trace_middleware_object(unsigned type, uint32_t address, const char *name)
{
    lm_lock_key key = lm_lock();
    struct lm_trace_header *header = LM_TRACED ? lm_observation()->recording : NULL;

    if (header != NULL) {
        const struct lm_object object = {.kind = (uint8_t)(KIND_OF_MIDDLEWARE + type),
                                         .id = number_at(header, address),
                                         .name = name != NULL ? name : ""};

        lm_trace_enter(&object, 0, 0, address);
    }
    lm_port_unlock(key);
}
