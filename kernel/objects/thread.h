/* SPDX-License-Identifier: Apache-2.0 */
/* The functions of threads for ports and for the rest of the kernel. */
#ifndef LIMEN_THREAD_INTERNAL_H
#define LIMEN_THREAD_INTERNAL_H

#include "state.h"

/* The pattern of a new stack, which shows later how far the stack was used. */
enum { LM_STACK_FILL = 0xEF };

/* For the port: the function with which a new thread begins. argument: the thread. Context:
 * thread. */
void lm_thread_main(void *argument) __attribute__((noreturn));

#endif
