/* SPDX-License-Identifier: Apache-2.0 */
/* The alarm of the board. It is set to the next timeout or to the end of the running slice,
 * whichever is earlier. Context: the kernel lock, except for lm_alarm.
 */
#ifndef LIMEN_ALARM_H
#define LIMEN_ALARM_H

#include "state.h"

static inline uint64_t lm_alarm_next_instant(const struct lm_cpu *cpu)
{
    uint64_t earliest = cpu->timeouts.earliest;

    return cpu->slice_end < earliest ? cpu->slice_end : earliest;
}

static inline void lm_alarm_set(struct lm_cpu *cpu, uint64_t instant)
{
    cpu->alarm = instant;
    lm_port_set_alarm(instant);
}

/* Begin without started timeouts and slices. Requires: all bytes are 0. */
void lm_alarm_init(struct lm_cpu *cpu);

/* Set the alarm to the next instant, unless it is set to that already. */
void lm_alarm_update(struct lm_cpu *cpu);

/* Start a timeout at an instant that may have passed. */
void lm_alarm_start(struct lm_cpu *cpu, struct lm_timeout_node *timeout, uint64_t instant);

/* Cancel a timeout. Requires: it is started. */
void lm_alarm_cancel(struct lm_cpu *cpu, struct lm_timeout_node *timeout);

/* Called by the port in the interrupt of the alarm. Context: interrupt, without the lock. */
void lm_alarm(void);

/* lm_alarm for a program that has timeouts or slices. */
void lm_alarm_serve(void);

#endif
