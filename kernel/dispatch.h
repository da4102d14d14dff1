/* SPDX-License-Identifier: Apache-2.0 */
/* Dispatch: the moment at which the thread that the scheduler decided for takes over.
 *
 * For ports. Inline, so that a switch by a call is one function and the swap of two stacks.
 * Context: the kernel lock.
 */
#ifndef LIMEN_DISPATCH_H
#define LIMEN_DISPATCH_H

#include "counters.h"
#include "sched_state.h"
#include "trace.h"

/* The rest of lm_dispatch_commit, for what few switches need: time slices, a raised level. */
void lm_dispatch_rare(struct lm_kernel *kernel, struct lm_thread *from, struct lm_thread *to);

/* to becomes the running thread, from is not any more; from may be to, which then is dispatched
 * anew. The port saves and restores the contexts.
 * Requires: from is running, to is next. */
static inline void lm_dispatch_commit(struct lm_kernel *kernel, struct lm_thread *from,
                                      struct lm_thread *to)
{
    if ((LM_TRACED || LM_COUNTED) && from != to) {
        lm_count_switch(kernel, from, to, kernel->leave_reason);
        lm_trace_switch(kernel, to);
    }
    kernel->running = to;
    if (kernel->slicing || to->level != to->threshold) {
        lm_dispatch_rare(kernel, from, to);
    }
    to->state = LM_STATE_DISPATCHED;
}

#endif
