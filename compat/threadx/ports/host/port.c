/* SPDX-License-Identifier: Apache-2.0 */
/* ThreadX applications on the host. Their stacks have sizes for small processors, but they print
 * with the C library of a large one. Therefore each thread runs on a separate stack with a guard
 * page. The area that the application provided keeps its pattern as long as nothing writes to it,
 * and stack checks examine this area.
 */
#define _DEFAULT_SOURCE
#include "limen.h"
#include <limen_host.h>
#include <sys/mman.h>

#ifndef TX_LIMEN_FREE_MEMORY
#define TX_LIMEN_FREE_MEMORY (8U * 1024U * 1024U)
#endif

enum { STACK_BYTES = 256 * 1024, GUARD_BYTES = 64 * 1024 };

bool tx_limen_stack_take(TX_THREAD *thread_ptr, struct tx_limen_stack *stack)
{
    UCHAR *memory = mmap(NULL, GUARD_BYTES + STACK_BYTES, PROT_READ | PROT_WRITE,
                         MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

    if (memory == MAP_FAILED) {
        return false;
    }
    (void)mprotect(memory, GUARD_BYTES, PROT_NONE);
    memset(thread_ptr->tx_thread_stack_start, (int)(TX_STACK_FILL & 0xFFU),
           thread_ptr->tx_thread_stack_size);
    stack->start = memory + GUARD_BYTES;
    stack->bytes = STACK_BYTES;
    stack->watched = thread_ptr->tx_thread_stack_start;
    return true;
}

VOID tx_limen_stack_give(TX_THREAD *thread_ptr)
{
    (void)munmap((UCHAR *)thread_ptr->limen.stack - GUARD_BYTES, GUARD_BYTES + STACK_BYTES);
}

VOID *tx_limen_unused_memory(VOID)
{
    static UCHAR memory[TX_LIMEN_FREE_MEMORY] __attribute__((aligned(16)));

    return memory;
}

/* Applications also wait for ticks in loops. The environment variable LIMEN_CLOCK takes
 * precedence. */
VOID tx_limen_port_begin(VOID)
{
    (void)lm_host_set_clock("real");
}
