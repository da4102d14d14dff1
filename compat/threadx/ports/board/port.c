/* SPDX-License-Identifier: Apache-2.0 */
/* ThreadX applications on a board: threads run on the stacks that the application provides. */
#include "limen.h"

/* From the linker script. */
extern UCHAR bss_end[];

static uintptr_t aligned(uintptr_t address)
{
    return address & ~(uintptr_t)(LM_PORT_STACK_ALIGN - 1);
}

/* What is aligned loses up to 7 bytes at each end. */
#ifdef LM_PORT_FPU
_Static_assert(LM_PORT_STACK_MIN + 14 <= 360, "see TX_MINIMUM_STACK");
#endif

bool tx_limen_stack_take(TX_THREAD *thread_ptr, struct tx_limen_stack *stack)
{
    uintptr_t area = (uintptr_t)thread_ptr->tx_thread_stack_start;
    uintptr_t begin = aligned(area + LM_PORT_STACK_ALIGN - 1);
    uintptr_t end = aligned(area + thread_ptr->tx_thread_stack_size);

    stack->start = (void *)begin;
    stack->watched = stack->start;
    stack->bytes = end > begin ? (uint32_t)(end - begin) : 0;
    return stack->bytes >= LM_PORT_STACK_MIN;
}

VOID tx_limen_stack_give(TX_THREAD *thread_ptr)
{
    TX_PARAMETER_NOT_USED(thread_ptr);
}

VOID *tx_limen_unused_memory(VOID)
{
    return (VOID *)aligned((uintptr_t)bss_end + LM_PORT_STACK_ALIGN - 1);
}

#if defined(__riscv) && LM_CORES == 1
enum { LIBRARY_BYTES = 1024 };

/* picolibc has errno, the state of rand and the like in memory at tp, which the kernel never
 * changes: all threads share them, as those of other C libraries. They begin with 0. With several
 * harts each has such memory anyway (boards/common/riscv/cores/harts.c). */
VOID tx_limen_port_begin(VOID)
{
    static ULONG64 library[LIBRARY_BYTES / sizeof(ULONG64)];

    __asm__ volatile("mv tp, %0" ::"r"(library));
}
#else
VOID tx_limen_port_begin(VOID)
{
}
#endif
