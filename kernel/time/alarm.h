/* SPDX-License-Identifier: Apache-2.0 */
/* The one alarm of the board serves the next timeout and the end of the running slice.
 * Context: the kernel lock, but for lm_alarm.
 */
#ifndef LIMEN_ALARM_H
#define LIMEN_ALARM_H

#include "core/kernel.h"

/* Set the board's alarm to what comes first. */
void lm_alarm_update(struct lm_kernel *kernel);

/* Start a timeout at an instant that may have passed. */
void lm_alarm_start(struct lm_kernel *kernel, struct lm_timeout_node *timeout, uint64_t instant);

/* Cancel a timeout, if it is started. */
void lm_alarm_cancel(struct lm_kernel *kernel, struct lm_timeout_node *timeout);

/* When a slice ends of which that much is left. */
uint64_t lm_slice_end(const struct lm_kernel *kernel, uint64_t now, uint32_t left);

/* Charge the slice of the thread that leaves and begin that of the one that comes. */
void lm_slice_switch(struct lm_kernel *kernel, struct lm_thread *from, struct lm_thread *to);

/* The alarm's interrupt. Context: interrupt, without the lock. */
void lm_alarm(void);

#endif
