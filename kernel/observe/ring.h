/* SPDX-License-Identifier: Apache-2.0 */
/* The trace: a sink of the observer that writes records into a ring in memory. A record is four
 * words at next_offset; the image of the buffer is a trace file (spec/trace-format.md).
 *
 * Context: the kernel lock.
 */
#ifndef LIMEN_RING_H
#define LIMEN_RING_H

#include "events.h"
#include "observation.h"

/* The beginning of the buffer; layout and meaning: spec/trace-format.md. */
struct lm_trace_header {
    uint32_t magic;
    uint16_t version;
    uint16_t header_bytes;
    uint16_t object_bytes;
    uint16_t record_bytes;
    uint32_t clock_hz;
    uint32_t object_capacity;
    uint32_t object_count;
    uint32_t record_capacity;
    uint32_t next_offset;
    uint32_t wraps;
    uint32_t time_high;
    uint16_t levels;
    uint16_t flags;
    uint32_t time_low;
    /* Working memory of the recorder. */
    uint32_t first_offset;
    uint32_t end_offset;
    uint32_t reserved[2];
};

struct lm_trace_object {
    uint16_t id;
    uint16_t kind;
    uint16_t priority;
    uint16_t threshold;
    uint32_t size;
    char name[20];
};

enum { LM_TRACE_RECORD_BYTES = 16 };

/* The ring is full: continue at its beginning. */
void lm_trace_wrap(struct lm_trace_header *header);

/* On ports with LM_PORT_TIME_LEAPS, write a TIME record if more time has passed since the last
 * record than a stamp can express. */
void lm_trace_time(struct lm_trace_header *header);

/* Write a record. */
static inline void lm_trace_put(struct lm_trace_header *header, uint32_t event,
                                uint32_t object_and_a, uint32_t b)
{
    uint32_t offset = header->next_offset;
    uint32_t *record = (uint32_t *)(void *)((char *)header + offset);

    record[0] = lm_port_stamp();
    record[1] = event;
    record[2] = object_and_a;
    record[3] = b;
    offset += LM_TRACE_RECORD_BYTES;
    header->next_offset = offset;
    if (__builtin_expect(offset == header->end_offset, 0)) {
        lm_trace_wrap(header);
    }
}

/* The trace is off, or a filter is on. */
void lm_trace_write_filtered(uint32_t event, uint32_t object_and_a, uint32_t b);

static inline void lm_trace_write_inline(uint32_t event, uint32_t object_and_a, uint32_t b)
{
    struct lm_trace_header *header = lm_observation()->trace;

    if (__builtin_expect(header == NULL, 0)) {
        lm_trace_write_filtered(event, object_and_a, b);
        return;
    }
    if (LM_PORT_TIME_LEAPS) {
        lm_trace_time(header);
    }
    lm_trace_put(header, event | lm_cpu_observation()->trace_context, object_and_a, b);
}

/* No effect while the trace is off. */
void lm_trace_write(uint32_t event, uint32_t object_and_a, uint32_t b);

/* Note the whole time in the header. On ports without LM_PORT_TIME_LEAPS the alarm calls it at
 * least twice in each period of the stamp. */
void lm_trace_mark(void);

/* Enter an object in the table of the trace that is on. */
void lm_trace_enter(const struct lm_object *object, unsigned priority, unsigned threshold,
                    uint32_t size);

/* Set the direct pointer to the ring after a change of the filter or of the recording. It is NULL
 * if each event has to pass the filter. */
void lm_trace_choose(void);

/* The record of an event of an object. */
static inline void lm_trace(enum lm_event event, unsigned object, unsigned a, uint32_t b)
{
    if (LM_TRACED) {
        lm_trace_write(event, object | (uint32_t)a << 16, b);
    }
}

/* The record of a switch; the records that follow belong to the thread that now runs. No handler
 * runs at a switch, so the depth is 0. */
static inline void lm_trace_switch(const struct lm_thread *to)
{
    if (LM_TRACED) {
        struct lm_cpu_observation *cpu = lm_cpu_observation();

        lm_trace_write_inline(LM_EVENT_SWITCH, to->object.id | (uint32_t)to->threshold << 16,
                              cpu->leave_reason);
        cpu->trace_context = (uint32_t)to->object.id << 16;
    }
}

#endif
