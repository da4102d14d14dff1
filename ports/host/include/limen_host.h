/* SPDX-License-Identifier: Apache-2.0 */
/* Functions of the host port only: the choice of a clock, and stacks with a guard. docs/host.md
 * describes their consequences. */
#ifndef LIMEN_HOST_PUBLIC_H
#define LIMEN_HOST_PUBLIC_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The clock of the kernels that this operating system thread initialises from now on, unless the
 * environment variable LIMEN_CLOCK says otherwise, which has the same words:
 *
 *   "virtual"      time advances by the work of the threads, and jumps when all wait (the default)
 *   "real"         the wall clock; a thread that computes is preempted
 *   "real:FACTOR"  the wall clock, with time FACTOR times as fast, 0.001 to 1000
 *
 * Requires: no kernel runs in this operating system thread.
 * Context:  start-up, before lm_kernel_init.
 * Returns:  false if the text is none of these; then nothing has changed. */
bool lm_host_set_clock(const char *clock);

/* Map a stack with a guard below it, for a thread that is created on it. To a thread that is
 * created on other memory, the port gives a stack of this kind by itself.
 *
 * Context: thread or start-up. Returns: NULL if the system has no memory. Cost: a system call. */
void *lm_host_stack_map(uint32_t bytes);

/* Unmap such a stack. Requires: lm_host_stack_map has returned it in this operating system thread,
 * and no thread runs on it. Context: as above. */
void lm_host_stack_unmap(void *stack);

#ifdef __cplusplus
}
#endif

#endif
