/* SPDX-License-Identifier: Apache-2.0 */
/* What happens at instants: see alarm.h. */
#include "time/alarm.h"
#include "core/door.h"
#include "time/slice.h"

void lm_alarm_update(struct lm_cpu *cpu)
{
    uint64_t instant = cpu->timeouts.earliest;

    if (cpu->slice_end < instant) {
        instant = cpu->slice_end;
    }
    if (instant != cpu->alarm) {
        cpu->alarm = instant;
        lm_port_set_alarm(instant);
    }
}

void lm_alarm_start(struct lm_cpu *cpu, struct lm_timeout_node *timeout, uint64_t instant)
{
    if (instant <= cpu->timeouts.base) { /* it has passed: at the next alarm */
        instant = cpu->alarm_time + 1;
    }
    lm_timeout_start(&cpu->timeouts, timeout, instant);
    lm_alarm_update(cpu);
}

void lm_alarm_cancel(struct lm_cpu *cpu, struct lm_timeout_node *timeout)
{
    lm_timeout_cancel(&cpu->timeouts, timeout);
    lm_alarm_update(cpu);
}

/* Let other interrupts in, and a switch that is due. */
static lm_lock_key open_lock(struct lm_cpu *cpu, lm_lock_key key)
{
    lm_unlock(cpu, key);
    return lm_lock();
}

/* All timeouts that are due, the lock open between two of them. */
static lm_lock_key serve_due(struct lm_cpu *cpu, lm_lock_key key)
{
    bool more = true;

    while (more) {
        struct lm_timeout_node *timeout = lm_timeout_step(&cpu->timeouts, &more);

        if (timeout != NULL) {
            timeout->expire(timeout);
        }
        if (more) {
            key = open_lock(cpu, key);
        }
    }
    return key;
}

void lm_alarm(void)
{
    struct lm_cpu *cpu = lm_cpu();
    lm_lock_key key = lm_lock();
    uint64_t now = lm_port_now();

    if (LM_TRACED && !LM_PORT_TIME_LEAPS) {
        lm_trace_mark();
    }
    if (lm_slice_expire(cpu, now)) {
        /* If a timeout makes the thread next again, it has to be dispatched again. */
        key = open_lock(cpu, key);
    }
    cpu->alarm_time = now;
    while (cpu->timeouts.earliest <= now) { /* one instant after the other, however late */
        lm_timeout_advance(&cpu->timeouts, cpu->timeouts.earliest);
        key = serve_due(cpu, key);
    }
    cpu->alarm = 0; /* it has expired: set it in any case */
    lm_alarm_update(cpu);
    lm_unlock(cpu, key);
}
