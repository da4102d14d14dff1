/* SPDX-License-Identifier: Apache-2.0 */
/* The event recorder: a record is four words at next_offset; see trace.h. */
#include "observe/trace.h"
#include "core/contract.h"
#include "core/lock.h"
#include <limen/trace.h>
#include <string.h>

enum { MAGIC = 0x4E4D494C, VERSION = 1, FLAG_ON = 1, FLAG_API_SHIFT = 1 };

_Static_assert(sizeof(struct lm_trace_header) == 64, "spec/trace-format.md");
_Static_assert(sizeof(struct lm_trace_object) == 32, "spec/trace-format.md");

__attribute__((noinline)) void lm_trace_wrap(struct lm_trace_header *header)
{
    header->next_offset = header->first_offset;
    header->wraps++;
    if (lm_kernel()->trace_notify != NULL) {
        lm_kernel()->trace_notify(header);
    }
}

void lm_trace_mark(void)
{
    struct lm_trace_header *header = lm_kernel()->recording;
    uint64_t now = lm_port_now();

    if (header != NULL) {
        header->time_high = (uint32_t)(now >> 32);
        header->time_low = (uint32_t)now;
    }
}

void lm_trace_time(struct lm_trace_header *header)
{
    uint32_t high = (uint32_t)(lm_port_now() >> 32);

    if (high != header->time_high) {
        lm_trace_put(header, LM_EVENT_TIME, header->time_high, high);
        lm_trace_mark();
    }
}

void lm_trace_write(uint32_t event, uint32_t object_and_a, uint32_t b)
{
    lm_trace_write_inline(lm_kernel(), event, object_and_a, b);
}

/* Into the table. */
static void enter(struct lm_trace_header *header, const struct lm_object *object, unsigned priority,
                  unsigned threshold, uint32_t size)
{
    if (object->id == 0 || object->id > header->object_capacity) { /* 0: 65,536 were created */
        return;
    }
    struct lm_trace_object *entry = (struct lm_trace_object *)(void *)(header + 1) + object->id - 1;

    memset(entry, 0, sizeof *entry);
    entry->id = object->id;
    entry->kind = object->kind;
    entry->priority = (uint16_t)priority;
    entry->threshold = (uint16_t)threshold;
    entry->size = size;
    for (unsigned i = 0; i < sizeof entry->name && object->name[i] != '\0'; i++) {
        entry->name[i] = object->name[i];
    }
}

void lm_trace_object(struct lm_kernel *kernel, struct lm_object *object, enum lm_kind kind,
                     const char *name, unsigned priority, unsigned threshold, uint32_t size)
{
    object->kind = (uint16_t)kind;
    object->id = ++kernel->objects;
    object->name = name != NULL ? name : "";
    object->counters = NULL;
    if (!LM_TRACED || kernel->recording == NULL) {
        return;
    }
    kernel->recording->object_count = object->id;
    enter(kernel->recording, object, priority, threshold, size);
}

void lm_trace_add(const struct lm_object *object)
{
    const struct lm_kernel *kernel = lm_kernel();
    unsigned priority = 0, threshold = 0;
    uint32_t size = 0;
    lm_lock_key key = lm_lock();

    if (object->kind == LM_KIND_THREAD) {
        const struct lm_thread *thread = LM_CONTAINER(object, const struct lm_thread, object);

        priority = thread->base_priority;
        threshold = thread->base_threshold;
        size = thread->stack_bytes;
    }
    if (LM_TRACED && kernel->recording != NULL) {
        enter(kernel->recording, object, priority, threshold, size);
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
    header->flags = (uint16_t)(FLAG_ON | lm_kernel()->trace_api << FLAG_API_SHIFT);
}

/* The short way to the ring, or the one that looks at each event. */
static void choose_way(struct lm_kernel *kernel)
{
    kernel->trace = kernel->trace_filter == 0 ? kernel->recording : NULL;
}

void lm_trace_write_filtered(uint32_t event, uint32_t object_and_a, uint32_t b)
{
    struct lm_kernel *kernel = lm_kernel();

    if (kernel->recording != NULL && (kernel->trace_filter & LM_TRACE_CLASS(event)) == 0) {
        kernel->trace = kernel->recording;
        lm_trace_write(event, object_and_a, b);
        choose_way(kernel);
    }
}

void lm_trace_filter(uint32_t classes)
{
    struct lm_kernel *kernel = lm_kernel();
    lm_lock_key key = lm_lock();

    kernel->trace_filter = classes & ~LM_TRACE_CLASS(LM_EVENT_SWITCH);
    choose_way(kernel);
    lm_port_unlock(key);
}

void lm_trace_set_notify(void (*notify)(void *buffer))
{
    lm_kernel()->trace_notify = notify;
}

enum lm_status lm_trace_start(void *buffer, uint32_t bytes, uint32_t objects)
{
    const uint32_t room = bytes - (uint32_t)sizeof(struct lm_trace_header);
    bool fits = bytes >= sizeof(struct lm_trace_header) &&
                objects <= room / sizeof(struct lm_trace_object) &&
                room - objects * sizeof(struct lm_trace_object) >= LM_TRACE_RECORD_BYTES;

    if (buffer == NULL || ((uintptr_t)buffer & 3U) != 0 || !fits) {
        return LM_BAD_ARGUMENT;
    }
    struct lm_kernel *kernel = lm_kernel();
    struct lm_trace_header *header = buffer;
    uint32_t records =
        (room - objects * (uint32_t)sizeof(struct lm_trace_object)) / LM_TRACE_RECORD_BYTES;

    if (LM_TRACED) {
        lm_trace_stop();
        fill_header(header, objects, records);
        lm_lock_key key = lm_lock();

        header->object_count = kernel->objects;
        kernel->recording = header;
        choose_way(kernel);
        lm_trace_mark();
        lm_unlock(kernel, key);
    }
    return LM_OK;
}

void lm_trace_stop(void)
{
    struct lm_kernel *kernel = lm_kernel();
    lm_lock_key key = lm_lock();

    if (kernel->recording != NULL) {
        kernel->recording->flags &= (uint16_t)~FLAG_ON;
        kernel->recording = NULL;
        choose_way(kernel);
    }
    lm_unlock(kernel, key);
}

void lm_trace_set_api(enum lm_trace_api api)
{
    lm_kernel()->trace_api = (uint8_t)api;
}

void lm_trace_service(uint16_t number, const struct lm_object *object, uint32_t value)
{
    lm_lock_key key = lm_lock();

    lm_trace(LM_EVENT_SERVICE, object != NULL ? object->id : 0U, number, value);
    lm_port_unlock(key);
}

enum lm_status lm_trace_stack(const struct lm_thread *thread)
{
    LM_CHECK_OBJECT(thread, LM_KIND_THREAD);

    uint32_t unused = LM_TRACED ? lm_thread_stack_unused(thread) : 0;
    lm_lock_key key = lm_lock();

    lm_trace(LM_EVENT_STACK, thread->object.id, 0, unused);
    lm_port_unlock(key);
    return LM_OK;
}

void lm_trace_user(uint16_t number, uint32_t value)
{
    struct lm_kernel *kernel = lm_kernel();
    lm_lock_key key = lm_lock();

    lm_trace(LM_EVENT_USER, 0, number, value);
    lm_unlock(kernel, key);
}
