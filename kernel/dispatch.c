/* SPDX-License-Identifier: Apache-2.0 */
/* Dispatch: the moment at which the thread that the scheduler decided for takes over. */
#include "alarm.h"
#include "counters.h"
#include "sched.h"
#include "trace.h"

/* Nobody is more urgent than next, so the level that its threshold raises it to is empty, and
 * it is at its head. Out of line: a thread without threshold does not come here. */
static __attribute__((noinline)) void *raise_level(struct lm_kernel *kernel,
                                                   struct lm_thread *thread)
{
    lm_ready_remove(&kernel->ready, thread);
    thread->level = thread->threshold;
    lm_ready_append(&kernel->ready, thread);
    return thread->stack_pointer;
}

static inline void *take_over(struct lm_kernel *kernel, struct lm_thread *to)
{
    kernel->running = to;
    to->state = LM_STATE_DISPATCHED;
    return to->level == to->threshold ? to->stack_pointer : raise_level(kernel, to);
}

/* Out of line: a system without time slices does not come here. */
static __attribute__((noinline)) void *take_over_sliced(struct lm_kernel *kernel,
                                                        struct lm_thread *to)
{
    if ((kernel->running->slice | to->slice) != 0) {
        lm_slice_switch(kernel, kernel->running, to);
    }
    return take_over(kernel, to);
}

void *lm_sched_dispatch(void *stack_pointer)
{
    struct lm_kernel *kernel = lm_kernel();
    struct lm_thread *from = kernel->running;
    struct lm_thread *to = kernel->next;

    from->stack_pointer = stack_pointer;
    if ((LM_TRACED || LM_COUNTED) && from != to) {
        lm_count_switch(kernel, from, to, kernel->leave_reason);
        lm_trace_switch(kernel, to);
    }
    return kernel->slicing ? take_over_sliced(kernel, to) : take_over(kernel, to);
}
