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

struct lm_trace_record {
    uint32_t time;
    uint32_t event; /* with its context */
    uint32_t object_and_a;
    uint32_t b;
};

/* Write a record at the next place. The fences make no instruction. The first one keeps the reads
 * together, so that the compiler reads in pairs. The second one makes the header count only
 * complete records wherever a debugger stops the program. */
/*@ requires \valid(observation) && \valid(observation->next) && \valid(observation->recording);
    requires \separated(observation, observation->next, observation->recording);
    assigns *observation->next, observation->next, observation->recording->next_offset;
    ensures observation->next == \old(observation->next) + 1;
    ensures \old(observation->next)->event == (event | context);
    ensures \old(observation->next)->object_and_a == object_and_a;
    ensures \old(observation->next)->b == b; */
static inline void lm_trace_put(struct lm_observation *observation, uint32_t context,
                                uint32_t event, uint32_t object_and_a, uint32_t b)
{
    struct lm_trace_record *record = observation->next;
    struct lm_trace_header *header = observation->recording;

    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    event |= context;
    *record = (struct lm_trace_record){lm_port_stamp(), event, object_and_a, b};
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    observation->next = record + 1;
    header->next_offset = (uint32_t)((char *)(record + 1) - (char *)header);
}

/* Has more time passed since the last record than a stamp can express? */
static inline bool lm_trace_has_leapt(const struct lm_observation *observation)
{
    return LM_PORT_TIME_LEAPS && lm_port_now() >> 32 != observation->recording->time_high;
}

/* Write a record that is the last one in the ring or follows a leap of the time. Write none if the
 * trace is off or a filter leaves it out. */
void lm_trace_write_unusual(uint32_t event, uint32_t object_and_a, uint32_t b);

/* Write a record. Inline, because a call would cost a third more. One comparison detects a full
 * ring, a filter, and a trace that is off. */
static inline void lm_trace_write(uint32_t event, uint32_t object_and_a, uint32_t b)
{
    struct lm_observation *observation = lm_observation();

    if (__builtin_expect(observation->next >= observation->last, 0) ||
        __builtin_expect(lm_trace_has_leapt(observation), 0)) {
        lm_trace_write_unusual(event, object_and_a, b);
    } else {
        lm_trace_put(observation, observation->cpu.trace_context, event, object_and_a, b);
    }
}

/* Store all 64 bits of the time in the header. On ports without LM_PORT_TIME_LEAPS the alarm calls
 * this function at least twice in each period of the stamp. */
void lm_trace_mark(void);

/* Write a record with all 64 bits of the time after the clock was set forward, perhaps by more than
 * a stamp can express. before: the time before. For ports without LM_PORT_TIME_LEAPS. Requires:
 * LM_TRACED. */
void lm_trace_leap(uint64_t before);

/* Enter an object in the table of the trace that is on. */
void lm_trace_enter(const struct lm_object *object, unsigned priority, unsigned threshold,
                    uint32_t size);

/* Set the places in the ring after a change of the filter or of the recording. */
void lm_trace_choose(void);

/* Write the record of an event of an object. */
static inline void lm_trace(enum lm_event event, unsigned object, unsigned a, uint32_t b)
{
    if (LM_TRACED) {
        lm_port_observed(event, lm_event_manner(event, b));
        lm_trace_write(event, object | (uint32_t)a << 16, b);
    }
}

/* Observe a READY or SUSPEND without a record: the record of a call in the same locked section
 * implies it (spec/trace-format.md, implied events). */
static inline void lm_trace_implied(enum lm_event event)
{
    if (LM_TRACED) {
        lm_port_observed(event, LM_MANNER_PLAIN);
    }
}

/* Write the record of a switch. The records that follow belong to the thread that runs now. No
 * handler runs at a switch, so the depth is 0. */
static inline void lm_trace_switch(const struct lm_thread *to)
{
    if (LM_TRACED) {
        struct lm_cpu_observation *cpu = lm_cpu_observation();
        uint32_t id = lm_object_id(&to->object);
        bool rises = to->state == LM_STATE_READY && to->threshold < to->priority;

        lm_port_observed(LM_EVENT_SWITCH, rises ? LM_MANNER_MOVES : LM_MANNER_PLAIN);
        lm_trace_write(LM_EVENT_SWITCH, id | (uint32_t)to->threshold << 16, cpu->leave_reason);
        cpu->trace_context = id << 16;
    }
}

#endif
