/* SPDX-License-Identifier: Apache-2.0 */
/* Dispatch: the moment at which the thread that the scheduler decided for takes over. */
#include "alarm.h"
#include "sched.h"
#include "trace.h"

/* Nobody is more urgent than next, so the level that its threshold raises it to is empty, and
 * it is at its head. */
static void raise_level(struct lm_kernel *kernel, struct lm_thread *thread)
{
    lm_ready_remove(&kernel->ready, thread);
    thread->level = thread->threshold;
    lm_ready_append(&kernel->ready, thread);
}

void *lm_sched_dispatch(void *stack_pointer)
{
    struct lm_kernel *kernel = lm_kernel();
    struct lm_thread *from = kernel->running;
    struct lm_thread *to = kernel->next;

    from->stack_pointer = stack_pointer;
    if (LM_TRACED && from != to) {
        lm_trace_switch(kernel, from, to);
    }
    if ((from->slice | to->slice) != 0) {
        lm_slice_switch(kernel, from, to);
    }
    kernel->running = to;
    to->state = LM_STATE_DISPATCHED;
    if (to->level != to->threshold) {
        raise_level(kernel, to);
    }
    return to->stack_pointer;
}
