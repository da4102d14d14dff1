/* SPDX-License-Identifier: Apache-2.0 */
/* What programs need to know of the host port: the size of stacks. Printing and sanitizers need
 * far more stack on a desk than a program's own frames on a target. */
#ifndef LIMEN_PORT_PUBLIC_H
#define LIMEN_PORT_PUBLIC_H

#define LM_PORT_STACK_ALIGN 16
#define LM_PORT_STACK_MIN 4096
#define LM_PORT_STACK_BYTES(bytes) (((bytes) + 32768U) / 16U * 16U)

#endif
