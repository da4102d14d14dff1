/* SPDX-License-Identifier: Apache-2.0 */
/* Dispatch: the functions that are not inline in dispatch.h. */
#include "core/dispatch.h"
#include "core/link.h"

/* See core/link.h. In a program without their file, has_switch_hooks is never set. */
#pragma weak lm_switch_hooks_call
#pragma weak lm_dispatch_hooked

void lm_dispatch(struct lm_cpu *cpu)
{
    struct lm_thread *from = cpu->running;

    if (cpu->has_switch_hooks) {
        lm_switch_hooks_call(cpu, from);
    }
    lm_dispatch_plain(cpu, from, cpu->next);
}

void *lm_dispatch_saved(void *stack_pointer)
{
    struct lm_cpu *cpu = lm_cpu();
    struct lm_thread *next = cpu->next;

    cpu->running->stack_pointer = stack_pointer;
    if (cpu->has_switch_hooks) {
        return lm_dispatch_hooked();
    }
    lm_dispatch_plain(cpu, cpu->running, next);
    return next->stack_pointer;
}
