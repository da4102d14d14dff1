/* SPDX-License-Identifier: Apache-2.0 */
/* The counters of the kernel: a sink of the observer. Most of them follow from the events, so the
 * statistics of a trace are equal to them. Without counters (LM_COUNTED is 0) the compiler removes
 * all of this.
 *
 * Context: the kernel lock.
 */
#ifndef LIMEN_COUNT_H
#define LIMEN_COUNT_H

#include "events.h"
#include "observation.h"

struct lm_mutex;

/* The counters of a thread or an object, which are counted in addition to the sums, or NULL. */
static inline struct lm_counters *lm_counters_of_thread(const struct lm_thread *thread)
{
    (void)thread;
    return LM_COUNTED_OR(thread->counters, NULL);
}

static inline struct lm_object_counters *lm_counters_of_object(const struct lm_object *object)
{
    (void)object;
    return LM_COUNTED_OR(object->counters, NULL);
}

/* Count for the system and for a thread. */
#define LM_COUNT(thread, field)                                                                    \
    do {                                                                                           \
        if (LM_COUNTED) {                                                                          \
            lm_observation()->counters.field++;                                                    \
            if (lm_counters_of_thread(thread) != NULL) {                                           \
                lm_counters_of_thread(thread)->field++;                                            \
            }                                                                                      \
        }                                                                                          \
    } while (0)

/* Count for an object and for all of its kind. */
#define LM_COUNT_OBJECT(object, field)                                                             \
    do {                                                                                           \
        if (LM_COUNTED) {                                                                          \
            lm_observation()->object_counters[lm_object_kind(object) & LM_KIND_MASK].field++;      \
            if (lm_counters_of_object(object) != NULL) {                                           \
                lm_counters_of_object(object)->field++;                                            \
            }                                                                                      \
        }                                                                                          \
    } while (0)

/* Count a call that takes: a wait, a lock, a receive, an allocation. */
static inline void lm_count_take(const struct lm_object *object, unsigned outcome)
{
    if (outcome == LM_OUTCOME_DONE) {
        LM_COUNT_OBJECT(object, taken);
    } else if (outcome == LM_OUTCOME_WAITS) {
        LM_COUNT_OBJECT(object, waits);
    }
}

/* Count a call that gives; other: the waiting thread that takes at once, or 0. */
static inline void lm_count_give(const struct lm_object *object, unsigned outcome, unsigned other)
{
    if (outcome == LM_OUTCOME_DONE) {
        LM_COUNT_OBJECT(object, given);
        if (other != 0) {
            LM_COUNT_OBJECT(object, taken);
        }
    }
}

static inline void lm_count_send(const struct lm_object *object, unsigned outcome, unsigned other)
{
    lm_count_give(object, outcome, other);
    if (outcome == LM_OUTCOME_WAITS) {
        LM_COUNT_OBJECT(object, waits_for_space);
    } else if (outcome == LM_OUTCOME_UNAVAILABLE) {
        LM_COUNT_OBJECT(object, refused);
    }
}

/* Count a receive; other: the waiting thread whose message takes the free place, or 0. */
static inline void lm_count_receive(const struct lm_object *object, unsigned outcome,
                                    unsigned other)
{
    lm_count_take(object, outcome);
    if (other != 0) {
        LM_COUNT_OBJECT(object, given);
    }
}

/* Count a wait for a stream; needed: space that the sender waits for, 0: the receiver waits. */
static inline void lm_count_stream_wait(const struct lm_object *object, unsigned outcome,
                                        uint32_t needed)
{
    if (needed != 0) {
        lm_count_send(object, outcome, 0);
    } else {
        lm_count_take(object, outcome);
    }
}

/* Count an event of an object. The event is a constant for each caller, so that one case of the
 * switch remains. */
static inline __attribute__((always_inline)) void
lm_count_event(enum lm_event event, const struct lm_object *object, unsigned a, uint32_t b)
{
    unsigned outcome = b & 0xFFFFU;
    unsigned other = b >> 16;

    switch (event) {
    case LM_EVENT_SEMAPHORE_WAIT:
    case LM_EVENT_MUTEX_LOCK:
    case LM_EVENT_BLOCK_ALLOCATE:
    case LM_EVENT_BYTE_ALLOCATE:
        lm_count_take(object, outcome);
        break;
    case LM_EVENT_FLAGS_WAIT:
        lm_count_take(object, a);
        break;
    case LM_EVENT_STREAM_WAIT:
        lm_count_stream_wait(object, a, b);
        break;
    case LM_EVENT_SEMAPHORE_POST:
    case LM_EVENT_SEMAPHORE_POST_BELOW:
    case LM_EVENT_BLOCK_RELEASE:
        lm_count_give(object, outcome, other);
        break;
    case LM_EVENT_QUEUE_SEND:
    case LM_EVENT_QUEUE_SEND_FRONT:
        lm_count_send(object, outcome, other);
        break;
    case LM_EVENT_QUEUE_RECEIVE:
        lm_count_receive(object, outcome, other);
        break;
    case LM_EVENT_STREAM_TAKE:
        LM_COUNT_OBJECT(object, taken);
        break;
    case LM_EVENT_STREAM_PUT:
    case LM_EVENT_MUTEX_UNLOCK:
    case LM_EVENT_FLAGS_SET:
    case LM_EVENT_FLAGS_CLEAR:
    case LM_EVENT_BYTE_RELEASE:
    case LM_EVENT_TIMER_START:
        LM_COUNT_OBJECT(object, given);
        break;
    case LM_EVENT_BYTE_SERVE:
        LM_COUNT_OBJECT(object, taken);
        break;
    case LM_EVENT_TIMER_STOP:
        LM_COUNT_OBJECT(object, stops);
        break;
    case LM_EVENT_TIMER_EXPIRE:
        LM_COUNT_OBJECT(object, expirations);
        break;
    default:
        break;
    }
}

/* Count an event of a thread. The event is a constant here, too. */
static inline __attribute__((always_inline)) void lm_count_thread_event(enum lm_event event,
                                                                        struct lm_thread *thread)
{
    switch (event) {
    case LM_EVENT_READY:
        LM_COUNT(thread, resumptions);
        break;
    case LM_EVENT_SUSPEND:
        LM_COUNT(thread, suspensions);
        break;
    case LM_EVENT_SLICE:
        LM_COUNT(thread, slices);
        break;
    case LM_EVENT_THREAD_ABORT_WAIT:
        LM_COUNT(thread, aborts);
        break;
    case LM_EVENT_DEADLINE_MISS:
        LM_COUNT(thread, deadline_misses);
        break;
    case LM_EVENT_OVERRUN:
        LM_COUNT(thread, overruns);
        break;
    default:
        break;
    }
}

void lm_count_switch(const struct lm_cpu *cpu, struct lm_thread *from, struct lm_thread *to);

/* Priority inversions: a wait for a mutex has begun, or the mutex has lost its owner. The mutex is
 * in the list of mutexes with an inversion until it loses its owner, even if no thread waits any
 * more. */
void lm_count_inversion_begin(struct lm_mutex *mutex, struct lm_thread *waiter);
void lm_count_inversion_end(struct lm_thread *waiter);
void lm_count_inversion_end_all(struct lm_mutex *mutex);

#endif
