/* SPDX-License-Identifier: Apache-2.0 */
/* The way out that most calls share; see door.h. */
#include "core/door.h"

enum lm_status lm_unlock_and_switch(struct lm_cpu *cpu, lm_lock_key key)
{
    return lm_unlock_preempted(cpu, &cpu->running, key);
}

enum lm_status lm_unlock_unsettled(struct lm_thread *thread)
{
    lm_sched_move_next(lm_cpu());
    lm_cpu()->next = thread;
    return lm_unlock_and_switch(lm_cpu(), 0);
}

enum lm_status lm_unlock_rarely(struct lm_cpu *cpu, lm_lock_key key)
{
    return lm_unlock(cpu, key);
}

enum lm_status lm_unlock_ready_called(struct lm_thread *thread)
{
    if (LM_SMALL) {
        (void)lm_sched_ready_called(thread, LM_IS_IMPLIED);
        return lm_unlock_rarely(lm_cpu(), 0);
    }
    return lm_sched_ready_inline(lm_cpu(), thread, LM_IS_IMPLIED)
               ? lm_unlock_and_switch(lm_cpu(), 0)
               : lm_leave(0, LM_OK);
}
