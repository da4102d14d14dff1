/* SPDX-License-Identifier: Apache-2.0 */
/* On the host the stacks of programs have sizes for small processors, but they print with the C
 * library of a large one. So each thread runs on a separate stack with a guard. */
#include "core/link.h"
#include "limen_layer.h"
#include <limen_host.h>

enum { STACK_BYTES = 256 * 1024 };

LM_LINK(lm_layer_thread_free_later); /* which unmaps it */

/* The area that the program gave is noted above the stack. */
enum { NOTE_BYTES = 2 * LM_PORT_STACK_ALIGN };
_Static_assert(sizeof(struct lm_layer_area) <= NOTE_BYTES, "note");

static struct lm_layer_area *note(void *stack)
{
    return (struct lm_layer_area *)(void *)((char *)stack + STACK_BYTES - NOTE_BYTES);
}

bool lm_layer_stack_take(struct lm_layer_stack *stack, void *area, uint32_t bytes)
{
    stack->start = lm_host_stack_map(STACK_BYTES);
    stack->bytes = STACK_BYTES - NOTE_BYTES;
    stack->is_area = false;
    if (stack->start != NULL) {
        *note(stack->start) = (struct lm_layer_area){area, bytes};
    }
    return stack->start != NULL;
}

uint32_t lm_layer_stack_least(void)
{
    return 0;
}

void lm_layer_stack_give(const struct lm_thread *thread)
{
    if (thread->stack != NULL) {
        lm_host_stack_unmap(thread->stack);
    }
}

struct lm_layer_area lm_layer_stack_area(const struct lm_layer_thread *thread)
{
    return *note(thread->native.stack);
}
