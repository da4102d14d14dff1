/* SPDX-License-Identifier: Apache-2.0 */
/* On a board threads run on the stacks that programs give them. */
#include "limen_layer.h"

static uintptr_t aligned(uintptr_t address)
{
    return address & ~(uintptr_t)(LM_PORT_STACK_ALIGN - 1);
}

/* An array of words may begin between two places of a stack. */
bool lm_layer_stack_take(struct lm_layer_stack *stack, void *area, uint32_t bytes)
{
    uintptr_t begin = aligned((uintptr_t)area + LM_PORT_STACK_ALIGN - 1);
    uintptr_t end = aligned((uintptr_t)area + bytes);

    stack->start = (void *)begin;
    stack->bytes = end > begin ? (uint32_t)(end - begin) : 0;
    stack->is_area = true;
    return stack->bytes >= LM_PORT_STACK_MIN;
}

/* In words: the deepest call, which is osThreadExit with trace. tests/cmsis-rtos2/programs/stacks.c
 * measures it. */
enum { WORDS_OF_CALLS = 29 };

uint32_t lm_layer_stack_least(void)
{
    return LM_PORT_STACK_MIN + WORDS_OF_CALLS * (uint32_t)sizeof(void *);
}

void lm_layer_stack_give(const struct lm_thread *thread)
{
    (void)thread;
}

_Static_assert(LM_PORT_STACK_ALIGN <= 16, "edges");

struct lm_layer_area lm_layer_stack_area(const struct lm_layer_thread *thread)
{
    uint32_t before = thread->edges % 16U, behind = thread->edges / 16U;

    return (struct lm_layer_area){(char *)thread->native.stack - before,
                                  before + thread->native.stack_bytes + behind};
}
