/* SPDX-License-Identifier: Apache-2.0 */
/* Setting the alarm; see alarm.h. */
#include "time/alarm.h"
#include "core/link.h"

LM_LINK(lm_alarm_serve);

void lm_alarm_init(struct lm_cpu *cpu)
{
    lm_timeout_init(&cpu->timeouts);
    cpu->slice_end = LM_NEVER;
    cpu->alarm = LM_NEVER;
    lm_kernel()->slice_unit = 1;
}

void lm_alarm_update(struct lm_cpu *cpu)
{
    uint64_t instant = lm_alarm_next_instant(cpu);

    if (instant != cpu->alarm) {
        lm_alarm_set(cpu, instant);
    }
}

void lm_alarm_start(struct lm_cpu *cpu, struct lm_timeout_node *timeout, uint64_t instant)
{
    if (instant <= cpu->timeouts.base) { /* the instant has passed: it expires at the next alarm */
        instant = cpu->alarm_time + 1;
    }
    lm_timeout_start(&cpu->timeouts, timeout, instant);
    lm_alarm_update(cpu);
}

void lm_alarm_cancel(struct lm_cpu *cpu, struct lm_timeout_node *timeout)
{
    if (lm_timeout_cancel(&cpu->timeouts, timeout)) {
        lm_alarm_update(cpu);
    }
}
