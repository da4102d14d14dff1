/* SPDX-License-Identifier: Apache-2.0 */
/* Dispatch: the functions that are not inline in dispatch.h. */
#include "core/dispatch.h"
#include "core/link.h"

/* See core/link.h. A program without the file of this function never sets has_switch_hooks. */
#pragma weak lm_switch_hooks_call

void lm_dispatch(struct lm_cpu *cpu)
{
    struct lm_thread *from = cpu->running;

    if (cpu->has_switch_hooks) {
        lm_switch_hooks_call(cpu, from);
    }
    lm_dispatch_plain(cpu, from, cpu->next);
}

/* Out of line, so that the usual switch saves no registers. */
static __attribute__((noinline)) void *dispatch_hooked(struct lm_cpu *cpu)
{
    lm_dispatch(cpu);
    return cpu->running->stack_pointer;
}

void *lm_dispatch_saved(void *stack_pointer)
{
    struct lm_cpu *cpu = lm_cpu();
    struct lm_thread *next = cpu->next;

    cpu->running->stack_pointer = stack_pointer;
    if (cpu->has_switch_hooks) {
        return dispatch_hooked(cpu);
    }
    lm_dispatch_plain(cpu, cpu->running, next);
    return next->stack_pointer;
}
