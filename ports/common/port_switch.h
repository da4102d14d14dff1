/* SPDX-License-Identifier: Apache-2.0 */
/* A switch by a call. The dispatch of the kernel (lm_dispatch_plain) and the swap of the two stacks
 * are in switch.S of the port. */
#ifndef LIMEN_PORT_SWITCH_H
#define LIMEN_PORT_SWITCH_H

#include "frame.h"

/* Save the context of from on its stack, load that of to, and free the lock. The result is saved
 * with the context, so the calls that end with a switch need no stack of their own. */
extern enum lm_status lm_port_swap(enum lm_status result, struct lm_thread *from,
                                   struct lm_thread *to);

/* Dispatch to and swap. switch.S has it for systems without hooks at switches; the linker replaces
 * it by the one of hooked/switch.c in those that have some, so that no switch tests for them. */
extern enum lm_status lm_port_switch(enum lm_status result, struct lm_thread *from,
                                     struct lm_thread *to, struct lm_cpu *cpu);

/* Out of line, so that the usual switch saves no registers. */
extern enum lm_status lm_port_switch_hooked(struct lm_cpu *cpu, enum lm_status result);

void lm_port_use_switch_hooks(void);

/* A switch that is observed comes behind its hooks, which may change it. */
static inline enum lm_status lm_port_switch_thread(struct lm_cpu *cpu, struct lm_thread *from,
                                                   enum lm_status result)
{
    struct lm_thread *to = cpu->next;

    if (LM_OBSERVED && __builtin_expect(cpu->has_switch_hooks, 0)) {
        return lm_port_switch_hooked(cpu, result);
    }
    lm_observe_switch(cpu, from, to);
    return lm_port_switch(result, from, to, cpu);
}

static inline void lm_port_switch_later(lm_lock_key key)
{
    lm_port_request_switch();
    lm_port_unlock(key);
}

static inline void lm_port_set_result(struct lm_thread *thread, enum lm_status result)
{
    struct frame *frame = thread->stack_pointer;

    frame->result = (uintptr_t)result;
}

#endif
