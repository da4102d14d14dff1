/* SPDX-License-Identifier: Apache-2.0 */
/* Dispatch, all but what stands inline in dispatch.h. */
#include "core/dispatch.h"
#include "core/sched.h"
#include "objects/thread.h"
#include "time/alarm.h"

static void check_stack(struct lm_kernel *kernel, struct lm_thread *from)
{
    if (kernel->stack_handler != NULL && lm_thread_stack_is_spoilt(from)) {
        lm_trace(LM_EVENT_STACK_OVERFLOW, from->object.id, 0, 0);
        kernel->handles_stack = true;
        kernel->stack_handler(from);
        kernel->handles_stack = false;
    }
}

/* Out of line: what most systems have none of. Returns: who is next now. */
static __attribute__((noinline)) struct lm_thread *
check_and_slice(struct lm_kernel *kernel, struct lm_thread *from, struct lm_thread *to)
{
    if (from != to && from != &kernel->idle) {
        check_stack(kernel, from);
        to = kernel->next;
    }
    if ((from->slice | to->slice) != 0) {
        lm_slice_switch(kernel, from, to);
    }
    return to;
}

void lm_dispatch(struct lm_kernel *kernel, struct lm_thread *from, struct lm_thread *to)
{
    if (kernel->dispatches_slowly) {
        to = check_and_slice(kernel, from, to);
    }
    lm_dispatch_quick(kernel, from, to);
}

void *lm_sched_dispatch(void *stack_pointer)
{
    struct lm_kernel *kernel = lm_kernel();

    kernel->running->stack_pointer = stack_pointer;
    lm_dispatch(kernel, kernel->running, kernel->next);
    return kernel->running->stack_pointer;
}
