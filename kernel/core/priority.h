/* SPDX-License-Identifier: Apache-2.0 */
/* Priority and threshold in force, from what was set, what is inherited and what is held:
 *
 *   priority  = min(base priority, ceilings of mutexes held, waiters for mutexes held)
 *   threshold = min(base threshold, priority), and 0 while preemption is disabled, or a kernel
 *               section says so (limen/section.h)
 */
#ifndef LIMEN_PRIORITY_H
#define LIMEN_PRIORITY_H

#include "core/kernel.h"
#include "core/sched.h"

/* Something that counts for the thread's priority or threshold has changed. Goes on along the
 * chain of owners that the thread waits for, as long as priorities change.
 * Requires: the lock. Cost: O(chain * mutexes held). */
void lm_priority_update(struct lm_kernel *kernel, struct lm_thread *thread, enum lm_change reason);

#endif
