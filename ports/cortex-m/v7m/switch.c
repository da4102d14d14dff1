/* SPDX-License-Identifier: Apache-2.0 */
/* ARMv7-M: the decision that goes with a switch; the stacks are swapped in switch.S. */
#include "dispatch.h"
#include "kernel.h"

/* Armv7-M Architecture Reference Manual (DDI 0403E), B3.2.4. */
#define ICSR (*(volatile uint32_t *)0xE000ED04U)

enum { PENDSV_SET = 1 << 28 };

extern void lm_port_swap(struct lm_thread *from, struct lm_thread *to);

/* Out of line, so that the quick switch saves no registers. */
static __attribute__((noinline)) void switch_rare(struct lm_kernel *kernel, struct lm_thread *from,
                                                  struct lm_thread *to)
{
    lm_dispatch(kernel, from, to);
    lm_port_swap(from, kernel->running);
}

void lm_port_switch_thread(void)
{
    struct lm_kernel *kernel = lm_kernel();
    struct lm_thread *from = kernel->running;
    struct lm_thread *to = kernel->next;

    if (lm_dispatch_is_rare(kernel)) {
        switch_rare(kernel, from, to);
        return;
    }
    lm_dispatch_quick(kernel, from, to);
    lm_port_swap(from, to);
}

void lm_port_switch(lm_lock_key key)
{
    if (key == 0 && !lm_port_in_interrupt()) {
        lm_port_switch_thread();
    } else {
        ICSR = PENDSV_SET;
        lm_port_unlock(key);
    }
}
