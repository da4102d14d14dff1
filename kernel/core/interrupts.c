/* SPDX-License-Identifier: Apache-2.0 */
/* The calls about interrupts: disable and enable them, and mark their handlers. */
#include "observe/interrupt_mark.h"

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

/* See observe/interrupt_hook.c. */
#pragma weak lm_interrupt_enter
#pragma weak lm_interrupt_exit

void lm_interrupt_enter(unsigned number)
{
    lm_interrupt_mark_enter(number);
}

void lm_interrupt_exit(unsigned number)
{
    lm_interrupt_mark_exit(number);
}

bool lm_in_interrupt(void)
{
    return lm_port_in_interrupt();
}
