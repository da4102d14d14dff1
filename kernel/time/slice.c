/* SPDX-License-Identifier: Apache-2.0 */
/* Time slices: the running thread has one if it was created or set with one. Its end shares the
 * alarm with the timeouts. Only programs with slices contain this file: the kernel calls it by the
 * hooks that lm_slice_use sets.
 *
 * Context of static functions: the kernel lock.
 */
#include "core/door.h"
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

/* The next slice of a thread whose slice ended at the instant that left has. What the interrupt and
 * the switch took beyond that is part of its share. Otherwise a thread with a short slice would get
 * more than its share. A thread that is late by a whole slice gets one tick and owes nothing more.
 * Units of several ticks end at instants of their own, whenever the slice began. */
static uint32_t shortened(const struct lm_slice *slice, uint64_t now)
{
    uint32_t late = lm_kernel()->slice_unit == 1 ? (uint32_t)now - slice->left : 0;

    return late < slice->ticks ? slice->ticks - late : 1;
}

/* What a thread that leaves has of its slice when it returns. */
static uint32_t kept(const struct lm_cpu *cpu, const struct lm_thread *thread, uint64_t now)
{
    if (thread->state >= LM_STATE_BLOCKED) {
        return thread->slice->ticks;
    }
    if (cpu->slice_end == LM_NEVER) {
        return shortened(thread->slice, now);
    }
    bool preempted = thread->state == LM_STATE_DISPATCHED && cpu->slice_end > now;

    return preempted ? slice_left(now, cpu->slice_end) : thread->slice->ticks;
}

/* What another feature does at each switch, or NULL. */
static LM_PORT_INSTANCE void (*others_on_switch)(struct lm_cpu *cpu, struct lm_thread *from,
                                                 struct lm_thread *to);

/* Keep the rest of the slice of the thread that leaves, and begin that of the next one. */
static void switch_slice(struct lm_cpu *cpu, struct lm_thread *from, struct lm_thread *to)
{
    if (others_on_switch != NULL) {
        others_on_switch(cpu, from, to);
    }
    if (from->slice == NULL && to->slice == NULL) {
        return;
    }
    uint64_t now = lm_port_now();

    if (from->slice != NULL) {
        from->slice->left = kept(cpu, from, now);
    }
    cpu->slice_end = to->slice != NULL ? slice_end(now, to->slice->left) : LM_NEVER;
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

/* The time of the slice is over. Requires: cpu->slice_end <= now. */
static void expire(struct lm_cpu *cpu, uint64_t now)
{
    struct lm_thread *thread = cpu->running;

    if (thread->state == LM_STATE_DISPATCHED) {
        end_slice(cpu, thread);
    }
    /* A thread that is about to leave the processor has no slice. If its slice were shorter than
     * this interrupt, alarms would follow each other and the switch would never happen. */
    if (cpu->next != thread) {
        thread->slice->left = (uint32_t)cpu->slice_end;
        cpu->slice_end = LM_NEVER;
    } else {
        cpu->slice_end = slice_end(now, thread->slice->ticks);
    }
}

/* From now on, switches begin and end slices. */
void lm_slice_use(struct lm_cpu *cpu)
{
    if (cpu->on_slice_end == expire) {
        return;
    }
    others_on_switch = cpu->on_switch;
    cpu->on_switch = switch_slice;
    cpu->on_slice_end = expire;
    cpu->has_switch_hooks = true;
}

/* Begin a full slice of the running thread, if it is sliced. */
static void begin(struct lm_cpu *cpu)
{
    const struct lm_slice *slice = cpu->running->slice;

    cpu->slice_end = slice != NULL ? slice_end(lm_port_now(), slice->ticks) : LM_NEVER;
    lm_alarm_update(cpu);
}

enum lm_status lm_thread_set_slice(struct lm_thread *thread, struct lm_slice *slice, uint32_t ticks)
{
    LM_CALL_ON(THREAD_SET_SLICE, thread);
    LM_CHECK(slice != NULL, LM_BAD_ARGUMENT);

    struct lm_cpu *cpu = lm_cpu();
    lm_lock_key key = lm_lock();

    LM_REQUIRE_OBJECT(key, thread, LM_KIND_THREAD);
    lm_observe_thread(LM_EVENT_THREAD_SLICE, thread, 0, ticks);
    if (ticks != 0) {
        lm_slice_use(cpu);
    }
    *slice = (struct lm_slice){.use = lm_slice_use, .ticks = ticks, .left = ticks};
    thread->slice = ticks != 0 ? slice : NULL;
    if (thread == cpu->running) {
        begin(cpu);
    }
    return lm_leave(key, LM_OK);
}

void lm_slices_in(uint32_t ticks)
{
    lm_kernel()->slice_unit = ticks;
}
