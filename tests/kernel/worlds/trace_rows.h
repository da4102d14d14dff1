/* SPDX-License-Identifier: Apache-2.0 */
/* Compares the records that the calls of a test wrote with those of spec/trace-format.md, one by
 * one. Thread 0 runs and has priority 5; thread 1 has 6.
 */
#ifndef LIMEN_TESTS_TRACE_ROWS_H
#define LIMEN_TESTS_TRACE_ROWS_H

#include "check.h"
#include "observe/events.h"
#include "observe/ring.h"
#include "port.h"
#include "threads.h"
#include <limen/trace.h>
#include <stdio.h>

enum { OBJECTS = 8, RECORDS = 4096, NOBODY = 0 };

/* The reason of a wait, in a of SUSPEND. */
enum {
    FOR_ITS_END = 0,
    FOR_RESUME = 3,
    FOR_TIME,
    FOR_QUEUE,
    FOR_SEMAPHORE,
    FOR_FLAGS,
    FOR_BLOCK,
    FOR_BYTES,
    FOR_MUTEX = 13,
    FOR_PERIOD
};

static uint32_t buffer[LM_TRACE_BYTES(OBJECTS, RECORDS) / 4];
static unsigned seen;          /* records that were compared */
static unsigned first, second; /* the numbers of threads 0 and 1 in the trace */

struct row {
    enum lm_event event;
    unsigned object, a;
    uint32_t b;
};

static inline const uint32_t *record(unsigned number)
{
    return &buffer[LM_TRACE_BYTES(OBJECTS, number) / 4];
}

static inline unsigned written(void)
{
    const struct lm_trace_header *header = (const void *)buffer;

    return (header->next_offset - (uint32_t)LM_TRACE_BYTES(OBJECTS, 0)) / 16U;
}

static inline struct row row_of(unsigned number)
{
    const uint32_t *words = record(number);

    return (struct row){(enum lm_event)(words[1] & 0xFFU), words[2] & 0xFFFFU, words[2] >> 16,
                        words[3]};
}

/* Print the records since the last comparison, one of which differs. */
static inline void print_rows(void *line)
{
    printf("line %d:\n", *(int *)line);
    for (unsigned i = seen; i < written(); i++) {
        struct row row = row_of(i);

        printf("  event %d, object %u, a %u, b 0x%x\n", (int)row.event, row.object, row.a,
               (unsigned)row.b);
    }
}

/* These are the records since the last comparison. */
static inline void check_rows(int line, const struct row *rows, unsigned count)
{
    check_explain(print_rows, &line);
    for (unsigned i = 0; i < count && seen + i < written(); i++) {
        struct row row = row_of(seen + i);

        CHECK_EQUAL(row.event, rows[i].event);
        CHECK_EQUAL(row.object, rows[i].object);
        CHECK_EQUAL(row.a, rows[i].a);
        CHECK_EQUAL(row.b, rows[i].b);
    }
    CHECK_EQUAL(written() - seen, count);
    CHECK(!lm_port_is_locked());
    check_explain(NULL, NULL);
    seen = written();
}

#define WROTE(...)                                                                                 \
    check_rows(__LINE__, (const struct row[]){__VA_ARGS__},                                        \
               sizeof((struct row[]){__VA_ARGS__}) / sizeof(struct row))
#define WROTE_NOTHING() check_rows(__LINE__, NULL, 0)

/* Lower and upper half of b. */
#define HALVES(lower, upper) ((uint32_t)(lower) | (uint32_t)(upper) << 16)

static inline void begin(void)
{
    lm_kernel_init();
    CHECK_STATUS(lm_trace_start(buffer, sizeof buffer, OBJECTS), LM_OK);
    for (unsigned i = 0; i < 2; i++) {
        struct lm_thread_config config = threads_config(i, 5 + i, 5 + i);

        CHECK_STATUS(lm_thread_create(&threads[i], &config), LM_OK);
    }
    lm_kernel_start();
    first = threads[0].object.id;
    second = threads[1].object.id;
    seen = written();
}

/* A deletion keeps preemption off: the running thread has level 0 meanwhile. */
static inline struct row level_to_0(unsigned thread, unsigned level)
{
    return (struct row){LM_EVENT_LEVEL, thread, 0, HALVES(level, LM_CHANGE_PREEMPT_DISABLE)};
}

static inline struct row level_from_0(unsigned thread, unsigned level)
{
    return (struct row){LM_EVENT_LEVEL, thread, level, HALVES(0, LM_CHANGE_PREEMPT_ENABLE)};
}

static inline struct row switch_to(unsigned thread, unsigned level, enum lm_leave why)
{
    return (struct row){LM_EVENT_SWITCH, thread, level, why};
}

#endif
