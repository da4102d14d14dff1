/* SPDX-License-Identifier: Apache-2.0 */
/* Nothing runs on the stacks of this port: they may be tiny. */
#ifndef LIMEN_PORT_PUBLIC_H
#define LIMEN_PORT_PUBLIC_H

#include <limen/library.h>

#define LM_PORT_STACK_ALIGN 8
#define LM_PORT_STACK_MIN 16
#define LM_PORT_STACK_BYTES(bytes) (((bytes) + LM_PORT_STACK_MIN + 7U) / 8U * 8U)

#if LM_CORES > 1
extern unsigned null_core;

/* The core whose kernel is lm_the_kernel. The program that links this port defines it. */
static inline unsigned lm_port_core(void)
{
    return null_core;
}
#endif

#endif
