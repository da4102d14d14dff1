/* SPDX-License-Identifier: Apache-2.0 */
/* Periodic threads: releases are at absolute instants, so that periods do not drift. */
#include "core/door.h"
#include "time/release.h"
#include "time/wait.h"

static struct lm_period *period_of(const struct lm_thread *thread)
{
    return LM_CONTAINER(thread->releaser, struct lm_period, releaser);
}

static void begin(struct lm_cpu *cpu, struct lm_thread *thread)
{
    struct lm_period *period = period_of(thread);
    uint64_t now = lm_port_now();
    uint64_t release = (lm_kernel()->started ? now : 0) + period->offset;

    period->releaser.release = release;
    thread->waits_for = LM_WAITS_FOR_PERIOD;
    if (release > now) {
        lm_alarm_start(cpu, &thread->timeout, release);
    } else {
        lm_release(cpu, thread, 0);
    }
}

static enum lm_status wait(struct lm_cpu *cpu, struct lm_thread *thread)
{
    struct lm_period *period = period_of(thread);
    uint64_t now = lm_port_now();

    lm_release_complete(thread, now);
    period->releaser.release += period->length;
    if (period->releaser.release <= now) {
        return lm_release_late(cpu, thread, 0, now);
    }
    lm_wait_until(cpu, LM_WAITS_FOR_PERIOD, period->releaser.release);
    return LM_OK;
}

const struct lm_releaser_kind lm_period_kind = {.begin = begin, .wait = wait};

enum lm_status lm_thread_wait_period(void)
{
    LM_CALL(THREAD_WAIT_PERIOD);
    struct lm_cpu *cpu = lm_cpu();
    lm_lock_key key = lm_lock();
    struct lm_thread *thread = cpu->running;

    LM_REQUIRE_WAIT(key);
    LM_REQUIRE(key, thread->releaser != NULL, LM_BAD_STATE);
    return lm_switch(cpu, thread->releaser->kind->wait(cpu, thread));
}
