/* SPDX-License-Identifier: Apache-2.0 */
/* The event recorder: a record is four words at next_offset; see trace.h. */
#include "trace.h"
#include "lock.h"
#include "sched.h"
#include <limen/mutex.h>
#include <limen/trace.h>
#include <string.h>

enum { MAGIC = 0x4E4D494C, VERSION = 1, FLAG_ON = 1, RECORD_BYTES = 16 };

_Static_assert(sizeof(struct lm_trace_header) == 64, "spec/trace-format.md");
_Static_assert(sizeof(struct lm_trace_object) == 32, "spec/trace-format.md");

static void put(struct lm_kernel *kernel, uint32_t time, uint32_t event, uint32_t object_and_a,
                uint32_t b)
{
    struct lm_trace_header *header = kernel->trace;
    uint32_t offset = header->next_offset;
    uint32_t *record = (uint32_t *)(void *)((char *)header + offset);

    record[0] = time;
    record[1] = event;
    record[2] = object_and_a;
    record[3] = b;
    offset += RECORD_BYTES;
    if (offset == kernel->trace_end) {
        offset = kernel->trace_begin;
        header->wraps++;
    }
    header->next_offset = offset;
}

void lm_trace_write(struct lm_kernel *kernel, uint32_t event, uint32_t object_and_a, uint32_t b)
{
    struct lm_trace_header *header = kernel->trace;
    uint64_t now = lm_port_now();
    uint32_t high = (uint32_t)(now >> 32);

    if (high != header->time_high) {
        put(kernel, (uint32_t)now, LM_EVENT_TIME, header->time_high, high);
        header->time_high = high;
    }
    put(kernel, (uint32_t)now, event | kernel->trace_context, object_and_a, b);
}

static unsigned leave_reason(const struct lm_kernel *kernel, const struct lm_thread *from)
{
    if (from == &kernel->idle) {
        return LM_LEAVE_IDLE;
    }
    switch (from->state) {
    case LM_STATE_DISPATCHED:
        return kernel->interrupted ? LM_LEAVE_PREEMPTED_BY_INTERRUPT : LM_LEAVE_PREEMPTED_BY_CALL;
    case LM_STATE_WAITING_TURN:
        return kernel->leave_reason != 0 ? kernel->leave_reason : LM_LEAVE_BLOCKED;
    case LM_STATE_TERMINATED:
        return LM_LEAVE_TERMINATED;
    default:
        return LM_LEAVE_BLOCKED;
    }
}

static void count_switch(struct lm_kernel *kernel, struct lm_thread *from,
                         const struct lm_thread *to, unsigned reason)
{
    if (from == &kernel->idle) {
        kernel->counters.from_idle++;
    } else if (to == &kernel->idle) {
        LM_COUNT(kernel, from, to_idle);
    } else {
        LM_COUNT(kernel, from, switches);
    }
    if (reason == LM_LEAVE_PREEMPTED_BY_CALL) {
        LM_COUNT(kernel, from, preemptions_by_call);
    } else if (reason == LM_LEAVE_PREEMPTED_BY_INTERRUPT) {
        LM_COUNT(kernel, from, preemptions_by_interrupt);
    }
}

static void charge_run_time(struct lm_kernel *kernel, const struct lm_thread *from)
{
    uint64_t now = lm_port_now();

    if (from != &kernel->idle) {
        kernel->counters.run_time += now - kernel->run_start;
        if (from->counters != NULL) {
            from->counters->run_time += now - kernel->run_start;
        }
    }
    kernel->run_start = now;
}

/* A thread between the waiter and the owner of an inversion runs: its length is unbounded. */
static void count_unbounded(struct lm_kernel *kernel, const struct lm_thread *to)
{
    struct lm_list *open = &kernel->inversions;

    for (struct lm_list *node = open->next; node != open; node = node->next) {
        struct lm_mutex *mutex = LM_CONTAINER(node, struct lm_mutex, inverted);
        struct lm_list *waiters = &mutex->waiters.threads;

        for (struct lm_list *w = waiters->next; w != waiters; w = w->next) {
            struct lm_thread *waiter = LM_CONTAINER(w, struct lm_thread, node);

            if (waiter->inversion == 1 && to != mutex->owner &&
                waiter->base_priority < to->priority &&
                to->priority < mutex->owner->base_priority) {
                waiter->inversion = 2;
                LM_COUNT(kernel, waiter, inversions_unbounded);
            }
        }
    }
}

void lm_trace_switch(struct lm_kernel *kernel, struct lm_thread *from, struct lm_thread *to)
{
    unsigned reason = leave_reason(kernel, from);

    kernel->leave_reason = 0;
    count_switch(kernel, from, to, reason);
    charge_run_time(kernel, from);
    count_unbounded(kernel, to);
    lm_trace(kernel, LM_EVENT_SWITCH, to->object.id, to->threshold, reason);
    kernel->trace_context = (kernel->trace_context & 0xFFFFU) | (uint32_t)to->object.id << 16;
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

void lm_trace_inversion_begin(struct lm_kernel *kernel, struct lm_mutex *mutex,
                              struct lm_thread *waiter)
{
    if (!LM_TRACED || waiter->base_priority >= mutex->owner->base_priority) {
        return;
    }
    waiter->inversion = 1;
    LM_COUNT(kernel, waiter, inversions);
    if (lm_list_is_empty(&mutex->inverted)) {
        lm_list_insert_before(&kernel->inversions, &mutex->inverted);
    }
}

void lm_trace_inversion_end(struct lm_mutex *mutex, struct lm_thread *waiter)
{
    if (!LM_TRACED) {
        return;
    }
    waiter->inversion = 0;
    if (lm_list_is_empty(&mutex->waiters.threads)) {
        lm_list_remove(&mutex->inverted);
    }
}

void lm_trace_inversion_end_all(struct lm_mutex *mutex)
{
    struct lm_list *waiters = &mutex->waiters.threads;

    if (!LM_TRACED || lm_list_is_empty(&mutex->inverted)) {
        return;
    }
    for (struct lm_list *node = waiters->next; node != waiters; node = node->next) {
        LM_CONTAINER(node, struct lm_thread, node)->inversion = 0;
    }
    lm_list_remove(&mutex->inverted);
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
