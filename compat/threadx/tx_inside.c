/* SPDX-License-Identifier: Apache-2.0 */
/* The context of a call, time in ticks of ThreadX, interrupt control, and the preemption lock. */
#include "limen.h"

volatile UINT _tx_thread_preempt_disable;

const CHAR _tx_version_id[] = "ThreadX 6.4.2 interface on Limen";

/* The symbols to which files with the same definitions refer: tx_port.h. */
#define BUILT_WITH(name, value)                                                                    \
    __asm__(".global " TX_LIMEN_BUILT_WITH(name, value) "\n\t"                                     \
                                                        ".set " TX_LIMEN_BUILT_WITH(name,          \
                                                                                    value) ", 0")
BUILT_WITH("TX_MAX_PRIORITIES", TX_MAX_PRIORITIES);
BUILT_WITH("TX_MINIMUM_STACK", TX_MINIMUM_STACK);

/* Has _tx_thread_preempt_disable disabled preemption in the kernel? */
static bool follows;

UINT tx_limen_caller(VOID)
{
    if (!lm_layer_has_started()) {
        return TX_FROM_START;
    }
    if (lm_in_interrupt()) {
        return TX_FROM_INTERRUPT;
    }
    const struct lm_thread *self = lm_thread_self();
    bool is_timer =
        self == &_tx_timer_thread.limen || LM_CORES_OR(tx_limen_cores_is_timer_thread(self), false);

    return is_timer ? TX_FROM_TIMER : TX_FROM_THREAD;
}

/* The application increments and decrements the variable at any time. A thread that disables
 * preemption keeps the processor, so the kernel is always informed by the same thread. */
static VOID follow(VOID)
{
    if (!tx_limen_is_called_from(TX_FROM_THREAD | TX_FROM_TIMER)) {
        return;
    }
    follows = !follows;
    if (follows) {
        (void)lm_preempt_disable();
    } else {
        (void)lm_preempt_enable();
    }
}

VOID tx_limen_preemption_follow(VOID)
{
    if ((_tx_thread_preempt_disable != 0) != follows) {
        follow();
    }
}

VOID _tx_thread_system_preempt_check(VOID)
{
    tx_limen_preemption_follow();
}

VOID _tx_thread_interrupt_restore(UINT posture)
{
    tx_limen_preemption_follow(); /* before an interrupt can make another thread run */
    lm_interrupts_enable(posture);
}

/* At start-up interrupts stay disabled until the kernel starts. */
UINT _tx_thread_interrupt_control(UINT new_posture)
{
    UINT old_posture = lm_interrupts_are_disabled() ? TX_INT_DISABLE : TX_INT_ENABLE;

    lm_trace_service(TX_SERVICE_INTERRUPT_CONTROL, NULL, (uint32_t)new_posture);
    if (new_posture == TX_INT_DISABLE) {
        (void)lm_interrupts_disable();
    } else if (lm_layer_has_started()) {
        lm_interrupts_enable(0);
    }
    return old_posture;
}

lm_timeout _tx_limen_timeout(ULONG wait_option)
{
    return lm_layer_timeout(_tx_thread_preempt_disable != 0 ? TX_NO_WAIT : wait_option);
}

UINT _tx_limen_status(enum lm_status status, UINT unavailable)
{
    switch (status) {
    case LM_OK:
        return TX_SUCCESS;
    case LM_DELETED:
        return TX_DELETED;
    case LM_ABORTED:
        return TX_WAIT_ABORTED;
    case LM_BAD_STATE: /* a second shared mutex */
        return LM_CORES_OR(TX_FEATURE_NOT_ENABLED, unavailable);
    default:
        return unavailable;
    }
}

ULONG _tx_time_get(VOID)
{
    return (ULONG)(uint32_t)(lm_time_get() / lm_layer_tick);
}

/* The tick boundaries do not move. */
VOID _tx_time_set(ULONG new_time)
{
    uint32_t key = lm_interrupts_disable();

    lm_time_set((uint64_t)new_time * lm_layer_tick + lm_now() % lm_layer_tick);
    lm_interrupts_enable(key);
}
