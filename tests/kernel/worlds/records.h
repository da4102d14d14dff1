/* SPDX-License-Identifier: Apache-2.0 */
/* Reads the records of a trace, for tests of the records of calls. */
#ifndef LIMEN_TESTS_RECORDS_H
#define LIMEN_TESTS_RECORDS_H

#include "check.h"
#include "observe/observe.h"
#include "observe/ring.h"
#include <limen/trace.h>
#include <string.h>

enum { RECORDS_OBJECTS = 8, RECORDS_MAX = 64 };

static uint32_t records[LM_TRACE_BYTES(RECORDS_OBJECTS, RECORDS_MAX) / sizeof(uint32_t)];
static unsigned records_seen;

/* Begin to record, in a kernel that runs. */
static inline void records_begin(void)
{
    records_seen = 0;
    memset(records, 0, sizeof records);
    CHECK_STATUS(lm_trace_start(records, sizeof records, RECORDS_OBJECTS), LM_OK);
}

/* The entry of an object in the table of the trace. */
static inline const struct lm_trace_object *records_object(uint16_t id)
{
    return (const struct lm_trace_object *)(const void *)&records[LM_TRACE_BYTES(0, 0) / 4] + id -
           1;
}

static inline const uint32_t *records_at(unsigned index)
{
    CHECK(index < RECORDS_MAX);
    return &records[LM_TRACE_BYTES(RECORDS_OBJECTS, index) / sizeof records[0]];
}

/* Check the next record about an object. */
static inline void records_check(uint16_t id, enum lm_event event, unsigned a, uint32_t b)
{
    while ((records_at(records_seen)[2] & 0xFFFFU) != id) {
        records_seen++;
    }
    const uint32_t *record = records_at(records_seen++);

    CHECK_EQUAL(record[1] & 0xFFU, event);
    CHECK_EQUAL(record[2] >> 16, a);
    CHECK_EQUAL(record[3], b);
}

/* The number of records of this event. */
static inline unsigned records_count(enum lm_event event)
{
    unsigned count = 0;

    for (unsigned i = 0; i < RECORDS_MAX; i++) {
        count += (records_at(i)[1] & 0xFFU) == (unsigned)event;
    }
    return count;
}

#endif
