/* SPDX-License-Identifier: Apache-2.0 */
/* What the rest of the kernel asks threads. Context: the kernel lock, but for lm_thread_main. */
#ifndef LIMEN_THREAD_INTERNAL_H
#define LIMEN_THREAD_INTERNAL_H

#include "core/kernel.h"

/* What a new stack is filled with, to see later how far it was used. */
enum { LM_STACK_FILL = 0xEF };

/* The running thread gives way to its peers, and to those that its threshold held off. */
void lm_thread_give_way(struct lm_kernel *kernel, unsigned reason);

/* A job of a periodic thread is released: the thread is ready. */
void lm_thread_release(struct lm_kernel *kernel, struct lm_thread *thread);

/* The job of the running thread's period ends: was it in time? */
void lm_thread_complete(struct lm_kernel *kernel, struct lm_thread *thread, uint64_t now);

/* The running thread suspends itself. */
void lm_thread_suspend_running(struct lm_kernel *kernel);

/* For the port: the function that a new thread begins with; argument: the thread. Context:
 * thread. */
_Noreturn void lm_thread_main(void *argument);

/* The lowest words of a stack are overwritten. */
bool lm_thread_stack_is_spoilt(const struct lm_thread *thread);

#endif
