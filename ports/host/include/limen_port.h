/* SPDX-License-Identifier: Apache-2.0 */
/* The part of the host port that programs use: the size of stacks. On the host, printing and the
 * sanitizers need far more stack than the frames of a program on a target. */
#ifndef LIMEN_PORT_PUBLIC_H
#define LIMEN_PORT_PUBLIC_H

#define LM_PORT_STACK_ALIGN 16
#define LM_PORT_STACK_MIN 4096
#define LM_PORT_STACK_BYTES(bytes) (((bytes) + 32768U) / 16U * 16U)
#define LM_PORT_WAIT_STACK_BYTES 0

#endif
