/* SPDX-License-Identifier: Apache-2.0 */
/* A switch by a call: the kernel's dispatch, in the middle of what decides for it, and then the two
 * stacks, in v6m/switch.S or v7m/switch.S. */
#ifndef LIMEN_PORT_SWITCH_H
#define LIMEN_PORT_SWITCH_H

/* Save the context of the one on its stack, load that of the other, free the lock. */
extern void lm_port_swap(struct lm_thread *from, struct lm_thread *to);

/* Out of line, so that the quick switch saves no registers. */
extern void lm_port_switch_rare(struct lm_kernel *kernel);

static inline void lm_port_switch_thread(void)
{
    struct lm_kernel *kernel = lm_kernel();
    struct lm_thread *from = kernel->running;
    struct lm_thread *to = kernel->next;

    if (__builtin_expect(lm_dispatch_is_rare(kernel), 0)) {
        lm_port_switch_rare(kernel);
    } else {
        lm_dispatch_quick(kernel, from, to);
        lm_port_swap(from, to);
    }
}

#endif
