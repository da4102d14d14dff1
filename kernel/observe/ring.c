/* SPDX-License-Identifier: Apache-2.0 */
/* The ring of records, and the table of objects that precedes it; see ring.h. */
#include "observe/ring.h"
#include <limen/trace.h>
#include <string.h>

_Static_assert(sizeof(struct lm_trace_header) == 64, "spec/trace-format.md");
_Static_assert(sizeof(struct lm_trace_object) == 32, "spec/trace-format.md");

__attribute__((noinline)) void lm_trace_wrap(struct lm_trace_header *header)
{
    header->next_offset = header->first_offset;
    header->wraps++;
    if (lm_observation()->trace_notify != NULL) {
        lm_observation()->trace_notify(header);
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
    lm_trace_write_inline(event, object_and_a, b);
}

void lm_trace_enter(const struct lm_object *object, unsigned priority, unsigned threshold,
                    uint32_t size)
{
    struct lm_trace_header *header = lm_observation()->recording;

    if (header == NULL) {
        return;
    }
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

void lm_trace_choose(void)
{
    struct lm_observation *observation = lm_observation();

    observation->trace = observation->trace_filter == 0 ? observation->recording : NULL;
}

void lm_trace_write_filtered(uint32_t event, uint32_t object_and_a, uint32_t b)
{
    struct lm_observation *observation = lm_observation();
    bool is_left_out = (observation->trace_filter & LM_TRACE_CLASS(event)) != 0;

    if (observation->recording != NULL && !is_left_out) {
        observation->trace = observation->recording;
        lm_trace_write(event, object_and_a, b);
        lm_trace_choose();
    }
}
