/* SPDX-License-Identifier: Apache-2.0 */
/* A thread that calls the functions of timers under LM_MODEL_RT (limen/section.h), so that more
 * urgent threads run before them. Without this thread they run in the alarm's interrupt under every
 * model, as the functions of ticks (limen/cyclic.h) always do. */
#ifndef LIMEN_TIMER_THREAD_H
#define LIMEN_TIMER_THREAD_H

#include <limen/semaphore.h>
#include <limen/thread.h>
#include <limen/timer.h>

#ifdef __cplusplus
extern "C" {
#endif

struct lm_timer_thread {
    struct lm_thread thread;
    struct lm_semaphore due;       /* one unit for each pending call */
    struct lm_list timers;         /* timers with pending calls */
    const struct lm_timer *serves; /* the timer whose function runs now, or NULL */
};

/* Create the thread of timers, of which the system has at most one. The configuration needs no
 * entry function.
 * Context: start-up or thread. Returns: LM_OK, LM_BAD_ARGUMENT, LM_BAD_STATE (there is one),
 * LM_BAD_OBJECT (the thread exists already). Cost: O(stack). */
enum lm_status lm_timer_thread_create(struct lm_timer_thread *thread,
                                      const struct lm_thread_config *config);

#ifdef __cplusplus
}
#endif

#endif
