/* SPDX-License-Identifier: Apache-2.0 */
/* The end of a time slice, for slices of ticks and for those in units. Context: the kernel lock. */
#include "core/sched.h"
#include "time/slice.h"

void lm_slice_over(struct lm_cpu *cpu, struct lm_thread *thread)
{
    lm_sched_settle(cpu); /* next may be among the peers of a level that it has left */

    bool rotates = thread->level == thread->priority && !lm_sched_keeps_off(thread) &&
                   lm_ready_behind(thread) != thread;

    lm_observe_thread(LM_EVENT_SLICE, thread, rotates, 0);
    if (rotates) { /* as by a yield, but another thread may be next already */
        lm_sched_take_out(cpu, thread);
        lm_sched_put_behind(cpu, thread);
        cpu->next = lm_ready_first(&cpu->ready);
        lm_observe_leaving(cpu, thread, LM_LEAVE_SLICE);
    }
}
