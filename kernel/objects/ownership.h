/* SPDX-License-Identifier: Apache-2.0 */
/* Who owns a mutex: what mutexes and the end of a thread have in common. Context: the kernel lock.
 * */
#ifndef LIMEN_OWNERSHIP_H
#define LIMEN_OWNERSHIP_H

#include "state.h"
#include <limen/mutex.h>

static inline void lm_mutex_own(struct lm_mutex *mutex, struct lm_thread *thread)
{
    mutex->owner = thread;
    mutex->held = 1;
    lm_list_insert_before(&thread->owned, &mutex->owned);
}

/* The owner gives up the mutex, however often it holds it; the first waiting thread gets it. */
void lm_mutex_release(struct lm_cpu *cpu, struct lm_mutex *mutex);

#endif
