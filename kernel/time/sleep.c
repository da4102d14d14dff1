/* SPDX-License-Identifier: Apache-2.0 */
/* Waits for a time alone. */
#include "core/door.h"
#include "core/sched.h"
#include "time/alarm.h"
#include "time/wait.h"

/* Let the running thread sleep. Its timeout is started already. how: as in lm_sched_wait. */
static inline enum lm_status sleep(struct lm_cpu *cpu, unsigned how)
{
    if (LM_SMALL) {
        lm_sched_block(cpu, cpu->running, LM_WAITS_FOR_TIME);
    } else {
        lm_sched_sleep(cpu, cpu->running, how);
    }
    return lm_switch(cpu, LM_OK);
}

enum lm_status lm_thread_sleep(uint64_t ticks)
{
    LM_CALL(THREAD_SLEEP);
    struct lm_cpu *cpu = lm_cpu();
    lm_lock_key key = lm_lock();

    LM_REQUIRE_WAIT(key);
    lm_observe_thread(LM_EVENT_THREAD_SLEEP, cpu->running, ticks != 0 ? LM_IMPLIES : 0,
                      (uint32_t)ticks);
    if (ticks == 0) {
        return lm_leave(key, LM_OK);
    }
    lm_alarm_start(cpu, &cpu->running->timeout,
                   ticks < LM_UNTIL_FLAG ? lm_port_now() + ticks : LM_UNTIL_FLAG);
    return sleep(cpu, LM_IS_IMPLIED);
}

/* The ticks until an instant, for the trace alone. */
static inline uint32_t ticks_until(uint64_t instant)
{
    uint64_t now = LM_TRACED ? lm_port_now() : instant;

    return instant > now ? (uint32_t)(instant - now) : 0;
}

/* Is the instant within the next half period of the lower half of the clock? If other threads wait
 * for it, it is not long past, because the alarm would have come: so the lower half is enough. */
static inline bool is_near(uint64_t instant)
{
    return (int32_t)((uint32_t)instant - lm_port_stamp()) > 0;
}

enum lm_status lm_thread_sleep_until(uint64_t instant)
{
    LM_CALL(THREAD_SLEEP_UNTIL);
    struct lm_cpu *cpu = lm_cpu();
    lm_lock_key key = lm_lock();

    LM_REQUIRE_WAIT(key);
    lm_observe_thread(LM_EVENT_THREAD_SLEEP, cpu->running, 0, ticks_until(instant));
    if (!is_near(instant) || !lm_timeout_join(&cpu->timeouts, &cpu->running->timeout, instant)) {
        if (instant <= lm_port_now()) {
            return lm_leave(key, LM_OK);
        }
        lm_alarm_start(cpu, &cpu->running->timeout, instant);
    }
    return sleep(cpu, LM_OK);
}
