/* SPDX-License-Identifier: Apache-2.0 */
/* The part of the Cortex-M port that programs use: the size of stacks, and the supervisor call. The
 * port adds a saved context and an exception frame to the size that a program requests. */
#ifndef LIMEN_PORT_PUBLIC_H
#define LIMEN_PORT_PUBLIC_H

/* The maximum that switch.S and the processor push, including the frames of an interrupt in a
 * switch. The build defines LM_PORT_FPU for the port in fpu/. There it is the sum of the words that
 * resume_floats pops, the frame of an interrupt in it, the context with s16 to s31, the frame of an
 * interrupt at load_context, and an alignment. */
#ifdef LM_PORT_FPU
#if __ARM_ARCH >= 8
#define LM_PORT_STACK_RESERVE (72U + 104U + 48U + 64U + 32U + 4U)
#else
#define LM_PORT_STACK_RESERVE (72U + 104U + 40U + 64U + 32U + 4U)
#endif
#else
#define LM_PORT_STACK_RESERVE (32U + 40U + 32U + 4U)
/* This test is in a public header, so that programs are refused, too. */
#ifdef __ARM_FP
#error "This port saves no floating-point registers: build with -mfloat-abi=soft and without -mfpu"
#endif
#endif

#define LM_PORT_STACK_ALIGN 8
#define LM_PORT_STACK_MIN (LM_PORT_STACK_RESERVE + 20U)
#define LM_PORT_STACK_BYTES(bytes) (((bytes) + LM_PORT_STACK_RESERVE + 7U) / 8U * 8U)
#define LM_PORT_WAIT_STACK_BYTES 128

/* The number of the supervisor call that ends a switch to a thread that an interrupt had preempted.
 * All others are free for programs: a program that defines SVC_Handler passes this one on, with lr
 * and the process stack as they were, by a jump to lm_port_svc_handler (docs/porting.md). */
#define LM_PORT_SVC 255

#ifndef __ASSEMBLER__
#include <limen/library.h>

#if LM_CORES > 1
/* The number of this core, from a register of the chip whose address the build defines. After a
 * thread has moved, it gets another number. */
static inline unsigned lm_port_core(void)
{
    return (unsigned)*(const volatile unsigned long *)LM_PORT_CORE_REGISTER;
}
#endif

#ifdef __cplusplus
extern "C" {
#endif
void lm_port_svc_handler(void);
#ifdef __cplusplus
}
#endif
#endif

#endif
