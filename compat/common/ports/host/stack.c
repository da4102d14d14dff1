/* SPDX-License-Identifier: Apache-2.0 */
/* On the host the stacks of programs have sizes for small processors, but they print with the C
 * library of a large one. So each thread runs on a separate stack with a guard. */
#include "core/link.h"
#include "limen_layer.h"
#include <limen_host.h>

enum { STACK_BYTES = 256 * 1024 };

LM_LINK(lm_layer_thread_free_later); /* which unmaps it */

bool lm_layer_stack_take(struct lm_layer_stack *stack, void *area, uint32_t bytes)
{
    (void)area;
    (void)bytes;
    stack->start = lm_host_stack_map(STACK_BYTES);
    stack->bytes = STACK_BYTES;
    stack->is_area = false;
    return stack->start != NULL;
}

void lm_layer_stack_give(const struct lm_thread *thread)
{
    if (thread->stack != NULL) {
        lm_host_stack_unmap(thread->stack);
    }
}
