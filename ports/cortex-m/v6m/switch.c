/* SPDX-License-Identifier: Apache-2.0 */
/* ARMv6-M: the decision in the middle of a switch; switch.S, which calls these, has saved the
 * context. */
#include "dispatch.h"
#include "kernel.h"

void *lm_port_dispatch_quick(void *saved, struct lm_thread *from, struct lm_thread *to,
                             struct lm_kernel *kernel);
void *lm_port_dispatch_slowly(void);

/* saved: the stack pointer of from. Returns: that of the thread that runs now; NULL if the dispatch
 * is rare, and is still to do: so the usual one is a leaf, which saves no registers. */
void *lm_port_dispatch_quick(void *saved, struct lm_thread *from, struct lm_thread *to,
                             struct lm_kernel *kernel)
{
    from->stack_pointer = saved;
    if (lm_dispatch_is_rare(kernel)) {
        return NULL;
    }
    lm_dispatch_quick(kernel, from, to);
    return to->stack_pointer;
}

void *lm_port_dispatch_slowly(void)
{
    struct lm_kernel *kernel = lm_kernel();

    lm_dispatch(kernel, kernel->running, kernel->next);
    return kernel->running->stack_pointer;
}

/* By the upper five bits of a de Bruijn sequence that is shifted by the number; see bits.h. */
const uint8_t lm_port_bit_number[32] = {0,  1,  28, 2,  29, 14, 24, 3,  30, 22, 20,
                                        15, 25, 17, 4,  8,  31, 27, 13, 23, 21, 19,
                                        16, 7,  26, 12, 18, 6,  11, 5,  10, 9};
