/* SPDX-License-Identifier: Apache-2.0 */
/* Releases: the jobs of a thread begin at instants that something else than a call decides.
 *
 * Each thread has at most one releaser: its own period (period.c), or a layer, such as a tick that
 * serves many threads. What a release and the end of a job mean is the same for all of them, and it
 * is here.
 *
 * Context: every function needs the kernel lock.
 */
#ifndef LIMEN_RELEASE_H
#define LIMEN_RELEASE_H

#include "state.h"

struct lm_releaser_kind {
    /* A life of the thread begins: it is ready, or waits for its first release. */
    void (*begin)(struct lm_cpu *cpu, struct lm_thread *thread);
    /* The job of the running thread ends: it waits for the next release.
     * Returns: LM_BLOCKED, or LM_OVERRUN if that has passed, for lm_leave. */
    enum lm_status (*wait)(struct lm_cpu *cpu, struct lm_thread *thread);
    /* The thread waits, and is suspended when its wait ends; or NULL. */
    void (*suspend)(struct lm_thread *thread);
};

/* A thread's own period. */
extern const struct lm_releaser lm_periodic;

/* A job is released: the thread's wait is over. trigger: enum lm_trigger, or 0. */
void lm_release(struct lm_cpu *cpu, struct lm_thread *thread, unsigned trigger);

/* The job of the running thread ends: was it in time? */
void lm_release_complete(struct lm_thread *thread, uint64_t now);

/* The next job of the running thread was released before this one ended: it yields, and goes on.
 * Returns: LM_OVERRUN. */
enum lm_status lm_release_late(struct lm_cpu *cpu, struct lm_thread *thread, unsigned trigger,
                               uint64_t now);

#endif
