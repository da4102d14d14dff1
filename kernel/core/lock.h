/* SPDX-License-Identifier: Apache-2.0 */
/* Locking at the door: a public function locks, makes one decision, and unlocks. If by then
 * another thread shall run, the unlock switches to it.
 */
#ifndef LIMEN_LOCK_H
#define LIMEN_LOCK_H

#include "core/dispatch.h"
#include "observe/trace.h"

static inline lm_lock_key lm_lock(void)
{
    return lm_port_lock();
}

static inline void lm_unlock(struct lm_kernel *kernel, lm_lock_key key)
{
    if (kernel->next != kernel->running) {
        lm_trace_decision(kernel);
        lm_port_switch(key);
    } else {
        lm_port_unlock(key);
    }
}

#endif
