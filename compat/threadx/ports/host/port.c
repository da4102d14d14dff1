/* SPDX-License-Identifier: Apache-2.0 */
/* ThreadX applications on the host. Their stacks have sizes for small processors, but they print
 * with the C library of a large one. Therefore each thread runs on a separate stack with a guard
 * page. The area that the application provided keeps its pattern as long as nothing writes to it,
 * and stack checks examine this area.
 */
#include "limen.h"
#include <limen_host.h>

#ifndef TX_LIMEN_FREE_MEMORY
#define TX_LIMEN_FREE_MEMORY (8U * 1024U * 1024U)
#endif

enum { STACK_BYTES = 256 * 1024 };

bool tx_limen_stack_take(TX_THREAD *thread_ptr, struct tx_limen_stack *stack)
{
    stack->start = lm_host_stack_map(STACK_BYTES);
    if (stack->start == NULL) {
        return false;
    }
    memset(thread_ptr->tx_thread_stack_start, (int)(TX_STACK_FILL & 0xFFU),
           thread_ptr->tx_thread_stack_size);
    stack->bytes = STACK_BYTES;
    stack->watched = thread_ptr->tx_thread_stack_start;
    return true;
}

VOID tx_limen_stack_give(TX_THREAD *thread_ptr)
{
    lm_host_stack_unmap(thread_ptr->limen.stack);
}

VOID *tx_limen_unused_memory(VOID)
{
    static UCHAR memory[TX_LIMEN_FREE_MEMORY] __attribute__((aligned(16)));

    return memory;
}

/* Applications also wait for ticks in loops. The environment variable LIMEN_CLOCK takes
 * precedence. Several cores are simulated, in virtual time. */
VOID tx_limen_port_begin(VOID)
{
    (void)lm_host_set_clock(LM_CORES_OR("virtual", "real"));
}
