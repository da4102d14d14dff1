/* SPDX-License-Identifier: Apache-2.0 */
/* A switch by a call. The dispatch of the kernel is inline in the function that has decided; the
 * swap of the two stacks is in switch.S of the port. */
#ifndef LIMEN_PORT_SWITCH_H
#define LIMEN_PORT_SWITCH_H

#include "frame.h"

/* Save the context of from on its stack, load that of to, and free the lock. The result is saved
 * with the context, so the calls that end with a switch need no stack of their own. */
extern enum lm_status lm_port_swap(enum lm_status result, struct lm_thread *from,
                                   struct lm_thread *to);

/* Weak, because only systems with hooks at switches need it, and set has_switch_hooks. */
extern enum lm_status lm_port_switch_hooked(struct lm_cpu *cpu, enum lm_status result)
    __attribute__((weak));

void lm_port_use_switch_hooks(void);

static inline enum lm_status lm_port_switch_thread(struct lm_cpu *cpu, struct lm_thread *from,
                                                   enum lm_status result)
{
    struct lm_thread *to = cpu->next;

    if (__builtin_expect(cpu->has_switch_hooks, 0)) {
        return lm_port_switch_hooked(cpu, result);
    }
    lm_dispatch_plain(cpu, from, to);
    return lm_port_swap(result, from, to);
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
