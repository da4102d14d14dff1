/* SPDX-License-Identifier: Apache-2.0 */
/* Tell the program of a wrong use of its locks. */
#ifndef LIMEN_MISUSE_H
#define LIMEN_MISUSE_H

#include "core/kernel.h"
#include <limen/spinlock.h>
#include <limen/thread.h>

/* The thread ends: its locks are free. Mutexes are freed as such. Requires: the lock. */
static inline void lm_spin_free_all(struct lm_thread *thread)
{
    for (struct lm_spin *spin = thread->spins; spin != NULL; spin = spin->below) {
        lm_kernel()->spin_mutexes -= spin->how == LM_SPIN_MUTEX;
        spin->how = LM_SPIN_FREE;
        spin->holder = NULL;
    }
    thread->spins = NULL;
}

void lm_misuse(enum lm_misuse_kind kind, const struct lm_spin *spin, const void *now);

#endif
