/* SPDX-License-Identifier: Apache-2.0 */
/* Actions of a driver as verbs of a script: sections, preempt points, one spinlock. */
#ifndef LIMEN_TESTS_DRIVER_H
#define LIMEN_TESTS_DRIVER_H

#include <limen/status.h>

/* Once for each kernel. */
void driver_init(void);

/* what: enter, leave, point, lock, unlock, or a preemption model: none, voluntary, full, rt. */
enum lm_status driver_do(const char *what);

#endif
