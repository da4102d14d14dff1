/* SPDX-License-Identifier: Apache-2.0 */
/* Waits for a time only, and the call that ends any wait. */
#include "core/door.h"
#include "time/wait.h"

static enum lm_status sleep_until(struct lm_cpu *cpu, uint64_t now, uint64_t instant)
{
    bool passed = instant <= now;

    lm_observe_thread(LM_EVENT_THREAD_SLEEP, cpu->running, 0,
                      passed ? 0 : (uint32_t)(instant - now));
    if (passed) {
        return LM_OK;
    }
    lm_wait_until(cpu, LM_WAITS_FOR_TIME, instant);
    return LM_BLOCKED;
}

enum lm_status lm_thread_sleep(uint64_t ticks)
{
    struct lm_cpu *cpu = lm_cpu();
    lm_lock_key key = lm_lock();

    LM_REQUIRE_WAIT(key);

    uint64_t now = lm_port_now();

    return lm_leave(cpu, key,
                    sleep_until(cpu, now, ticks < LM_UNTIL_FLAG ? now + ticks : LM_UNTIL_FLAG));
}

enum lm_status lm_thread_sleep_until(uint64_t instant)
{
    struct lm_cpu *cpu = lm_cpu();
    lm_lock_key key = lm_lock();

    LM_REQUIRE_WAIT(key);
    return lm_leave(cpu, key, sleep_until(cpu, lm_port_now(), instant));
}

/* Does the thread wait for a time or an object? */
static bool is_waiting(const struct lm_thread *thread)
{
    return thread->waits_for >= LM_WAITS_FOR_TIME && thread->waits_for <= LM_WAITS_FOR_MUTEX;
}

enum lm_status lm_thread_abort_wait(struct lm_thread *thread)
{
    struct lm_cpu *cpu = lm_cpu();
    enum lm_status status = LM_BAD_STATE;
    lm_lock_key key = lm_lock();

    LM_REQUIRE_OBJECT(key, thread, LM_KIND_THREAD);
    if (is_waiting(thread)) {
        lm_observe_thread(LM_EVENT_THREAD_ABORT_WAIT, thread, 0, 0);
        lm_wait_end(cpu, thread, LM_ABORTED);
        status = LM_OK;
    }
    lm_unlock(cpu, key);
    return status;
}
