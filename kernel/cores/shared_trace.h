/* SPDX-License-Identifier: Apache-2.0 */
/* The trace of several cores: the records of calls of shared objects, and of threads that another
 * core has woken or sent (spec/trace-format.md, several cores). All calls of kernel/cores are
 * recorded by these functions. In a library without trace they are empty.
 *
 * A record of a shared object is written under the shared lock, so that its time is in the order in
 * which the calls took effect. */
#ifndef LIMEN_SHARED_TRACE_H
#define LIMEN_SHARED_TRACE_H

#include "core/wait_list.h"
#include "cores/shared_list.h"
#include "observe/calls.h"
#include "observe/observe.h"

/* Count a call of a shared object. Requires: both locks, or the caller owns the object. */
static inline void lm_shared_count(enum lm_call call, const struct lm_wait_list *list, uint32_t b)
{
    (void)call, (void)list, (void)b;
    LM_IF_COUNTED(lm_count_event((enum lm_event)call, list->object, b, b);)
}

/* Record a call of a shared object that wakes no thread: it is done, unavailable, or its caller
 * waits. a: the fill of the object, as in the record of the call for an object of one core. */
static inline void lm_shared_observe(enum lm_call call, const struct lm_wait_list *list, unsigned a,
                                     enum lm_outcome outcome)
{
    bool says_what = outcome == LM_OUTCOME_WAITS && list->waits_for == LM_WAITS_FOR_SEMAPHORE;

    lm_trace((enum lm_event)call, lm_wait_list_id(list), a,
             outcome | (says_what ? (uint32_t)LM_WAITS_FOR_SEMAPHORE << 16 : 0U));
    lm_shared_count(call, list, outcome);
}

/* Note the call for a thread that its own core then makes ready. Requires: the thread is in no list
 * and no inbox, or the shared lock. about: the number of an object, 0: none. */
static inline void lm_shared_note(struct lm_thread *thread, enum lm_call call, unsigned about)
{
    (void)thread, (void)call, (void)about;
    if (LM_TRACED) {
        LM_IF_CORES(thread->caller = (uint8_t)lm_port_core());
        LM_IF_CORES(thread->call = (uint16_t)call);
        LM_IF_CORES(thread->called_about = (uint16_t)about);
    }
}

/* Record a call that satisfies the wait of the first thread of the list. Requires: both locks. */
static inline void lm_shared_observe_wake(enum lm_call call, const struct lm_wait_list *list,
                                          unsigned a)
{
    struct lm_thread *thread = lm_shared_first(list);
    bool is_here = !LM_TRACED || LM_CORES_OR(thread->core == lm_port_core(), true);
    unsigned about = lm_wait_list_id(list);

    lm_trace((enum lm_event)call, about, a,
             (is_here ? LM_OUTCOME_DONE : LM_OUTCOME_SENT) | (uint32_t)lm_object_id(&thread->object)
                                                                 << 16);
    lm_shared_count(call, list, LM_OUTCOME_DONE | 1U << 16);
    lm_shared_note(thread, call, about);
}

/* Record that the thread waits in the list, unless the record of its call implies it. */
static inline void lm_shared_observe_blocked(const struct lm_wait_list *list,
                                             const struct lm_thread *thread)
{
    if (list->waits_for == LM_WAITS_FOR_MUTEX) {
        lm_trace(LM_EVENT_SUSPEND, lm_wait_list_id(list), LM_WAITS_FOR_MUTEX,
                 lm_object_id(&thread->object));
    }
}

/* Record that a thread from the inbox of its core becomes ready. */
static inline void lm_shared_observe_called(const struct lm_thread *thread)
{
    (void)thread;
    if (LM_TRACED) {
        LM_IF_CORES(lm_trace(LM_EVENT_CALLED, lm_object_id(&thread->object),
                             thread->caller | (unsigned)LM_CALLED_IMPLIES,
                             thread->called_about | (uint32_t)thread->call << 16));
    }
}

#endif
