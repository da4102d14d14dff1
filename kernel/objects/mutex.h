/* SPDX-License-Identifier: Apache-2.0 */
/* What the rest of the kernel asks mutexes. Context: the kernel lock. */
#ifndef LIMEN_MUTEX_INTERNAL_H
#define LIMEN_MUTEX_INTERNAL_H

#include "core/kernel.h"
#include <limen/mutex.h>

/* The priority that the mutex gives its owner; LM_LEVELS if none. */
unsigned lm_mutex_urgency(const struct lm_mutex *mutex);

/* The owner of the mutex that the thread waits for, or NULL. */
struct lm_thread *lm_mutex_blocker(const struct lm_thread *thread);

/* The thread does not wait any more for the mutex whose wait list it stood in. */
void lm_mutex_waiter_left(struct lm_kernel *kernel, struct lm_thread *thread);

/* The owner gives up the mutex, however often it holds it. */
void lm_mutex_release(struct lm_kernel *kernel, struct lm_mutex *mutex);

#endif
