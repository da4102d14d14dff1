/* SPDX-License-Identifier: Apache-2.0 */
/* The event recorder: a record is four words at next_offset; see trace.h. */
#include "trace.h"
#include "counters.h"
#include "lock.h"
#include "sched.h"
#include <limen/trace.h>
#include <string.h>

enum { MAGIC = 0x4E4D494C, VERSION = 1, FLAG_ON = 1, RECORD_BYTES = 16 };

_Static_assert(sizeof(struct lm_trace_header) == 64, "spec/trace-format.md");
_Static_assert(sizeof(struct lm_trace_object) == 32, "spec/trace-format.md");

/* The ring is full: go on at its begin. */
static __attribute__((noinline)) void wrap(struct lm_kernel *kernel)
{
    kernel->trace->next_offset = kernel->trace_begin;
    kernel->trace->wraps++;
}

static inline void put(struct lm_kernel *kernel, uint32_t time, uint32_t event,
                       uint32_t object_and_a, uint32_t b)
{
    struct lm_trace_header *header = kernel->trace;
    uint32_t offset = header->next_offset;
    uint32_t *record = (uint32_t *)(void *)((char *)header + offset);

    record[0] = time;
    record[1] = event;
    record[2] = object_and_a;
    record[3] = b;
    offset += RECORD_BYTES;
    header->next_offset = offset;
    if (offset == kernel->trace_end) {
        wrap(kernel);
    }
}

/* The upper half of the time may have changed since the last record: then say so first. */
static __attribute__((noinline)) void write_late(struct lm_kernel *kernel, uint32_t event,
                                                 uint32_t object_and_a, uint32_t b)
{
    struct lm_trace_header *header = kernel->trace;
    uint64_t now = lm_port_now();
    uint32_t high = (uint32_t)(now >> 32);

    if (high != header->time_high) {
        put(kernel, (uint32_t)now, LM_EVENT_TIME, header->time_high, high);
        header->time_high = high;
    }
    kernel->trace_time = (uint32_t)now;
    put(kernel, (uint32_t)now, event | kernel->trace_context, object_and_a, b);
}

void lm_trace_write(struct lm_kernel *kernel, uint32_t event, uint32_t object_and_a, uint32_t b)
{
    if (kernel->trace == NULL) {
        return;
    }
    uint32_t time = lm_port_stamp();

    if (lm_port_stamp_wrapped(time, kernel->trace_time, kernel->trace->time_high)) {
        write_late(kernel, event, object_and_a, b);
        return;
    }
    kernel->trace_time = time;
    put(kernel, time, event | kernel->trace_context, object_and_a, b);
}

static unsigned leave_reason(const struct lm_kernel *kernel, const struct lm_thread *from)
{
    if (from->state != LM_STATE_DISPATCHED) {
        return kernel->leave_reason;
    }
    if (from == &kernel->idle) {
        return LM_LEAVE_IDLE;
    }
    return kernel->interrupted ? LM_LEAVE_PREEMPTED_BY_INTERRUPT : LM_LEAVE_PREEMPTED_BY_CALL;
}

void lm_trace_switch(struct lm_kernel *kernel, struct lm_thread *from, struct lm_thread *to)
{
    unsigned reason = leave_reason(kernel, from);

    lm_count_switch(kernel, from, to, reason);
    lm_trace(kernel, LM_EVENT_SWITCH, to->object.id, to->threshold, reason);
    kernel->trace_context = (uint32_t)to->object.id << 16 | (kernel->trace_context & 0xFFFFU);
}

void lm_trace_object(struct lm_kernel *kernel, struct lm_object *object, enum lm_kind kind,
                     const char *name, unsigned priority, unsigned threshold, uint32_t size)
{
    object->kind = (uint16_t)kind;
    object->id = ++kernel->objects;
    object->name = name != NULL ? name : "";
    if (!LM_TRACED || kernel->trace == NULL) {
        return;
    }
    struct lm_trace_header *header = kernel->trace;

    header->object_count = object->id;
    if (object->id > header->object_capacity) {
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

static void fill_header(struct lm_trace_header *header, uint32_t objects, uint32_t records)
{
    memset(header, 0, sizeof *header + objects * sizeof(struct lm_trace_object));
    header->magic = MAGIC;
    header->version = VERSION;
    header->header_bytes = sizeof *header;
    header->object_bytes = sizeof(struct lm_trace_object);
    header->record_bytes = RECORD_BYTES;
    header->clock_hz = LM_CLOCK_HZ;
    header->object_capacity = objects;
    header->record_capacity = records;
    header->next_offset = (uint32_t)(sizeof *header + objects * sizeof(struct lm_trace_object));
    header->levels = LM_LEVELS;
    header->flags = FLAG_ON;
}

enum lm_status lm_trace_start(void *buffer, uint32_t bytes, uint32_t objects)
{
    const uint32_t room = bytes - (uint32_t)sizeof(struct lm_trace_header);
    bool fits = bytes >= sizeof(struct lm_trace_header) &&
                objects <= room / sizeof(struct lm_trace_object) &&
                room - objects * sizeof(struct lm_trace_object) >= RECORD_BYTES;

    if (buffer == NULL || ((uintptr_t)buffer & 3U) != 0 || !fits) {
        return LM_BAD_ARGUMENT;
    }
    struct lm_kernel *kernel = lm_kernel();
    struct lm_trace_header *header = buffer;
    uint32_t records = (room - objects * (uint32_t)sizeof(struct lm_trace_object)) / RECORD_BYTES;

    if (LM_TRACED) {
        lm_trace_stop();
        fill_header(header, objects, records);
        lm_lock_key key = lm_lock();

        header->time_high = (uint32_t)(lm_port_now() >> 32);
        header->object_count = kernel->objects;
        kernel->trace_begin = header->next_offset;
        kernel->trace_end = header->next_offset + records * RECORD_BYTES;
        kernel->trace = header;
        lm_unlock(kernel, key);
    }
    return LM_OK;
}

void lm_trace_stop(void)
{
    struct lm_kernel *kernel = lm_kernel();
    lm_lock_key key = lm_lock();

    if (kernel->trace != NULL) {
        kernel->trace->flags = 0;
        kernel->trace = NULL;
    }
    lm_unlock(kernel, key);
}

void lm_trace_user(uint16_t number, uint32_t value)
{
    struct lm_kernel *kernel = lm_kernel();
    lm_lock_key key = lm_lock();

    lm_trace(kernel, LM_EVENT_USER, 0, number, value);
    lm_unlock(kernel, key);
}
