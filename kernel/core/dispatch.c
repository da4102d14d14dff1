/* SPDX-License-Identifier: Apache-2.0 */
/* Dispatch: the functions that are not inline in dispatch.h. */
#include "core/dispatch.h"

/* Out of line, because most systems have no feature that acts at switches. */
static __attribute__((noinline)) void call_hooks(struct lm_cpu *cpu, struct lm_thread *from)
{
    if (cpu->on_leave != NULL && from != cpu->next && from != &cpu->idle) {
        cpu->on_leave(cpu, from);
    }
    if (cpu->on_switch != NULL) {
        cpu->on_switch(cpu, from, cpu->next);
    }
}

void lm_dispatch(struct lm_cpu *cpu)
{
    struct lm_thread *from = cpu->running;

    if (cpu->has_switch_hooks) {
        call_hooks(cpu, from);
    }
    lm_dispatch_plain(cpu, from, cpu->next);
}

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
