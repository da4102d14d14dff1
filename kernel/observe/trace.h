/* SPDX-License-Identifier: Apache-2.0 */
/* The trace, written by the kernel with the lock held. In the libraries without trace LM_TRACED
 * is 0 and every call here folds away. Format: spec/trace-format.md.
 */
#ifndef LIMEN_TRACE_INTERNAL_H
#define LIMEN_TRACE_INTERNAL_H

#include "core/kernel.h"
#include "core/sched_state.h"

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
    LM_EVENT_THREAD_ABORT_WAIT,
    LM_EVENT_THREAD_RESET,
    LM_EVENT_SEMAPHORE_CREATE = 32,
    LM_EVENT_SEMAPHORE_POST,
    LM_EVENT_SEMAPHORE_WAIT,
    LM_EVENT_SEMAPHORE_DELETE,
    LM_EVENT_SEMAPHORE_POST_BELOW,
    LM_EVENT_MUTEX_CREATE = 40,
    LM_EVENT_MUTEX_LOCK,
    LM_EVENT_MUTEX_UNLOCK,
    LM_EVENT_MUTEX_DELETE,
    LM_EVENT_QUEUE_CREATE = 48,
    LM_EVENT_QUEUE_SEND,
    LM_EVENT_QUEUE_RECEIVE,
    LM_EVENT_QUEUE_DELETE,
    LM_EVENT_QUEUE_SEND_FRONT,
    LM_EVENT_QUEUE_FLUSH,
    LM_EVENT_TIMER_CREATE = 56,
    LM_EVENT_TIMER_START,
    LM_EVENT_TIMER_STOP,
    LM_EVENT_TIMER_EXPIRE,
    LM_EVENT_TIMER_DELETE,
    LM_EVENT_USER = 64,
    LM_EVENT_FLAGS_CREATE = 72,
    LM_EVENT_FLAGS_SET,
    LM_EVENT_FLAGS_CLEAR,
    LM_EVENT_FLAGS_WAIT,
    LM_EVENT_FLAGS_DELETE,
    LM_EVENT_BLOCK_POOL_CREATE = 80,
    LM_EVENT_BLOCK_ALLOCATE,
    LM_EVENT_BLOCK_RELEASE,
    LM_EVENT_BLOCK_POOL_DELETE,
    LM_EVENT_BYTE_POOL_CREATE = 88,
    LM_EVENT_BYTE_ALLOCATE,
    LM_EVENT_BYTE_RELEASE,
    LM_EVENT_BYTE_SERVE,
    LM_EVENT_BYTE_POOL_DELETE,
    LM_EVENT_PRIORITIZE = 96, /* these: of an object of any kind */
    LM_EVENT_NOTIFY,
    LM_EVENT_INFO,
    LM_EVENT_STACK_OVERFLOW = 100,
    LM_EVENT_TIME_SET,
    LM_EVENT_TIME_GET,
    LM_EVENT_SERVICE,
    LM_EVENT_TICK_BEGIN,
    LM_EVENT_TICK_END,
    LM_EVENT_TICK_ATTACH,
    LM_EVENT_STACK,
    LM_EVENT_MODEL = 112,
    LM_EVENT_SECTION_ENTER,
    LM_EVENT_SECTION_LEAVE,
    LM_EVENT_PREEMPT_POINT,
    LM_EVENT_SPIN_LOCK,
    LM_EVENT_SPIN_UNLOCK,
    LM_EVENT_IRQ_OFF,
    LM_EVENT_IRQ_ON
};

/* How a service call went, in the lower half of b. */
enum lm_outcome { LM_OUTCOME_DONE, LM_OUTCOME_WAITS, LM_OUTCOME_UNAVAILABLE };

/* Is it kept why threads leave? */
#define LM_REASONS (LM_TRACED || LM_COUNTED)

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

/* The ring is full: go on at its begin. */
void lm_trace_wrap(struct lm_trace_header *header);

/* Time may have leapt so far since the last record that a reader could not know: say so. */
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

static inline void lm_trace_write_inline(struct lm_kernel *kernel, uint32_t event,
                                         uint32_t object_and_a, uint32_t b)
{
    struct lm_trace_header *header = kernel->trace;

    if (__builtin_expect(header == NULL, 0)) {
        lm_trace_write_filtered(event, object_and_a, b);
        return;
    }
    if (LM_PORT_TIME_LEAPS) {
        lm_trace_time(header);
    }
    lm_trace_put(header, event | kernel->trace_context, object_and_a, b);
}

/* Harmless while the trace is off. */
void lm_trace_write(uint32_t event, uint32_t object_and_a, uint32_t b);

/* Note the whole time in the header. Called by the alarm, which rings at least twice in a turn
 * of the stamp, where time does not leap. */
void lm_trace_mark(void);

static inline void lm_trace(enum lm_event event, unsigned object, unsigned a, uint32_t b)
{
    if (LM_TRACED) {
        lm_trace_write(event, object | (uint32_t)a << 16, b);
    }
}

/* Somebody else shall run than the running thread. Unless noted otherwise where it stopped being
 * ready, it is preempted, and unless noted here, by a call of its own. */
static inline void lm_trace_decision(struct lm_kernel *kernel)
{
    if (LM_REASONS && lm_port_in_interrupt() && kernel->running->state == LM_STATE_DISPATCHED) {
        kernel->leave_reason =
            kernel->running == &kernel->idle ? LM_LEAVE_IDLE : LM_LEAVE_PREEMPTED_BY_INTERRUPT;
    }
}

/* The thread, if it is the running one, will leave for this reason. */
static inline void lm_trace_leaving(struct lm_kernel *kernel, const struct lm_thread *thread,
                                    enum lm_leave reason)
{
    if (LM_REASONS && thread == kernel->running) {
        kernel->leave_reason = (uint8_t)reason;
    }
}

/* The record of a switch; the records that follow belong to the thread that comes. No handler
 * runs at a switch, so the depth is 0. */
static inline void lm_trace_switch(struct lm_kernel *kernel, const struct lm_thread *to)
{
    if (LM_TRACED) {
        lm_trace_write_inline(kernel, LM_EVENT_SWITCH,
                              to->object.id | (uint32_t)to->threshold << 16, kernel->leave_reason);
        kernel->trace_context = (uint32_t)to->object.id << 16;
    }
    if (LM_REASONS) {
        kernel->leave_reason = LM_LEAVE_PREEMPTED_BY_CALL;
    }
}

/* Number the object, name it, and enter it in the trace's table. */
void lm_trace_object(struct lm_kernel *kernel, struct lm_object *object, enum lm_kind kind,
                     const char *name, unsigned priority, unsigned threshold, uint32_t size);

#endif
