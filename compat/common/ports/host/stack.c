/* SPDX-License-Identifier: Apache-2.0 */
/* On the host the stacks of programs have sizes for small processors, but they print with the C
 * library of a large one. So each thread runs on a separate stack with a guard. */
#include "limen_layer.h"
#include <limen_host.h>

enum { STACK_BYTES = 256 * 1024, OWNS_MAPPED = 128 };

bool lm_layer_stack_take(struct lm_layer_thread *thread, void **stack, uint32_t *bytes)
{
    *stack = lm_host_stack_map(STACK_BYTES);
    *bytes = STACK_BYTES;
    thread->owns |= OWNS_MAPPED;
    return *stack != NULL;
}

void lm_layer_stack_give(struct lm_layer_thread *thread)
{
    if (thread->native.stack != NULL) {
        lm_host_stack_unmap(thread->native.stack);
    }
}
