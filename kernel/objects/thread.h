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

#endif
