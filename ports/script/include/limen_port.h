/* SPDX-License-Identifier: Apache-2.0 */
/* The part of the script port that programs use: the size of stacks. Threads have no stacks there;
 * a thread keeps the size of its configuration for the trace only. */
#ifndef LIMEN_PORT_PUBLIC_H
#define LIMEN_PORT_PUBLIC_H

#include <limen/library.h>

#define LM_PORT_STACK_ALIGN 1
#define LM_PORT_STACK_MIN 0
#define LM_PORT_STACK_BYTES(bytes) (bytes)

/* The variables of a thread of the operating system. They are small enough for the memory that the
 * loader reserves for variables of this kind, so that access needs no call. */
#if defined(__wasm__)
#define LM_SCRIPT_OWN
#else
#define LM_SCRIPT_OWN __attribute__((tls_model("initial-exec"))) _Thread_local
#endif

#if LM_CORES > 1
extern LM_SCRIPT_OWN unsigned lm_script_core;

/* The number of the simulated core whose turn it is. */
static inline unsigned lm_port_core(void)
{
    return lm_script_core;
}
#endif

#endif
