/* SPDX-License-Identifier: Apache-2.0 */
/* Releases with jitter; see releaser.h. Without the delay they are those of
 * kernel/time/period.c. */
#include "releaser.h"
#include "time/release.h"
#include "time/wait.h"

/* When the job that arrives at thread->release is released. */
static uint64_t release_of(const struct lm_thread *thread)
{
    const struct lm_jitter *jitter =
        LM_CONTAINER(thread->releaser, const struct lm_jitter, releaser);

    return thread->release + lm_draw(jitter->key, thread->job, 0, jitter->jitter);
}

static void begin(struct lm_cpu *cpu, struct lm_thread *thread)
{
    thread->release = thread->offset;
    thread->waits_for = LM_WAITS_FOR_PERIOD;
    if (release_of(thread) > lm_port_now()) {
        lm_alarm_start(cpu, &thread->timeout, release_of(thread));
    } else {
        lm_release(cpu, thread, 0);
    }
}

static enum lm_status wait(struct lm_cpu *cpu, struct lm_thread *thread)
{
    uint64_t now = lm_port_now();

    lm_release_complete(thread, now);
    if (release_of(thread) <= now) {
        return lm_release_late(cpu, thread, 0, now);
    }
    lm_wait_until(cpu, LM_WAITS_FOR_PERIOD, release_of(thread));
    return LM_OK;
}

static const struct lm_releaser_kind kind = {.begin = begin, .wait = wait};

void lm_jitter_use(struct lm_thread *thread, struct lm_jitter *jitter)
{
    jitter->releaser.kind = &kind;
    thread->releaser = &jitter->releaser;
}
