/* SPDX-License-Identifier: Apache-2.0 */
/* The part of the host port that programs use: the size of stacks. On the host, printing and the
 * sanitizers need far more stack than the frames of a program on a target. */
#ifndef LIMEN_PORT_PUBLIC_H
#define LIMEN_PORT_PUBLIC_H

#include <limen/library.h>

#define LM_PORT_STACK_ALIGN 16
#define LM_PORT_STACK_MIN 4096
#define LM_PORT_STACK_BYTES(bytes) (((bytes) + 32768U) / 16U * 16U)
#define LM_PORT_WAIT_STACK_BYTES 0

#if LM_CORES > 1
extern unsigned lm_host_core;

/* The number of the simulated core that runs. */
static inline unsigned lm_port_core(void)
{
    return lm_host_core;
}
#endif

#endif
