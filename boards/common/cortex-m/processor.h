/* SPDX-License-Identifier: Apache-2.0 */
/* The functions of a Cortex-M that the parts in boards/common use.
 * Source: Arm, Semihosting for AArch32 and AArch64, section 3. */
#ifndef LIMEN_BOARD_PROCESSOR_H
#define LIMEN_BOARD_PROCESSOR_H

#include <stdint.h>

static inline uintptr_t processor_semihosting(uintptr_t call, uintptr_t parameter)
{
    register uintptr_t r0 __asm__("r0") = call;
    register uintptr_t r1 __asm__("r1") = parameter;

    __asm__ volatile("bkpt 0xAB" : "+r"(r0) : "r"(r1) : "memory");
    return r0;
}

/* Disable all interrupts, also those that the lock of the kernel does not mask. */
static inline void processor_disable_interrupts(void)
{
    __asm__ volatile("cpsid i" ::: "memory");
}

static inline void processor_wait(void)
{
    __asm__ volatile("wfi" ::: "memory");
}

#endif
