/* SPDX-License-Identifier: Apache-2.0 */
/* What programs need to know of the Cortex-M port: the size of stacks. The port adds a saved
 * context and an exception frame to the size that a program requests. */
#ifndef LIMEN_PORT_PUBLIC_H
#define LIMEN_PORT_PUBLIC_H

/* This test is in a public header, so that programs are refused, too. */
#ifdef __ARM_FP
#error "This port saves no floating-point registers: build with -mfloat-abi=soft and without -mfpu"
#endif

#define LM_PORT_STACK_ALIGN 8
#define LM_PORT_STACK_MIN 128
#define LM_PORT_STACK_BYTES(bytes) (((bytes) + 115U) / 8U * 8U)
#define LM_PORT_WAIT_STACK_BYTES 128

#endif
