/* SPDX-License-Identifier: Apache-2.0 */
/* The ring of records, and the table of objects that precedes it; see ring.h. */
#include "observe/ring.h"
#include <limen/trace.h>
#include <string.h>

_Static_assert(sizeof(struct lm_trace_header) == 64, "spec/trace-format.md");
_Static_assert(sizeof(struct lm_trace_object) == 32, "spec/trace-format.md");
_Static_assert(sizeof(struct lm_trace_record) == LM_TRACE_RECORD_BYTES, "spec/trace-format.md");

void lm_trace_choose(void)
{
    struct lm_observation *observation = lm_observation();
    struct lm_trace_header *header = observation->recording;

    observation->last = NULL;
    if (header != NULL) {
        char *image = (char *)header;

        observation->next = (struct lm_trace_record *)(void *)(image + header->next_offset);
        if (observation->trace_filter == 0) {
            observation->last = (struct lm_trace_record *)(void *)(image + header->end_offset) - 1;
        }
    }
}

/* Continue at the beginning of the ring, which is full. */
static void wrap(struct lm_observation *observation)
{
    struct lm_trace_header *header = observation->recording;

    header->next_offset = header->first_offset;
    header->wraps++;
    lm_trace_choose();
    if (observation->trace_notify != NULL) {
        observation->trace_notify(header);
    }
}

/* Write a record, which may be the last one in the ring. */
static void put(struct lm_observation *observation, uint32_t context, uint32_t event,
                uint32_t object_and_a, uint32_t b)
{
    lm_trace_put(observation, context, event, object_and_a, b);
    if (observation->recording->next_offset == observation->recording->end_offset) {
        wrap(observation);
    }
}

void lm_trace_mark(void)
{
    struct lm_trace_header *header = lm_observation()->recording;
    uint64_t now = lm_port_now();

    if (header != NULL) {
        header->time_high = (uint32_t)(now >> 32);
        header->time_low = (uint32_t)now;
    }
}

/* The upper half of the time of the newest record, written less than 2^32 ticks before. */
static uint32_t newest_high(const struct lm_trace_header *header, uint64_t time)
{
    uint32_t offset = header->next_offset;

    if (offset == header->first_offset) { /* or the ring is empty, and the result is not used */
        offset = header->end_offset;
    }
    const char *image = (const char *)header;
    const void *newest = image + offset - LM_TRACE_RECORD_BYTES;
    bool has_wrapped = (uint32_t)time < ((const struct lm_trace_record *)newest)->time;

    return (uint32_t)(time >> 32) - (has_wrapped ? 1U : 0U);
}

void lm_trace_leap(uint64_t before)
{
    struct lm_observation *observation = lm_observation();
    const struct lm_trace_header *header = observation->recording;

    if (header != NULL) {
        lm_trace_mark();
        put(observation, 0, LM_EVENT_TIME, newest_high(header, before), header->time_high);
    }
}

void lm_trace_write_unusual(uint32_t event, uint32_t object_and_a, uint32_t b)
{
    struct lm_observation *observation = lm_observation();
    struct lm_trace_header *header = observation->recording;

    if (header == NULL || ((observation->trace_filter & LM_TRACE_CLASS(event)) != 0 &&
                           !lm_event_implies((enum lm_event)event, object_and_a >> 16, b))) {
        return;
    }
    if (lm_trace_has_leapt(observation)) {
        put(observation, 0, LM_EVENT_TIME, header->time_high, (uint32_t)(lm_port_now() >> 32));
        lm_trace_mark();
    }
    put(observation, observation->cpu.trace_context, event, object_and_a, b);
}

void lm_trace_enter(const struct lm_object *object, unsigned priority, unsigned threshold,
                    uint32_t size)
{
    struct lm_trace_header *header = lm_observation()->recording;

    if (header == NULL) {
        return;
    }
    uint32_t number = object->id - LM_OBJECTS_BEFORE;

    if (number == 0 || number > header->object_capacity) { /* 0: 65,536 were created */
        return;
    }
    struct lm_trace_object *entry = (struct lm_trace_object *)(void *)(header + 1) + number - 1;

    memset(entry, 0, sizeof *entry);
    entry->id = object->id;
    entry->kind = object->kind & LM_KIND_MASK;
    entry->priority = (uint16_t)priority;
    entry->threshold = (uint16_t)threshold;
    entry->size = size;
    for (unsigned i = 0; i < sizeof entry->name && object->name[i] != '\0'; i++) {
        entry->name[i] = object->name[i];
    }
}
