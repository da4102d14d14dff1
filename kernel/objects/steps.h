/* SPDX-License-Identifier: Apache-2.0 */
/* Calls that take several locked steps, since they end the waits of many threads and must not keep
 * interrupts off for so long. In between, interrupts are served, but no other thread runs, and the
 * calling thread is not terminated before its last step.
 *
 *     bool steps = lm_steps_begin(cpu, key);
 *     while (one step) {
 *         key = lm_steps_pause(key);
 *     }
 *     lm_steps_end(cpu, steps);
 *
 * In an interrupt, at start-up, or with interrupts off no other thread runs anyway.
 *
 * Context: the kernel lock.
 */
#ifndef LIMEN_STEPS_H
#define LIMEN_STEPS_H

#include "core/door.h"
#include "core/object.h"

/* Returns: what lm_steps_end wants. */
bool lm_steps_begin(struct lm_cpu *cpu, lm_lock_key key);

/* The lock is open for a moment. */
static inline lm_lock_key lm_steps_pause(lm_lock_key key)
{
    lm_port_unlock(key);
    return lm_port_lock();
}

void lm_steps_end(struct lm_cpu *cpu, bool begun);

/* The object is being deleted: no call accepts it any more. */
static inline void lm_object_close(struct lm_object *object)
{
    object->kind = LM_KIND_CLOSED;
}

/* The wait of the first thread of the list ends with LM_DELETED. Returns: was there one? */
bool lm_steps_delete_waiter(struct lm_cpu *cpu, struct lm_wait_list *list);

#endif
