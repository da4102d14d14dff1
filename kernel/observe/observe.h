/* SPDX-License-Identifier: Apache-2.0 */
/* The observer: the kernel calls it once for each decision. It has two sinks, the trace (ring.h)
 * and the counters (count.h). In a library without both of them it is empty.
 *
 * Context: the kernel lock.
 */
#ifndef LIMEN_OBSERVE_H
#define LIMEN_OBSERVE_H

#include "observe/count.h"
#include "observe/ring.h"

/* An event of an object, such as a call. spec/trace-format.md defines a and b; b contains the
 * outcome of a call. */
#define lm_observe(event, about, a, b) lm_observe_object((event), &(about)->object, (a), (b))

static inline __attribute__((always_inline)) void
lm_observe_object(enum lm_event event, const struct lm_object *object, unsigned a, uint32_t b)
{
    lm_trace(event, lm_object_id(object), a, b);
    if (LM_COUNTED) {
        lm_count_event(event, object, a, b);
    }
}

/* An event of a thread. */
static inline __attribute__((always_inline)) void
lm_observe_thread(enum lm_event event, struct lm_thread *thread, unsigned a, uint32_t b)
{
    lm_trace(event, lm_object_id(&thread->object), a, b);
    if (LM_COUNTED) {
        lm_count_thread_event(event, thread);
    }
}

/* An event without an object, or of an object that does not count it. */
static inline void lm_observe_event(enum lm_event event, unsigned object, unsigned a, uint32_t b)
{
    lm_trace(event, object, a, b);
}

/* In place of enum lm_status: the record of the call before implies that the thread is ready or
 * waits, so that no record says it (lm_trace_implied). */
enum { LM_IS_IMPLIED = 0x100 };

/* The thread is ready. why: enum lm_status, with which its wait ended, or LM_IS_IMPLIED. */
static inline void lm_observe_ready(struct lm_thread *thread, unsigned why)
{
    if (why == LM_IS_IMPLIED) {
        lm_trace_implied(LM_EVENT_READY);
    } else {
        lm_trace(LM_EVENT_READY, lm_object_id(&thread->object), thread->priority, why);
    }
    if (LM_COUNTED) {
        lm_count_thread_event(LM_EVENT_READY, thread);
    }
}

_Static_assert(LM_WAITS_FOR_MUTEX == 13 && LM_WAITS_FOR_PERIOD == 14 && LM_WAITS_FOR_SHARED == 15,
               "spec/trace-format.md");

/* The thread is not ready any more. It waits for waits_for and this object (0: none). status: enum
 * lm_status, of the wait that preceded its suspension, or LM_IS_IMPLIED. */
static inline void lm_observe_blocked(struct lm_thread *thread, unsigned waits_for, unsigned object,
                                      unsigned status)
{
    if (status == LM_IS_IMPLIED) {
        lm_trace_implied(LM_EVENT_SUSPEND);
    } else {
        lm_trace(LM_EVENT_SUSPEND, object, waits_for, lm_object_id(&thread->object) | status << 16);
    }
    if (LM_COUNTED) {
        lm_count_thread_event(LM_EVENT_SUSPEND, thread);
    }
}

/* Set the reason of the changes of priorities and levels that follow. The functions that compute
 * them do not know it. */
static inline void lm_observe_change(enum lm_change reason)
{
    if (LM_OBSERVED) {
        lm_cpu_observation()->change_reason = (uint8_t)reason;
    }
}

/* The priority or the level of the thread changes. */
static inline void lm_observe_priority(struct lm_thread *thread, unsigned priority,
                                       unsigned threshold)
{
    if (LM_OBSERVED) {
        lm_observe_thread(LM_EVENT_PRIORITY, thread, priority,
                          threshold | (uint32_t)lm_cpu_observation()->change_reason << 16);
    }
}

static inline void lm_observe_level(struct lm_thread *thread, unsigned level, unsigned from)
{
    if (LM_OBSERVED) {
        lm_observe_thread(LM_EVENT_LEVEL, thread, level,
                          from | (uint32_t)lm_cpu_observation()->change_reason << 16);
    }
}

/* The running thread yields. */
static inline void lm_observe_yield(struct lm_thread *thread)
{
    lm_trace(LM_EVENT_YIELD, 0, 0, 0);
    LM_COUNT(thread, yields);
}

/* The wait of the thread for an object has timed out. */
static inline void lm_observe_timeout(struct lm_thread *thread)
{
    LM_COUNT(thread, timeouts);
    LM_IF_COUNTED(LM_COUNT_OBJECT(thread->wait_list->object, timeouts););
}

/* Priority inversions: a wait for a mutex has begun or ended, or the mutex has lost its owner. */
static inline void lm_observe_inversion_begin(struct lm_mutex *mutex, struct lm_thread *waiter)
{
    if (LM_COUNTED) {
        lm_count_inversion_begin(mutex, waiter);
    }
}

static inline void lm_observe_inversion_end(struct lm_thread *waiter)
{
    if (LM_COUNTED) {
        lm_count_inversion_end(waiter);
    }
}

static inline void lm_observe_inversion_end_all(struct lm_mutex *mutex)
{
    if (LM_COUNTED) {
        lm_count_inversion_end_all(mutex);
    }
}

/* If the thread is the running one, it will leave the processor for this reason. */
static inline void lm_observe_leaving(struct lm_cpu *cpu, const struct lm_thread *thread,
                                      enum lm_leave reason)
{
    if (LM_OBSERVED && thread == cpu->running) {
        lm_cpu_observation()->leave_reason = (uint8_t)reason;
    }
}

/* The next thread is not the running one. The running one is preempted, unless a reason was noted
 * when it stopped being ready: by an interrupt if one is being handled, else by a call of its
 * own. */
static inline void lm_observe_decision(struct lm_cpu *cpu)
{
    if (LM_OBSERVED && lm_port_in_interrupt() && cpu->running->state == LM_STATE_DISPATCHED) {
        lm_cpu_observation()->leave_reason =
            cpu->running == &cpu->idle ? LM_LEAVE_IDLE : LM_LEAVE_PREEMPTED_BY_INTERRUPT;
    }
}

/* The processor switches from one thread to another, or dispatches the same thread again. */
static inline void lm_observe_switch(struct lm_cpu *cpu, struct lm_thread *from,
                                     struct lm_thread *to)
{
    if (LM_OBSERVED && from != to) {
        if (LM_COUNTED) {
            lm_count_switch(cpu, from, to);
        }
        lm_trace_switch(to);
    }
    if (LM_OBSERVED) { /* unless noted otherwise until then */
        lm_cpu_observation()->leave_reason = LM_LEAVE_PREEMPTED_BY_CALL;
    }
}

#endif
