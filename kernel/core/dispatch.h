/* SPDX-License-Identifier: Apache-2.0 */
/* Dispatch: the moment at which the next thread becomes the running one and its level rises. Ports
 * call it in the middle of a switch, after they have saved one context and before they load the
 * other.
 *
 * Context: the kernel lock.
 */
#ifndef LIMEN_DISPATCH_H
#define LIMEN_DISPATCH_H

#include "observe/observe.h"
#include "state.h"

/* Make cpu->next the running thread, or dispatch it again if it is running. The port then continues
 * with cpu->running: a feature that acts at switches may have made another thread next. */
void lm_dispatch(struct lm_cpu *cpu);

/* Like lm_dispatch, for a system in which no feature acts at switches (cpu->has_switch_hooks);
 * inline for the switch by a call.
 * Requires: from is running; to is next. */
static inline void lm_dispatch_plain(struct lm_cpu *cpu, struct lm_thread *from,
                                     struct lm_thread *to)
{
    lm_observe_switch(cpu, from, to);
    cpu->running = to;
    to->standing = to->dispatched_standing;
}

/* Dispatch for the switch by an interrupt. The context of the running thread has been saved at
 * stack_pointer.
 * Returns: the stack pointer of the thread that runs then. */
void *lm_dispatch_saved(void *stack_pointer);

/* From now on, switches call cpu->on_leave and cpu->on_switch, unless they are NULL. */
void lm_switch_hooks_use(struct lm_cpu *cpu);

/* Call cpu->on_leave and cpu->on_switch, unless they are NULL. from: the running thread. */
void lm_switch_hooks_call(struct lm_cpu *cpu, struct lm_thread *from);

/* Defines lm_port_switch_thread, which may contain lm_dispatch_plain: see ports/port.h. */
#include "port_switch.h"

#endif
