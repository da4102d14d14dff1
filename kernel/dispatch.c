/* SPDX-License-Identifier: Apache-2.0 */
/* Dispatch, all but what stands inline in dispatch.h. */
#include "dispatch.h"
#include "alarm.h"
#include "sched.h"

void lm_dispatch_rare(struct lm_kernel *kernel, struct lm_thread *from, struct lm_thread *to)
{
    if ((from->slice | to->slice) != 0) {
        lm_slice_switch(kernel, from, to);
    }
    if (to->level != to->threshold) {
        /* Nobody is more urgent than to, so the level that it rises to is empty: it is the head. */
        lm_ready_remove(&kernel->ready, to);
        to->level = to->threshold;
        lm_ready_append(&kernel->ready, to);
    }
}

void *lm_sched_dispatch(void *stack_pointer)
{
    struct lm_kernel *kernel = lm_kernel();
    struct lm_thread *from = kernel->running;
    struct lm_thread *to = kernel->next;

    from->stack_pointer = stack_pointer;
    lm_dispatch_commit(kernel, from, to);
    return to->stack_pointer;
}
