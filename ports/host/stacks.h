/* SPDX-License-Identifier: Apache-2.0 */
/* Stacks with a guard: below each one is memory that no program may touch, so that an overflow ends
 * the program with a message that names the thread, where it would otherwise overwrite variables.
 *
 * A stack of the program is memory like any other, which the program may free or use again, so no
 * part of it can be forbidden. Each thread therefore runs on a stack of the same size that the port
 * maps. The stack of the program is not used; its address says which mapping to use again when a
 * thread is created in the same place.
 *
 * The sanitizer has guards of its own, and reports what is wrong itself: with it, threads run on
 * the stacks of the program.
 */
#ifndef LIMEN_HOST_STACKS_H
#define LIMEN_HOST_STACKS_H

#include <limen/thread.h>

/* Report overflows from now on. Context: start-up, in each thread of the operating system. */
void lm_host_stacks_init(void);

/* Make the thread run on a guarded stack, unless it does, or LIMEN_STACKS forbids it. */
void lm_host_stack_guard(struct lm_thread *thread);

#endif
