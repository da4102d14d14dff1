/* SPDX-License-Identifier: Apache-2.0 */
/* What programs need to know of the Cortex-M port: the size of stacks. The port adds a saved
 * context and an exception frame to what a program asks for. */
#ifndef LIMEN_PORT_PUBLIC_H
#define LIMEN_PORT_PUBLIC_H

/* Here, so that programs are refused, too, and not only the kernel. */
#ifdef __ARM_FP
#error "This port saves no floating-point registers: build with -mfloat-abi=soft and without -mfpu"
#endif

#define LM_PORT_STACK_ALIGN 8
#define LM_PORT_STACK_MIN 128
#define LM_PORT_STACK_BYTES(bytes) (((bytes) + 115U) / 8U * 8U)

#endif
