/* SPDX-License-Identifier: Apache-2.0 */
/* What ports and the rest of the kernel ask of threads. */
#ifndef LIMEN_THREAD_INTERNAL_H
#define LIMEN_THREAD_INTERNAL_H

#include "state.h"

/* What a new stack is filled with, to see later how far it was used. */
enum { LM_STACK_FILL = 0xEF };

/* For the port: the function that a new thread begins with; argument: the thread. Context:
 * thread. */
void lm_thread_main(void *argument) __attribute__((noreturn));

/* End the thread, wherever it is. how: LM_HAS_RETURNED or LM_WAS_TERMINATED.
 * Context: the kernel lock. */
void lm_thread_end(struct lm_cpu *cpu, struct lm_thread *thread, enum lm_waits_for how);

#endif
