/* SPDX-License-Identifier: Apache-2.0 */
/* The part of lm_interrupt_enter and lm_interrupt_exit for the trace and the counters. Both
 * functions exist twice: in core/interrupts.c, and in interrupt_hook.c with calls of functions of
 * the program. */
#ifndef LIMEN_INTERRUPT_MARK_H
#define LIMEN_INTERRUPT_MARK_H

#include "core/door.h"

enum { LM_INTERRUPT_DEPTH = 1U << 8 };

static inline void lm_interrupt_mark_enter(unsigned number)
{
    if (LM_TRACED) {
        lm_lock_key key = lm_lock();

        lm_observation()->counters.interrupts += LM_COUNTED;
        lm_cpu_observation()->trace_context += LM_INTERRUPT_DEPTH;
        lm_observe_event(LM_EVENT_IRQ_ENTER, 0, number, 0);
        lm_unlock(lm_cpu(), key);
    }
}

static inline void lm_interrupt_mark_exit(unsigned number)
{
    if (LM_TRACED) {
        lm_lock_key key = lm_lock();

        lm_observe_event(LM_EVENT_IRQ_EXIT, 0, number, 0);
        lm_cpu_observation()->trace_context -= LM_INTERRUPT_DEPTH;
        lm_unlock(lm_cpu(), key);
    }
}

#endif
