/* SPDX-License-Identifier: Apache-2.0 */
/* ThreadX applications on a board: the memory behind the program, and the C library. */
#include "limen.h"

/* From the linker script. */
extern UCHAR bss_end[];

/* The alignment takes up to 7 bytes at each end. */
#ifdef LM_PORT_FPU
_Static_assert(LM_PORT_STACK_MIN + 14 <= 360, "see TX_MINIMUM_STACK");
#endif

VOID *tx_limen_unused_memory(VOID)
{
    uintptr_t mask = LM_PORT_STACK_ALIGN - 1;

    return (VOID *)(((uintptr_t)bss_end + mask) & ~mask);
}

#if defined(__riscv) && LM_CORES == 1
enum { LIBRARY_BYTES = 1024 };

/* picolibc has errno, the state of rand and similar data in memory at tp, which the kernel never
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
