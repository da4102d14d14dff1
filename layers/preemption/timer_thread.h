/* SPDX-License-Identifier: Apache-2.0 */
/* The thread in which functions of timers run under LM_MODEL_RT. Linked only if there is one. */
#ifndef LIMEN_TIMER_THREAD_INTERNAL_H
#define LIMEN_TIMER_THREAD_INTERNAL_H

#include "preemption/model.h"
#include <limen/timer_thread.h>

/* Shall the function of this timer be called in the thread? Also if the model has changed while
 * it is, or was to be: it does not overtake itself. */
static inline bool lm_timer_runs_in_thread(const struct lm_kernel *kernel,
                                           const struct lm_timer *timer)
{
    const struct lm_timer_thread *thread = kernel->timer_thread;

    return thread != NULL && !timer->raw &&
           (lm_model(kernel) == LM_MODEL_RT || timer->calls != 0 || thread->serves == timer ||
            kernel->spin_mutexes != 0);
}

#endif
