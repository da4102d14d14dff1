/* SPDX-License-Identifier: Apache-2.0 */
/* The events of the observer and their reasons, with the numbers of the trace. spec/trace-format.md
 * says what each record contains.
 */
#ifndef LIMEN_EVENTS_H
#define LIMEN_EVENTS_H

#include <limen/library.h>
#include <stdbool.h>
#include <stdint.h>

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
    LM_EVENT_LOST, /* written by readers only */
    LM_EVENT_CALLED,
    LM_EVENT_FAULT, /* of a user thread: layers/user */
    LM_EVENT_FAULT_AT,
    LM_EVENT_BUDGET, /* of processor time: layers/budget */
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
    LM_EVENT_STREAM_CREATE,
    LM_EVENT_STREAM_PUT,
    LM_EVENT_STREAM_TAKE,
    LM_EVENT_STREAM_WAIT,
    LM_EVENT_STREAM_CLEAR,
    LM_EVENT_STREAM_DELETE,
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
    LM_EVENT_PRIORITIZE = 96, /* events of an object of any kind */
    LM_EVENT_INFO = 98,
    LM_EVENT_STACK_OVERFLOW = 100,
    LM_EVENT_TIME_SET,
    LM_EVENT_TIME_GET,
    LM_EVENT_SERVICE,
    LM_EVENT_TICK_BEGIN,
    LM_EVENT_TICK_END,
    LM_EVENT_TICK_ATTACH,
    LM_EVENT_STACK,
    LM_EVENT_VALUES,
    LM_EVENT_THREAD_MOVE,
    LM_EVENT_MODEL = 112,
    LM_EVENT_SECTION_ENTER,
    LM_EVENT_SECTION_LEAVE,
    LM_EVENT_PREEMPT_POINT,
    LM_EVENT_SPIN_LOCK,
    LM_EVENT_SPIN_UNLOCK,
    LM_EVENT_IRQ_OFF,
    LM_EVENT_IRQ_ON,
    LM_EVENT_ERROR
};

/* The outcome of a service call, in the lower half of b. SENT: done, and the thread in the upper
 * half belongs to another core, which makes it ready. */
enum lm_outcome { LM_OUTCOME_DONE, LM_OUTCOME_WAITS, LM_OUTCOME_UNAVAILABLE, LM_OUTCOME_SENT };

/* A bit in a of THREAD_RESUME, THREAD_SUSPEND and THREAD_SLEEP: the thread is ready, or waits, from
 * now on. */
enum { LM_IMPLIES = 1 };

/* A bit in a of CALLED, above the number of the core: the thread is ready from now on. */
enum { LM_CALLED_IMPLIES = 1U << 8 };

/* Does the record of a call say that its thread waits from now on, or that the thread which it
 * names is ready? No other record does (spec/trace-format.md, implied events). */
static inline bool lm_event_implies(enum lm_event event, uint32_t a, uint32_t b)
{
    uint32_t outcome = b & 0xFFFFU, other = b >> 16;

    if (LM_CORES_OR(event == LM_EVENT_CALLED, false)) {
        return (a & LM_CALLED_IMPLIES) != 0;
    }
    switch (event) {
    case LM_EVENT_THREAD_RESUME:
    case LM_EVENT_THREAD_SUSPEND:
    case LM_EVENT_THREAD_SLEEP:
        return a == LM_IMPLIES;
    case LM_EVENT_SEMAPHORE_WAIT:
    case LM_EVENT_BLOCK_ALLOCATE:
    case LM_EVENT_BYTE_ALLOCATE:
        return outcome == LM_OUTCOME_WAITS;
    case LM_EVENT_FLAGS_WAIT:
        return a == LM_OUTCOME_WAITS;
    case LM_EVENT_QUEUE_SEND:
    case LM_EVENT_QUEUE_SEND_FRONT:
    case LM_EVENT_QUEUE_RECEIVE:
        return outcome == LM_OUTCOME_WAITS || other != 0;
    case LM_EVENT_SEMAPHORE_POST:
    case LM_EVENT_SEMAPHORE_POST_BELOW:
    case LM_EVENT_BLOCK_RELEASE:
        return other != 0;
    default:
        return false;
    }
}

/* The kind of work that an event stands for. The kinds of one event cost different times
 * (ports/port.h). */
enum lm_manner {
    LM_MANNER_PLAIN,
    LM_MANNER_WAITS,       /* a call: its thread begins to wait */
    LM_MANNER_UNAVAILABLE, /* a call: it returns without a result */
    LM_MANNER_MOVES        /* a call: a waiting thread becomes ready. A switch: a level rises */
};

_Static_assert((int)LM_MANNER_MOVES == (int)LM_OUTCOME_SENT, "lm_event_manner");

/* The manner of an event with this b. */
static inline enum lm_manner lm_event_manner(enum lm_event event, uint32_t b)
{
    switch (event) {
    case LM_EVENT_SEMAPHORE_POST:
    case LM_EVENT_SEMAPHORE_POST_BELOW:
    case LM_EVENT_SEMAPHORE_WAIT:
    case LM_EVENT_MUTEX_LOCK:
    case LM_EVENT_MUTEX_UNLOCK:
    case LM_EVENT_QUEUE_SEND:
    case LM_EVENT_QUEUE_SEND_FRONT:
    case LM_EVENT_QUEUE_RECEIVE:
        break;
    default:
        return LM_MANNER_PLAIN;
    }

    uint32_t outcome = b & 0xFFFFU, other = b >> 16;

    return outcome == LM_OUTCOME_DONE && other != 0 ? LM_MANNER_MOVES : (enum lm_manner)outcome;
}

/* The reason why a thread left the processor, in b of SWITCH. */
enum lm_leave {
    LM_LEAVE_BLOCKED = 1,
    LM_LEAVE_PREEMPTED_BY_CALL,
    LM_LEAVE_PREEMPTED_BY_INTERRUPT,
    LM_LEAVE_YIELD,
    LM_LEAVE_SLICE,
    LM_LEAVE_TERMINATED,
    LM_LEAVE_IDLE
};

/* The reason why a level or a priority changed, in the upper half of b of LEVEL and PRIORITY. */
enum lm_change {
    LM_CHANGE_THRESHOLD = 1,
    LM_CHANGE_PRIORITY,
    LM_CHANGE_INHERITANCE,
    LM_CHANGE_CEILING,
    LM_CHANGE_PREEMPT_DISABLE,
    LM_CHANGE_PREEMPT_ENABLE,
    LM_CHANGE_SECTION_ENTER,
    LM_CHANGE_SECTION_LEAVE
};

#endif
