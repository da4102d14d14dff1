/* SPDX-License-Identifier: Apache-2.0 */
/* The one alarm of the board: it is set to the next timeout or the end of the running slice,
 * whichever comes first. Context: the kernel lock, but for lm_alarm.
 */
#ifndef LIMEN_ALARM_H
#define LIMEN_ALARM_H

#include "state.h"

/* Set the board's alarm to what comes first. */
void lm_alarm_update(struct lm_cpu *cpu);

/* Start a timeout at an instant that may have passed. */
void lm_alarm_start(struct lm_cpu *cpu, struct lm_timeout_node *timeout, uint64_t instant);

/* Cancel a timeout, if it is started. */
void lm_alarm_cancel(struct lm_cpu *cpu, struct lm_timeout_node *timeout);

/* For the port: the alarm's interrupt. Context: interrupt, without the lock. */
void lm_alarm(void);

#endif
