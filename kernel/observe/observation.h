/* SPDX-License-Identifier: Apache-2.0 */
/* The state of the observer: where the trace goes, and what has been counted. It is apart from the
 * kernel's own state (state.h), because programs that are linked with a library without trace and
 * counters have none of it. Like that, it exists once for each instance of the kernel.
 *
 * Context: the kernel lock.
 */
#ifndef LIMEN_OBSERVATION_H
#define LIMEN_OBSERVATION_H

#include "state.h"

struct lm_trace_header;

/* Does the library keep what only an observer wants to know? */
#define LM_OBSERVED (LM_TRACED || LM_COUNTED)

/* Of a processor: a second one would have its own. */
struct lm_cpu_observation {
    uint32_t trace_context; /* depth of interrupts and thread, as a record wants them */
    uint8_t leave_reason;   /* enum lm_leave: why the running thread leaves, if it does */
    uint64_t run_start;     /* when the running thread was dispatched */
};

/* Of the system. */
struct lm_observation {
    struct lm_cpu_observation cpu;
    struct lm_trace_header *trace;     /* NULL while it is off, or a filter is on */
    struct lm_trace_header *recording; /* NULL while it is off */
    uint32_t trace_filter;             /* bit n: leave out events 8n to 8n + 7 */
    void (*trace_notify)(void *buffer);
    uint8_t trace_api;         /* enum lm_trace_api */
    struct lm_list inversions; /* mutexes */
    struct lm_counters counters;
    struct lm_object_counters object_counters[LM_KINDS];
};

/* Refer to it only where LM_TRACED or LM_COUNTED is tested: each reference that is left in a plain
 * library costs its programs this memory. */
extern LM_PORT_INSTANCE struct lm_observation lm_the_observation;

static inline struct lm_observation *lm_observation(void)
{
    return &lm_the_observation;
}

/* Of the processor that this code runs on. */
static inline struct lm_cpu_observation *lm_cpu_observation(void)
{
    return &lm_the_observation.cpu;
}

/* The kernel begins: no trace, all counters 0. */
void lm_observation_init(void);

#endif
