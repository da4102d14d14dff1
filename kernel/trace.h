/* SPDX-License-Identifier: Apache-2.0 */
/* The trace, written by the kernel with the lock held. In the libraries without trace LM_TRACED
 * is 0 and every call here folds away. Format: spec/trace-format.md.
 */
#ifndef LIMEN_TRACE_INTERNAL_H
#define LIMEN_TRACE_INTERNAL_H

#include "kernel.h"

enum lm_event {
    LM_EVENT_TIME = 1,
    LM_EVENT_SWITCH,
    LM_EVENT_READY,
    LM_EVENT_SUSPEND,
    LM_EVENT_YIELD,
    LM_EVENT_SLICE,
    LM_EVENT_LEVEL,
    LM_EVENT_PRIORITY,
    LM_EVENT_IRQ_ENTER,
    LM_EVENT_IRQ_EXIT,
    LM_EVENT_THREAD_CREATE = 16,
    LM_EVENT_THREAD_START,
    LM_EVENT_THREAD_SUSPEND,
    LM_EVENT_THREAD_RESUME,
    LM_EVENT_THREAD_TERMINATE,
    LM_EVENT_THREAD_RESTART,
    LM_EVENT_THREAD_DELETE,
    LM_EVENT_THREAD_SLEEP,
    LM_EVENT_THREAD_PRIORITY,
    LM_EVENT_THREAD_SLICE,
    LM_EVENT_RELEASE,
    LM_EVENT_COMPLETE,
    LM_EVENT_DEADLINE_MISS,
    LM_EVENT_OVERRUN,
    LM_EVENT_SEMAPHORE_CREATE = 32,
    LM_EVENT_SEMAPHORE_POST,
    LM_EVENT_SEMAPHORE_WAIT,
    LM_EVENT_SEMAPHORE_DELETE,
    LM_EVENT_MUTEX_CREATE = 40,
    LM_EVENT_MUTEX_LOCK,
    LM_EVENT_MUTEX_UNLOCK,
    LM_EVENT_MUTEX_DELETE,
    LM_EVENT_QUEUE_CREATE = 48,
    LM_EVENT_QUEUE_SEND,
    LM_EVENT_QUEUE_RECEIVE,
    LM_EVENT_QUEUE_DELETE,
    LM_EVENT_TIMER_CREATE = 56,
    LM_EVENT_TIMER_START,
    LM_EVENT_TIMER_STOP,
    LM_EVENT_TIMER_EXPIRE,
    LM_EVENT_TIMER_DELETE,
    LM_EVENT_USER = 64
};

/* How a service call went, in the lower half of b. */
enum lm_outcome { LM_OUTCOME_DONE, LM_OUTCOME_WAITS, LM_OUTCOME_UNAVAILABLE };

/* Why a thread left the processor, in b of SWITCH. */
enum lm_leave {
    LM_LEAVE_BLOCKED = 1,
    LM_LEAVE_PREEMPTED_BY_CALL,
    LM_LEAVE_PREEMPTED_BY_INTERRUPT,
    LM_LEAVE_YIELD,
    LM_LEAVE_SLICE,
    LM_LEAVE_TERMINATED,
    LM_LEAVE_IDLE
};

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
    uint32_t reserved[5];
};

struct lm_trace_object {
    uint16_t id;
    uint16_t kind;
    uint16_t priority;
    uint16_t threshold;
    uint32_t size;
    char name[20];
};

/* Harmless while the trace is off. */
void lm_trace_write(struct lm_kernel *kernel, uint32_t event, uint32_t object_and_a, uint32_t b);

static inline void lm_trace(struct lm_kernel *kernel, enum lm_event event, unsigned object,
                            unsigned a, uint32_t b)
{
    if (LM_TRACED) {
        lm_trace_write(kernel, event, object | (uint32_t)a << 16, b);
    }
}

/* The record of a switch. Requires: LM_TRACED. */
void lm_trace_switch(struct lm_kernel *kernel, struct lm_thread *from, struct lm_thread *to);

/* Number the object, name it, and enter it in the trace's table. */
void lm_trace_object(struct lm_kernel *kernel, struct lm_object *object, enum lm_kind kind,
                     const char *name, unsigned priority, unsigned threshold, uint32_t size);

#endif
