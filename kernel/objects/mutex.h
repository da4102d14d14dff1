/* SPDX-License-Identifier: Apache-2.0 */
/* What the end of a thread asks of its mutexes. Context: the kernel lock. */
#ifndef LIMEN_MUTEX_INTERNAL_H
#define LIMEN_MUTEX_INTERNAL_H

#include "state.h"
#include <limen/mutex.h>

/* The owner gives up the mutex, however often it holds it. */
void lm_mutex_release(struct lm_cpu *cpu, struct lm_mutex *mutex);

#endif
