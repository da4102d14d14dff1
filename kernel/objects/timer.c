/* SPDX-License-Identifier: Apache-2.0 */
/* Software timers: they call a function in the alarm's interrupt, once or periodically. */
#include "core/door.h"
#include "time/alarm.h"
#include "time/wait.h"
#include <limen/timer.h>

/* The next instant of a periodic timer. An instant that has passed is served, too. But if the
 * period is so short that the kernel's part of the alarm takes a large part of it, instants are
 * left out, so that threads have a part of the time. The alarm has taken about a quarter of its
 * time until here, so a pause of six times as much leaves a third of the time to threads. Such a
 * timer slows threads down, but does not stop them. It cannot be far behind: first_instant leaves
 * out the instants before the start, and those that pass while interrupts are off are served in one
 * alarm, until that takes too long. The time of its function is the responsibility of the program.
 */
static uint64_t next_instant(const struct lm_cpu *cpu, const struct lm_timer *timer)
{
    uint64_t now = lm_port_now();
    uint64_t pause = 6 * (now - cpu->alarm_time);
    uint64_t instant = timer->due + timer->period;

    if (timer->period < pause) {
        instant += ((now + pause - instant) / timer->period + 1) * timer->period;
    }
    return instant;
}

/* The function belongs to the program. It is called without the lock, which was free when the
 * interrupt of the alarm came. */
static void expire(struct lm_timeout_node *timeout)
{
    struct lm_cpu *cpu = lm_cpu();
    struct lm_timer *timer = LM_CONTAINER(timeout, struct lm_timer, timeout);
    bool (*defers)(struct lm_timer * timer) = LM_SMALL_OR(NULL, lm_kernel()->defers_timer);

    lm_observe(LM_EVENT_TIMER_EXPIRE, timer, 0, 0);
    if (timer->period != 0) {
        LM_COUNT_OBJECT(&timer->object, restarts);
        timer->due = next_instant(cpu, timer);
        lm_alarm_start(cpu, timeout, timer->due);
    }
    if (defers != NULL && defers(timer)) {
        return;
    }
    void (*function)(void *argument) = timer->function;
    void *argument = timer->argument;

    lm_unlock(cpu, 0);
    function(argument);
    (void)lm_lock();
}

enum lm_status lm_timer_create(struct lm_timer *timer, const char *name,
                               void (*function)(void *argument), void *argument)
{
    LM_CALL_CREATES(TIMER_CREATE, timer);
    LM_CHECK(timer != NULL && function != NULL, LM_BAD_ARGUMENT);

    lm_lock_key key = lm_lock();

    LM_REQUIRE_NO_OBJECT(key, timer);
    lm_timeout_set_idle(&timer->timeout);
    LM_UNLESS_SMALL(lm_list_init(&timer->pending);)
    LM_UNLESS_SMALL(timer->pending_calls = 0;)
    LM_UNLESS_SMALL(timer->in_interrupt = false;)
    timer->timeout.expire = expire;
    timer->period = 0;
    timer->function = function;
    timer->argument = argument;
    lm_object_create(&timer->object, LM_KIND_TIMER, name, (struct lm_object_facts){0});
    lm_observe(LM_EVENT_TIMER_CREATE, timer, 0, 0);
    return lm_leave(key, LM_OK);
}

/* The ticks until an instant, for the trace only. */
static inline uint32_t ticks_until(uint64_t instant)
{
    uint64_t now = LM_TRACED ? lm_port_now() : instant;

    return instant > now ? (uint32_t)(instant - now) : 0;
}

/* If instants of a periodic timer have passed before its start, only the last one is served. */
static uint64_t first_instant(lm_timeout delay, uint64_t period)
{
    uint64_t instant = lm_wait_instant(delay);

    if ((delay & LM_UNTIL_FLAG) != 0 && period != 0) {
        uint64_t now = lm_port_now();

        if (now >= instant + period) {
            instant = now - (now - instant) % period;
        }
    }
    return instant;
}

static void start(struct lm_cpu *cpu, struct lm_timer *timer, lm_timeout delay, uint64_t period)
{
    uint64_t instant = first_instant(delay, period);

    lm_observe(LM_EVENT_TIMER_START, timer, 0, ticks_until(instant));
    if (lm_timeout_is_started(&timer->timeout)) {
        (void)lm_timeout_cancel(&cpu->timeouts, &timer->timeout); /* the alarm is set below */
    }
    timer->period = period;
    timer->due = instant;
    lm_alarm_start(cpu, &timer->timeout, instant);
}

enum lm_status lm_timer_start(struct lm_timer *timer, lm_timeout delay, uint64_t period)
{
    LM_CALL_ON(TIMER_START, timer);
    lm_lock_key key = lm_lock();

    LM_REQUIRE_OBJECT(key, timer, LM_KIND_TIMER);
    LM_REQUIRE(key, delay != LM_FOREVER && period < LM_UNTIL_FLAG, LM_BAD_ARGUMENT);
    start(lm_cpu(), timer, delay, period);
    return lm_leave(key, LM_OK);
}

static void stop(struct lm_cpu *cpu, struct lm_timer *timer)
{
    timer->period = 0; /* also if its function runs now */
    if (lm_timeout_is_started(&timer->timeout)) {
        lm_alarm_cancel(cpu, &timer->timeout);
    }
    LM_UNLESS_SMALL(lm_list_remove(&timer->pending);)
    LM_UNLESS_SMALL(timer->pending_calls = 0;)
}

enum lm_status lm_timer_stop(struct lm_timer *timer)
{
    LM_CALL_ON(TIMER_STOP, timer);
    lm_lock_key key = lm_lock();

    LM_REQUIRE_OBJECT(key, timer, LM_KIND_TIMER);
    lm_observe(LM_EVENT_TIMER_STOP, timer, 0, 0);
    stop(lm_cpu(), timer);
    return lm_leave(key, LM_OK);
}

enum lm_status lm_timer_get_info(const struct lm_timer *timer, struct lm_timer_info *info)
{
    LM_CALL_ON(TIMER_GET_INFO, timer);
    lm_lock_key key = lm_lock();

    LM_REQUIRE_OBJECT(key, timer, LM_KIND_TIMER);
    LM_REQUIRE(key, info != NULL, LM_BAD_ARGUMENT);

    uint64_t now = lm_port_now();

    lm_observe(LM_EVENT_INFO, timer, 0, 0);
    info->name = lm_object_get_name(&timer->object);
    info->active = lm_timeout_is_started(&timer->timeout);
    info->remaining = info->active && timer->due > now ? timer->due - now : 0;
    info->period = timer->period;
    return lm_leave(key, LM_OK);
}

enum lm_status lm_timer_delete(struct lm_timer *timer)
{
    LM_CALL_ON(TIMER_DELETE, timer);
    lm_lock_key key = lm_lock();

    LM_REQUIRE_OBJECT(key, timer, LM_KIND_TIMER);
    lm_observe(LM_EVENT_TIMER_DELETE, timer, 0, 0);
    stop(lm_cpu(), timer);
    lm_object_set_kind(&timer->object, LM_KIND_NONE);
    return lm_leave(key, LM_OK);
}
