/* SPDX-License-Identifier: Apache-2.0 */
/* On a board threads run on the stacks that programs give them. */
#include "limen_layer.h"

bool lm_layer_stack_take(struct lm_layer_thread *thread, void **stack, uint32_t *bytes)
{
    const uintptr_t mask = LM_PORT_STACK_ALIGN - 1;
    uintptr_t begin = ((uintptr_t)thread->stack + mask) & ~mask;
    uintptr_t end = ((uintptr_t)thread->stack + thread->stack_bytes) & ~mask;

    *stack = (void *)begin; /* an array of words may begin between two places of a stack */
    *bytes = end > begin ? (uint32_t)(end - begin) : 0;
    return *bytes >= LM_PORT_STACK_MIN;
}

void lm_layer_stack_give(struct lm_layer_thread *thread)
{
    (void)thread;
}
