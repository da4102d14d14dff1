/* SPDX-License-Identifier: Apache-2.0 */
/* A thread for the functions of timers, in which they run under LM_MODEL_RT (limen/section.h), so
 * that whoever is more urgent holds them off. Those of ticks go on being called at once. */
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
    struct lm_semaphore due;
    struct lm_list timers;             /* whose function is to be called */
    const struct lm_timer *serves;     /* whose function runs now, or NULL */
    void (*hand_over)(void *argument); /* a timer expires */
};

/* Give the system its thread of timers. config needs no entry.
 * Context: start-up or thread, once. Returns: LM_OK, LM_BAD_ARGUMENT, LM_BAD_STATE (it has one).
 * Cost: O(stack). */
enum lm_status lm_timer_thread_create(struct lm_timer_thread *thread,
                                      const struct lm_thread_config *config);

#ifdef __cplusplus
}
#endif

#endif
