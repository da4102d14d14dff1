/* SPDX-License-Identifier: Apache-2.0 */
/* Disable and enable preemption within the kernel. Pairs nest. Context: the kernel lock, in a
 * thread. */
#ifndef LIMEN_PREEMPT_H
#define LIMEN_PREEMPT_H

#include "state.h"

void lm_preempt_off(struct lm_cpu *cpu);
void lm_preempt_on(struct lm_cpu *cpu);

#endif
