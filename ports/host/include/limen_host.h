/* SPDX-License-Identifier: Apache-2.0 */
/* What only the host port has: the choice of a clock. docs/host.md says what follows from it. */
#ifndef LIMEN_HOST_PUBLIC_H
#define LIMEN_HOST_PUBLIC_H

#include <stdbool.h>

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

#ifdef __cplusplus
}
#endif

#endif
