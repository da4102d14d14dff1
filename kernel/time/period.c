/* SPDX-License-Identifier: Apache-2.0 */
/* Periodic threads: releases are at absolute instants, so that periods do not drift. */
#include "core/door.h"
#include "time/release.h"
#include "time/wait.h"

static void begin(struct lm_cpu *cpu, struct lm_thread *thread)
{
    uint64_t now = lm_port_now();

    thread->release = (lm_kernel()->started ? now : 0) + thread->offset;
    thread->waits_for = LM_WAITS_FOR_PERIOD;
    if (thread->release > now) {
        lm_alarm_start(cpu, &thread->timeout, thread->release);
    } else {
        lm_release(cpu, thread, 0);
    }
}

static enum lm_status wait(struct lm_cpu *cpu, struct lm_thread *thread)
{
    uint64_t now = lm_port_now();

    lm_release_complete(thread, now);
    if (thread->release <= now) {
        return lm_release_late(cpu, thread, 0, now);
    }
    lm_wait_until(cpu, LM_WAITS_FOR_PERIOD, thread->release);
    return LM_OK;
}

static const struct lm_releaser_kind kind = {.begin = begin, .wait = wait};

const struct lm_releaser lm_periodic = {&kind};

enum lm_status lm_thread_wait_period(void)
{
    struct lm_cpu *cpu = lm_cpu();
    lm_lock_key key = lm_lock();
    struct lm_thread *thread = cpu->running;

    LM_REQUIRE_WAIT(key);
    LM_REQUIRE(key, thread->releaser != NULL, LM_BAD_STATE);
    return lm_switch(cpu, thread->releaser->kind->wait(cpu, thread));
}
