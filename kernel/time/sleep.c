/* SPDX-License-Identifier: Apache-2.0 */
/* Waits for a time only, and the call that ends any wait. */
#include "core/door.h"
#include "core/sched.h"
#include "time/alarm.h"
#include "time/wait.h"

/* The running thread waits for an instant. */
static inline enum lm_status sleep_until(struct lm_cpu *cpu, uint64_t instant)
{
    struct lm_thread *thread = cpu->running;

    lm_sched_wait(cpu, thread, LM_WAITS_FOR_TIME, 0);
    if (!lm_timeout_join(&cpu->timeouts, &thread->timeout, instant)) {
        lm_alarm_start(cpu, &thread->timeout, instant);
    }
    return lm_switch(cpu);
}

enum lm_status lm_thread_sleep(uint64_t ticks)
{
    struct lm_cpu *cpu = lm_cpu();
    lm_lock_key key = lm_lock();

    LM_REQUIRE_WAIT(key);
    lm_observe_thread(LM_EVENT_THREAD_SLEEP, cpu->running, 0, (uint32_t)ticks);
    if (ticks == 0) {
        lm_port_unlock(key);
        return LM_OK;
    }
    return sleep_until(cpu, ticks < LM_UNTIL_FLAG ? lm_port_now() + ticks : LM_UNTIL_FLAG);
}

enum lm_status lm_thread_sleep_until(uint64_t instant)
{
    struct lm_cpu *cpu = lm_cpu();
    lm_lock_key key = lm_lock();

    LM_REQUIRE_WAIT(key);

    /* The alarm has not come yet, nor has an instant at it or behind it. Only the trace needs the
     * time then. */
    bool ahead = !LM_TRACED && instant >= cpu->alarm;
    uint64_t now = ahead ? 0 : lm_port_now();
    bool passed = !ahead && instant <= now;

    lm_observe_thread(LM_EVENT_THREAD_SLEEP, cpu->running, 0,
                      passed ? 0 : (uint32_t)(instant - now));
    if (passed) {
        lm_port_unlock(key);
        return LM_OK;
    }
    return sleep_until(cpu, instant);
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
