/* SPDX-License-Identifier: Apache-2.0 */
/* A model of ticks and cyclic threads as limen/cyclic.h defines them, with which the kernel is
 * compared. It shares nothing with the kernel: it searches threads in tables instead of lists, and
 * times are plain sums. It determines which thread or handler continues next, and with which
 * status.
 *
 * Threads are numbers from 0, in the order of attachment. There are two more: one that is not
 * cyclic and works at the beginning; and, in the deferred style, the thread of the tick.
 */
#ifndef LIMEN_TESTS_TICK_MODEL_H
#define LIMEN_TESTS_TICK_MODEL_H

#include <limen/status.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { TICK_THREADS = 3, TICK_LENGTH = 8, TICK_DEADLINE = 6, TICK_NOBODY = -1, TICK_HANDLER = -2 };

enum {
    TICK_BY_NONE,
    TICK_BY_PERIOD,
    TICK_BY_DELAY,
    TICK_BY_DEVICE
}; /* the reason of its last
                                                                       * release */

enum tick_state { TICK_WAITS, TICK_READY, TICK_HELD, TICK_SLEEPS, TICK_ENDED };

/* The actions of a thread or an interrupt handler. Those up to ACT_SLEEP are a thread's on
 * itself. */
enum tick_act {
    ACT_WAIT,
    ACT_DELAY,
    ACT_AWAIT,
    ACT_TIMEOUT,
    ACT_ARM,
    ACT_DISARM,
    ACT_WORK,
    ACT_SLEEP,
    ACT_NOTHING, /* in a handler */
    ACT_DEVICE,  /* the flags become a */
    ACT_PERIOD,
    ACT_ENABLE,
    ACT_DISABLE,
    ACT_SUSPEND,
    ACT_RESUME,
    ACT_TERMINATE,
    ACT_RESTART,
    ACT_KINDS
};

struct tick_action {
    enum tick_act act;
    int thread; /* on which it acts */
    uint32_t a; /* time; flags of which one has to be 1 */
    uint32_t b; /* offset; timeout */
    uint32_t c; /* flags of which one has to be 0 */
};

struct tick_model_thread {
    unsigned priority, threshold;
    enum tick_state state;
    unsigned level; /* of a ready thread, and its place there: the smaller place is ahead */
    long place;
    bool dispatched; /* since it became ready, or yielded */
    int64_t work;    /* that remains */
    uint64_t until;
    long started; /* when the sleep began */
    bool stop;    /* as soon as its wait ends */
    bool begins;  /* it has not run in this life */
    enum lm_status answer;
    bool awaits; /* in lm_cyclic_await */

    bool enabled;
    int64_t period, left, delay; /* 0: none */
    bool armed;
    uint32_t set, clear;
    bool late;
    uint64_t late_since;
    unsigned trigger;
    uint64_t release;
    unsigned job, overruns, misses;
};

struct tick_model {
    bool deferred;
    int threads;
    struct tick_model_thread thread[TICK_THREADS + 2];
    int busy; /* the thread that is not cyclic */
    int own;  /* the tick's */
    uint64_t now;
    bool instant_is_over; /* what is due happens */
    uint64_t ring, call;  /* the next instants of the tick and of the handler, */
    long ring_started, call_started;
    uint32_t flags;
    bool pending;
    unsigned scans, lost;
    int running;
    long stamp;
    int speaker; /* which continues next: a thread, or TICK_HANDLER */
};

/* Requires: all fields are 0 except style, threads, priorities, thresholds, periods, left, enabled
 * and the work of the busy thread. */
void tick_model_begin(struct tick_model *model);

/* The speaker makes an action. */
void tick_model_apply(struct tick_model *model, const struct tick_action *action);

/* For the model itself: make the thread ready, behind its peers. */
void tick_model_to_tail(struct tick_model *model, struct tick_model_thread *t);

/* Advance the time until a thread or the handler continues. */
void tick_model_advance(struct tick_model *model);

#endif
