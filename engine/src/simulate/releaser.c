/* SPDX-License-Identifier: Apache-2.0 */
/* Releases at arrivals; see releaser.h. Without the delay and without restarts they are those of
 * kernel/time/period.c. */
#include "releaser.h"
#include "time/release.h"
#include "time/wait.h"

static struct lm_jitter *jitter_of(const struct lm_thread *thread)
{
    return LM_CONTAINER(thread->releaser, struct lm_jitter, period.releaser);
}

/* The instant at which the job that arrives at releaser.release is released. */
static uint64_t release_of(const struct lm_jitter *jitter)
{
    const struct lm_releaser *releaser = &jitter->period.releaser;

    return releaser->release +
           jitter->unit * lm_draw(jitter->key, releaser->job, 0, jitter->jitter);
}

/* The first arrival at an instant or later. A thread that is restarted has missed those before. */
static uint64_t arrival_from(const struct lm_period *period, uint64_t now)
{
    uint64_t missed = now > period->offset ? now - period->offset : 0;

    return period->offset + (missed + period->length - 1) / period->length * period->length;
}

static void begin(struct lm_cpu *cpu, struct lm_thread *thread)
{
    struct lm_jitter *jitter = jitter_of(thread);
    uint64_t now = lm_port_now();

    jitter->period.releaser.release = arrival_from(&jitter->period, now);
    thread->waits_for = LM_WAITS_FOR_PERIOD;

    uint64_t release = release_of(jitter);

    if (release > now) {
        lm_alarm_start(cpu, &thread->timeout, release);
    } else {
        lm_release(cpu, thread, 0);
    }
}

static enum lm_status wait(struct lm_cpu *cpu, struct lm_thread *thread)
{
    struct lm_jitter *jitter = jitter_of(thread);
    uint64_t now = lm_port_now();

    lm_release_complete(thread, now);
    jitter->period.releaser.release += jitter->period.length;

    uint64_t release = release_of(jitter);

    if (release <= now) {
        return lm_release_late(cpu, thread, 0, now);
    }
    lm_wait_until(cpu, LM_WAITS_FOR_PERIOD, release);
    return LM_OK;
}

const struct lm_releaser_kind lm_jitter_kind = {.begin = begin, .wait = wait};
