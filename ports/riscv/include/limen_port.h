/* SPDX-License-Identifier: Apache-2.0 */
/* The part of the RISC-V port that programs use: the size of stacks. The port adds a saved context
 * and the frame of an interrupt, 34 words, to the size that a program requests. */
#ifndef LIMEN_PORT_PUBLIC_H
#define LIMEN_PORT_PUBLIC_H

/* This test is in a public header, so that programs are refused, too. */
#ifdef __riscv_flen
#error "This port saves no floating-point registers: build for RV32IMAC or RV64IMAC"
#endif

#include <limen/library.h>

#define LM_PORT_STACK_ALIGN 16
#define LM_PORT_STACK_MIN (40U * (__riscv_xlen / 8U))
#define LM_PORT_STACK_BYTES(bytes) (((bytes) + 36U * (__riscv_xlen / 8U) + 15U) / 16U * 16U)
#define LM_PORT_WAIT_STACK_BYTES (32U * (__riscv_xlen / 8U))

#if LM_CORES > 1 && !defined(__ASSEMBLER__)
/* The number of this hart. After a thread has moved, it gets another number. */
static inline unsigned lm_port_core(void)
{
    unsigned long hart;

    __asm__ volatile("csrr %0, mhartid" : "=r"(hart));
    return (unsigned)hart;
}
#endif

#endif
