/* SPDX-License-Identifier: Apache-2.0 */
/* What a tick looks at: shared by who looks (tick.c) and who is looked at (driven.c).
 * Context: the kernel lock. */
#ifndef LIMEN_TICK_INTERNAL_H
#define LIMEN_TICK_INTERNAL_H

#include "core/kernel.h"
#include <limen/tick.h>

/* Most threads wait for their period and for nothing else, and nobody wants to suspend them: they
 * have a short way through the scan. */
enum lm_watch { LM_WATCH_NOTHING, LM_WATCH_PERIOD, LM_WATCH_ALL };

/* Who releases a thread. Late: a period has ended while the thread was at work, so that its next
 * wait is none. */
enum lm_releases { LM_RELEASES_ITSELF, LM_RELEASES_TICK, LM_RELEASES_TICK_LATE };

static inline void lm_driven_watch(struct lm_driven *driven)
{
    bool plain = driven->delay == 0 && driven->device == NULL && !driven->thread->suspend_pending;

    driven->watch = !driven->enabled ? LM_WATCH_NOTHING : plain ? LM_WATCH_PERIOD : LM_WATCH_ALL;
}

/* A life of the thread begins: it waits for its first release. */
void lm_driven_begin(struct lm_driven *driven);

/* The running thread waits until a tick releases it. Frees the lock. */
enum lm_status lm_driven_wait(struct lm_kernel *kernel, struct lm_driven *driven);

#endif
