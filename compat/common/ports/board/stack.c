/* SPDX-License-Identifier: Apache-2.0 */
/* On a board threads run on the stacks that programs give them. */
#include "limen_layer.h"

bool lm_layer_stack_take(struct lm_layer_thread *thread, void **stack, uint32_t *bytes)
{
    *stack = thread->stack;
    *bytes = thread->stack_bytes & ~(uint32_t)(LM_PORT_STACK_ALIGN - 1);
    return *bytes >= LM_PORT_STACK_MIN;
}

void lm_layer_stack_give(struct lm_layer_thread *thread)
{
    (void)thread;
}
