/* SPDX-License-Identifier: Apache-2.0 */
/* The calls that start, stop and filter the trace, and those that write a record of the program. */
#include "core/door.h"
#include <limen/area.h>
#include <limen/trace.h>
#include <string.h>

enum { MAGIC = 0x4E4D494C, VERSION = 3, FLAG_ON = 1, FLAG_API_SHIFT = 1, CORE_SHIFT = 4 };

void lm_trace_add(const struct lm_object *object)
{
    LM_CALL(TRACE_ADD);
    LM_CHECK_OR(object != NULL && lm_object_exists(object), LM_BAD_OBJECT, LM_NOTHING);

    unsigned priority = 0, threshold = 0;
    uint32_t size = 0;
    lm_lock_key key = lm_lock();

    if (lm_object_kind(object) == LM_KIND_THREAD) {
        const struct lm_thread *thread = LM_CONTAINER(object, const struct lm_thread, object);

        priority = thread->base_priority;
        threshold = thread->base_threshold;
        size = thread->stack_bytes;
    }
    if (LM_TRACED) {
        lm_trace_enter(object, priority, threshold, size);
    }
    lm_port_unlock(key);
}

static void fill_header(struct lm_trace_header *header, uint32_t objects, uint32_t records)
{
    memset(header, 0, sizeof *header + objects * sizeof(struct lm_trace_object));
    header->magic = MAGIC;
    header->version = VERSION;
    header->header_bytes = sizeof *header;
    header->object_bytes = sizeof(struct lm_trace_object);
    header->record_bytes = LM_TRACE_RECORD_BYTES;
    header->clock_hz = LM_CLOCK_HZ;
    header->object_capacity = objects;
    header->record_capacity = records;
    header->next_offset = (uint32_t)(sizeof *header + objects * sizeof(struct lm_trace_object));
    header->first_offset = header->next_offset;
    header->end_offset = header->next_offset + records * LM_TRACE_RECORD_BYTES;
    header->levels = LM_LEVELS;
    header->flags = (uint16_t)(FLAG_ON | (unsigned)lm_observation()->trace_api << FLAG_API_SHIFT |
                               LM_CORES_OR(lm_port_core(), 0U) << CORE_SHIFT);
}

void lm_trace_filter(uint32_t classes)
{
    if (LM_TRACED) {
        lm_lock_key key = lm_lock();

        lm_observation()->trace_filter = classes & ~LM_TRACE_CLASS(LM_EVENT_SWITCH);
        lm_trace_choose();
        lm_port_unlock(key);
    }
}

void lm_trace_set_notify(void (*notify)(void *buffer))
{
    if (LM_TRACED) {
        lm_observation()->trace_notify = notify;
    }
}

enum lm_status lm_trace_start(void *buffer, uint32_t bytes, uint32_t objects)
{
    LM_CALL(TRACE_START);
    const uint32_t room = bytes - (uint32_t)sizeof(struct lm_trace_header);
    bool fits = bytes >= sizeof(struct lm_trace_header) &&
                objects <= room / sizeof(struct lm_trace_object) &&
                room - objects * sizeof(struct lm_trace_object) >= LM_TRACE_RECORD_BYTES;

    if (!lm_area_is_possible(buffer, bytes, sizeof(uint32_t)) || !fits) {
        return LM_REFUSE_EARLY(LM_BAD_ARGUMENT);
    }
    struct lm_trace_header *header = buffer;
    uint32_t records =
        (room - objects * (uint32_t)sizeof(struct lm_trace_object)) / LM_TRACE_RECORD_BYTES;

    if (LM_TRACED) {
        lm_trace_stop();
        fill_header(header, objects, records);
        lm_lock_key key = lm_lock();

        header->object_count = lm_kernel()->objects - LM_OBJECTS_BEFORE;
        lm_observation()->recording = header;
        lm_trace_choose();
        lm_trace_mark();
        lm_port_unlock(key);
    }
    return LM_OK;
}

void lm_trace_stop(void)
{
    if (!LM_TRACED) {
        return;
    }
    struct lm_observation *observation = lm_observation();
    lm_lock_key key = lm_lock();

    if (observation->recording != NULL) {
        observation->recording->flags &= (uint16_t)~FLAG_ON;
        observation->recording = NULL;
        lm_trace_choose();
    }
    lm_port_unlock(key);
}

void lm_trace_set_api(enum lm_trace_api api)
{
    if (LM_TRACED) {
        lm_observation()->trace_api = (uint8_t)api;
    }
}

void lm_trace_service(uint16_t number, const struct lm_object *object, uint32_t value)
{
    lm_lock_key key = lm_lock();

    lm_trace(LM_EVENT_SERVICE, object != NULL ? lm_object_id(object) : 0U, number, value);
    lm_port_unlock(key);
}

void lm_trace_error(uint16_t number, const struct lm_object *object, uint16_t status)
{
    if (LM_TRACED) {
        lm_lock_key key = lm_lock();

        lm_trace(LM_EVENT_ERROR, lm_object_number(object), number,
                 status | (uint32_t)lm_observation()->trace_api << 16);
        lm_port_unlock(key);
    }
}

void lm_trace_user(uint16_t number, uint32_t value)
{
    lm_lock_key key = lm_lock();

    lm_trace(LM_EVENT_USER, 0, number, value);
    lm_port_unlock(key);
}
