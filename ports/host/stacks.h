/* SPDX-License-Identifier: Apache-2.0 */
/* Stacks with a guard: below each stack is memory that no program may touch. So an overflow ends
 * the program with a message that names the thread; otherwise it would overwrite variables.
 *
 * A stack of the program is ordinary memory, which the program may free or reuse, so that no part
 * of it can be protected. Each thread therefore runs on a stack of the same size that the port
 * maps. The stack of the program is not used; its address says which mapping to use again when a
 * thread is created in the same place.
 *
 * The sanitizer has its own guards and reports, so that threads run on the stacks of the program
 * there.
 */
#ifndef LIMEN_HOST_STACKS_H
#define LIMEN_HOST_STACKS_H

#include <limen/thread.h>

/* Begin to report overflows. Context: start-up, in each thread of the operating system. */
void lm_host_stacks_init(void);

/* Make the thread run on a guarded stack, unless it already does, or LIMEN_STACKS excludes it. */
void lm_host_stack_guard(struct lm_thread *thread);

#endif
