/* SPDX-License-Identifier: Apache-2.0 */
/* Calls in steps; see steps.h. */
#include "objects/steps.h"
#include "core/preempt.h"
#include "objects/thread.h"
#include "time/wait.h"

bool lm_steps_begin(struct lm_cpu *cpu, lm_lock_key key)
{
    bool begun = key == 0 && !lm_port_in_interrupt() && lm_kernel()->started &&
                 cpu->running->preempt_disabled < UINT16_MAX;

    if (begun) {
        lm_preempt_off(cpu);
        cpu->running->in_steps = true;
    }
    return begun;
}

void lm_steps_end(struct lm_cpu *cpu, bool begun)
{
    struct lm_thread *thread = cpu->running;

    if (begun) {
        thread->in_steps = false;
        lm_preempt_on(cpu);
        if (thread->end_pending) {
            lm_thread_end(cpu, thread, LM_WAS_TERMINATED);
        }
    }
}

bool lm_steps_delete_waiter(struct lm_cpu *cpu, struct lm_wait_list *list)
{
    if (list->first == NULL) {
        return false;
    }
    lm_wait_end(cpu, list->first, LM_DELETED);
    return true;
}
