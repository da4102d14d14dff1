/* SPDX-License-Identifier: Apache-2.0 */
/* Releases: the instants at which the jobs of a thread begin.
 *
 * Each thread has at most one releaser: its own period (period.c), or a layer, such as a tick that
 * serves many threads. This file has the common part of all releasers: the release of a job and its
 * end.
 *
 * Context: every function needs the kernel lock.
 */
#ifndef LIMEN_RELEASE_H
#define LIMEN_RELEASE_H

#include "core/sched.h"
#include "state.h"
#include "time/wait.h"

struct lm_releaser_kind {
    /* Begin a life of the thread: it is ready, or waits for its first release. */
    void (*begin)(struct lm_cpu *cpu, struct lm_thread *thread);
    /* End the job of the running thread. It waits for the next release, or yields if that has
     * passed. Returns: the result of the call that does this, which ends with lm_switch. */
    enum lm_status (*wait)(struct lm_cpu *cpu, struct lm_thread *thread);
    bool lasts; /* the releaser uses the thread after its end, so that it cannot be deleted */
};

/* Release a job: end the wait of the thread, which waits for nothing else. Inline, because a tick
 * releases many threads at once. trigger: enum lm_trigger, or 0. */
static inline void lm_release(struct lm_cpu *cpu, struct lm_thread *thread, unsigned trigger)
{
    lm_observe_thread(LM_EVENT_RELEASE, thread, trigger, thread->releaser->job);
    if (__builtin_expect(thread->suspend_pending, 0)) {
        lm_wait_finish(cpu, thread, LM_OK);
    } else {
        lm_sched_ready(cpu, thread, LM_OK);
    }
}

/* Check the deadline of the running thread's job, which ends now. */
void lm_release_complete(struct lm_thread *thread, uint64_t now);

/* The next job of the running thread was released before this one ended: the thread yields, and
 * then continues. Returns: LM_OVERRUN. */
enum lm_status lm_release_late(struct lm_cpu *cpu, struct lm_thread *thread, unsigned trigger,
                               uint64_t now);

#endif
