/* SPDX-License-Identifier: Apache-2.0 */
/* Dispatch: the moment at which the thread that the scheduler decided for takes over.
 *
 * For ports. Inline, so that a switch by a call is one function and the swap of two stacks.
 * Context: the kernel lock.
 */
#ifndef LIMEN_DISPATCH_H
#define LIMEN_DISPATCH_H

#include "core/sched_state.h"
#include "observe/counters.h"
#include "observe/trace.h"

/* Does the switch need more than lm_dispatch_quick? In systems with time slices or checks of
 * stacks. */
static inline bool lm_dispatch_is_rare(const struct lm_kernel *kernel)
{
    return kernel->dispatches_slowly;
}

/* to becomes the running thread, from is not any more; from may be to, which then is dispatched
 * anew. The port saves and restores the contexts.
 * Requires: from is running, to is next; quick: the dispatch is not rare. */
static inline void lm_dispatch_quick(struct lm_kernel *kernel, struct lm_thread *from,
                                     struct lm_thread *to)
{
    if (LM_REASONS && from != to) {
        lm_count_switch(kernel, from, to, kernel->leave_reason);
        lm_trace_switch(kernel, to);
    }
    if (LM_REASONS && from == to) {
        kernel->leave_reason =
            LM_LEAVE_PREEMPTED_BY_CALL; /* it stays: forget why it was to leave */
    }
    kernel->running = to;
    to->state = LM_STATE_DISPATCHED;
    to->level = to->threshold;
}

/* The same, whatever there is to do. Who is next may change meanwhile: go on with running. */
void lm_dispatch(struct lm_kernel *kernel, struct lm_thread *from, struct lm_thread *to);

/* lm_port_switch_thread, which may contain the above: see ports/port.h. */
#include "port_switch.h"

#endif
