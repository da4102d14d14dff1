/* SPDX-License-Identifier: Apache-2.0 */
/* ARMv6-M: the decision in the middle of a switch by an interrupt; switch.S, which calls this, has
 * saved the context, and does itself what lm_dispatch_quick would. */
#include "core/dispatch.h"
#include "core/kernel.h"

_Static_assert(offsetof(struct lm_kernel, dispatches_slowly) == 8, "switch.S reads it");
_Static_assert(offsetof(struct lm_thread, level) == 12, "switch.S writes it");
_Static_assert(offsetof(struct lm_thread, threshold) == 16, "switch.S reads it");
_Static_assert(offsetof(struct lm_thread, state) == 20, "switch.S writes it");
_Static_assert(LM_STATE_DISPATCHED == 1, "switch.S writes it");

void *lm_port_dispatch_slowly(void);

/* Returns: the stack pointer of the thread that runs now. */
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
