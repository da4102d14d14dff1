/* SPDX-License-Identifier: Apache-2.0 */
/* Releases of jobs, and their ends; see release.h. */
#include "time/release.h"

void lm_release_complete(struct lm_thread *thread, uint64_t now)
{
    struct lm_releaser *releaser = thread->releaser;
    uint64_t response = now - releaser->release;

    lm_observe_thread(LM_EVENT_COMPLETE, thread, 0, (uint32_t)response);
    if (releaser->deadline != 0 && response > releaser->deadline) {
        lm_observe_thread(LM_EVENT_DEADLINE_MISS, thread, 0,
                          (uint32_t)(response - releaser->deadline));
    }
    releaser->job++;
}

enum lm_status lm_release_late(struct lm_cpu *cpu, struct lm_thread *thread, unsigned trigger,
                               uint64_t now)
{
    lm_observe_thread(LM_EVENT_OVERRUN, thread, 0, (uint32_t)(now - thread->releaser->release));
    lm_observe_thread(LM_EVENT_RELEASE, thread, trigger, thread->releaser->job);
    lm_sched_yield(cpu);
    return LM_OVERRUN;
}
