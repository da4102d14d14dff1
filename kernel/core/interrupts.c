/* SPDX-License-Identifier: Apache-2.0 */
/* The calls about interrupts: disable and enable them, and mark their handlers. */
#include "core/door.h"

uint32_t lm_interrupts_disable(void)
{
    return lm_lock();
}

bool lm_interrupts_are_disabled(void)
{
    return lm_port_is_locked();
}

void lm_interrupts_enable(uint32_t key)
{
    lm_unlock(lm_cpu(), key);
}

uint32_t lm_irq_off(void)
{
    lm_lock_key key = lm_lock();

    if (key == 0) {
        lm_observe_event(LM_EVENT_IRQ_OFF, 0, 0, 0);
    }
    return key;
}

void lm_irq_on(uint32_t key)
{
    if (key == 0) {
        lm_observe_event(LM_EVENT_IRQ_ON, 0, 0, 0);
    }
    lm_unlock(lm_cpu(), key);
}

enum { DEPTH = 1U << 8 };

void lm_interrupt_enter(unsigned number)
{
    if (LM_TRACED) {
        lm_lock_key key = lm_lock();

        lm_observation()->counters.interrupts += LM_COUNTED;
        lm_cpu_observation()->trace_context += DEPTH;
        lm_observe_event(LM_EVENT_IRQ_ENTER, 0, number, 0);
        lm_unlock(lm_cpu(), key);
    }
}

void lm_interrupt_exit(unsigned number)
{
    if (LM_TRACED) {
        lm_lock_key key = lm_lock();

        lm_observe_event(LM_EVENT_IRQ_EXIT, 0, number, 0);
        lm_cpu_observation()->trace_context -= DEPTH;
        lm_unlock(lm_cpu(), key);
    }
}

bool lm_in_interrupt(void)
{
    return lm_port_in_interrupt();
}
