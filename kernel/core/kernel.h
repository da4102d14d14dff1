/* SPDX-License-Identifier: Apache-2.0 */
/* All state of the kernel in one structure: one static instance on a target, one for each
 * operating system thread on the host.
 */
#ifndef LIMEN_KERNEL_INTERNAL_H
#define LIMEN_KERNEL_INTERNAL_H

#include "core/ready_queue.h"
#include "port.h"
#include "time/timeout.h"
#include <limen/kernel.h>
#include <limen/thread.h>

struct lm_device;
struct lm_misuse;
struct lm_timer_thread;
struct lm_trace_header;

struct lm_kernel {
    struct lm_thread *running; /* offset 0 and */
    struct lm_thread *next;    /* one pointer on: the ports' assembly reads them */
    bool dispatches_slowly;    /* a thread has, or had, a time slice, or stacks are checked */
    struct lm_ready_queue ready;
    struct lm_timeout_queue timeouts;
    uint64_t slice_end;  /* of the running thread; NEVER if it has none */
    uint64_t alarm;      /* that the port is set to */
    uint64_t alarm_time; /* when the last alarm came; not before timeouts.base */
    uint16_t objects;    /* created so far */
    bool started;
    uint32_t slice_unit;                             /* ticks */
    uint64_t time_offset;                            /* lm_time_get less lm_now */
    void (*stack_handler)(struct lm_thread *thread); /* or NULL */
    bool handles_stack;                              /* it runs, within a switch */
    uint8_t model;         /* enum lm_model, if the build leaves it open */
    bool irqs_threaded;    /* under LM_MODEL_FULL, too */
    uint32_t spin_mutexes; /* spinlocks that are held as mutexes now */
    void (*misuse_handler)(const struct lm_misuse *misuse); /* or NULL */
    struct lm_device *devices;
    struct lm_timer_thread *timer_thread; /* or NULL */
    struct lm_thread idle;                /* in no queue: it runs when that is empty */

    /* Used by the libraries with trace or counters only. */
    struct lm_trace_header *trace;     /* NULL while it is off, or a filter is on */
    struct lm_trace_header *recording; /* NULL while it is off */
    uint32_t trace_filter;             /* bit n: leave out events 8n to 8n + 7 */
    void (*trace_notify)(void *buffer);
    uint32_t trace_context;    /* depth and thread, as a record wants them */
    uint8_t trace_api;         /* enum lm_trace_api */
    uint8_t leave_reason;      /* enum lm_leave: why the running thread leaves, if it does */
    struct lm_list inversions; /* mutexes */
    uint64_t run_start;        /* when the running thread was dispatched */
    struct lm_counters counters;
    struct lm_object_counters object_counters[LM_KINDS];
};

_Static_assert(offsetof(struct lm_kernel, running) == 0, "assembly reads it");
_Static_assert(offsetof(struct lm_kernel, next) == sizeof(void *), "assembly reads it");
_Static_assert(offsetof(struct lm_thread, node) == 0, "a link is a thread: wait.h");
_Static_assert(offsetof(struct lm_thread, stack_pointer) == 2 * sizeof(void *),
               "assembly reads it");

static inline struct lm_kernel *lm_kernel(void)
{
    return lm_port_kernel();
}

#endif
