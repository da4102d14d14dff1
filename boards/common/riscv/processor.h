/* SPDX-License-Identifier: Apache-2.0 */
/* The functions of a RISC-V hart that the parts in boards/common use. */
#ifndef LIMEN_BOARD_PROCESSOR_H
#define LIMEN_BOARD_PROCESSOR_H

#include <stdint.h>

/* In start.S. */
uintptr_t processor_semihosting(uintptr_t call, uintptr_t parameter);

static inline void processor_disable_interrupts(void)
{
    __asm__ volatile("csrci mstatus, 8" ::: "memory");
}

static inline void processor_wait(void)
{
    __asm__ volatile("wfi" ::: "memory");
}

#endif
