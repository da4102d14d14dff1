/* SPDX-License-Identifier: Apache-2.0 */
/* Time slices; see slice.h. */
#include "time/slice.h"
#include "core/sched.h"
#include "time/alarm.h"

/* The instant at which a slice with this rest ends. */
static uint64_t slice_end(uint64_t now, uint32_t left)
{
    uint64_t unit = lm_kernel()->slice_unit;

    return unit == 1 ? now + left : (now / unit + left) * unit;
}

/* The rest of a slice that ends at this instant. */
static uint32_t slice_left(uint64_t now, uint64_t end)
{
    uint64_t unit = lm_kernel()->slice_unit;

    return (uint32_t)(unit == 1 ? end - now : end / unit - now / unit);
}

/* Keep the rest of the slice of the thread that leaves, and begin that of the next one. */
static void switch_slice(struct lm_cpu *cpu, struct lm_thread *from, struct lm_thread *to)
{
    if ((from->slice | to->slice) == 0) {
        return;
    }
    uint64_t now = lm_port_now();

    if (from->slice != 0) {
        bool preempted = from->state == LM_STATE_DISPATCHED && cpu->slice_end > now &&
                         cpu->slice_end != LM_NEVER;

        from->slice_left = preempted ? slice_left(now, cpu->slice_end) : from->slice;
    }
    cpu->slice_end = to->slice != 0 ? slice_end(now, to->slice_left) : LM_NEVER;
    lm_alarm_update(cpu);
}

void lm_slice_use(struct lm_cpu *cpu)
{
    cpu->on_switch = switch_slice;
    cpu->has_switch_hooks = true;
}

void lm_slice_begin(struct lm_cpu *cpu)
{
    uint32_t slice = cpu->running->slice;

    cpu->slice_end = slice != 0 ? slice_end(lm_port_now(), slice) : LM_NEVER;
    lm_alarm_update(cpu);
}

/* The slice of the running thread has ended: it yields, if its level has other threads. */
static void end_slice(struct lm_cpu *cpu, struct lm_thread *thread)
{
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

void lm_slice_expire(struct lm_cpu *cpu, uint64_t now)
{
    struct lm_thread *thread = cpu->running;

    if (thread->state == LM_STATE_DISPATCHED) {
        end_slice(cpu, thread);
    }
    /* A thread that is about to leave the processor has no slice. If its slice were shorter than
     * this interrupt, alarms would follow each other and the switch would never happen. */
    cpu->slice_end = cpu->next == thread ? slice_end(now, thread->slice) : LM_NEVER;
}
