/* SPDX-License-Identifier: Apache-2.0 */
/* The state of the observer: the place of the trace, and the counters. It is not a part of the
 * kernel's state (state.h), because programs that are linked with a library without trace and
 * counters do not have it. There is one for each instance of the kernel.
 *
 * Context: the kernel lock.
 */
#ifndef LIMEN_OBSERVATION_H
#define LIMEN_OBSERVATION_H

#include "state.h"

struct lm_trace_header;
struct lm_trace_record;

/* Does the library keep data that only the observer needs? */
#define LM_OBSERVED (LM_TRACED || LM_COUNTED)

/* The state of the observer for a processor. */
struct lm_cpu_observation {
    uint32_t trace_context; /* depth of interrupts and thread, in the layout of a record */
    uint8_t leave_reason;   /* enum lm_leave: why the running thread will leave the processor */
    uint8_t change_reason;  /* enum lm_change: why a priority or a level changes */
    uint64_t run_start;     /* the instant at which the running thread was dispatched */
};

/* The state of the system. The fields that each record needs come first and in pairs, which a
 * processor may load at once: next and last, recording and trace_context. */
struct lm_observation {
    uint32_t trace_filter;             /* bit n: leave out events 8n to 8n + 7 */
    struct lm_trace_record *next;      /* the place of the next record, if there is a recording */
    struct lm_trace_record *last;      /* in the ring; NULL: the trace is off or a filter is on */
    struct lm_trace_header *recording; /* NULL while it is off */
    struct lm_cpu_observation cpu;
    void (*trace_notify)(void *buffer);
    uint8_t trace_api;         /* enum lm_trace_api */
    struct lm_list inversions; /* mutexes */
    struct lm_counters counters;
    struct lm_object_counters object_counters[LM_KINDS + 1U]; /* the last: LM_KIND_CLOSED */
};

/* Refer to it only where LM_TRACED or LM_COUNTED is tested. A reference that remains in a library
 * without trace and counters would cost its programs this memory. */
extern LM_PORT_INSTANCE struct lm_observation lm_the_observation;

static inline struct lm_observation *lm_observation(void)
{
    return &lm_the_observation;
}

/* The state of the processor on which this code runs. */
static inline struct lm_cpu_observation *lm_cpu_observation(void)
{
    return &lm_the_observation.cpu;
}

/* Begin without a trace, with all counters 0. */
void lm_observation_init(void);

#endif
