/* SPDX-License-Identifier: Apache-2.0 */
/* Disable and enable preemption: in between, the level of the calling thread is 0. */
#include "core/preempt.h"
#include "core/door.h"
#include "core/priority.h"

void lm_preempt_off(struct lm_cpu *cpu)
{
    cpu->running->preempt_disabled++;
    lm_priority_update_running(cpu, LM_CHANGE_PREEMPT_DISABLE);
}

void lm_preempt_on(struct lm_cpu *cpu)
{
    struct lm_thread *thread = cpu->running;

    thread->preempt_disabled--;
    lm_priority_update_running(cpu, LM_CHANGE_PREEMPT_ENABLE);
    if (thread->preempt_disabled == 0 && thread->suspend_pending) {
        thread->suspend_pending = false;
        lm_sched_block(cpu, thread, LM_WAITS_FOR_RESUME);
    }
}

enum lm_status lm_preempt_disable(void)
{
    LM_CALL(PREEMPT_DISABLE);
    struct lm_cpu *cpu = lm_cpu();
    lm_lock_key key = lm_lock();

    LM_REQUIRE(key, key == 0 && !lm_port_in_interrupt() && lm_kernel()->started, LM_BAD_CONTEXT);
    LM_REQUIRE(key, cpu->running->preempt_disabled < UINT16_MAX, LM_TOO_MANY);
    lm_preempt_off(cpu);
    lm_port_unlock(key);
    return LM_OK;
}

enum lm_status lm_preempt_enable(void)
{
    LM_CALL(PREEMPT_ENABLE);
    struct lm_cpu *cpu = lm_cpu();
    lm_lock_key key = lm_lock();

    LM_REQUIRE(key, !lm_port_in_interrupt() && lm_kernel()->started, LM_BAD_CONTEXT);
    LM_REQUIRE(key, cpu->running->preempt_disabled > 0, LM_BAD_STATE);
    lm_preempt_on(cpu);
    lm_unlock(cpu, key);
    return LM_OK;
}
