/* SPDX-License-Identifier: Apache-2.0 */
/* Time slices: the running thread has one if it was created or set with one. Its end shares the
 * alarm with the timeouts. Only programs with slices contain this file: the kernel calls it by the
 * hooks that lm_slice_use sets.
 *
 * Context of static functions: the kernel lock.
 */
#include "time/slice.h"
#include "core/door.h"
#include "core/link.h"
#include "core/sched.h"
#include "time/alarm.h"

/* See core/link.h: a program with lm_slices_in contains them. */
#pragma weak lm_slice_units_use
#pragma weak lm_slice_units_end
#pragma weak lm_slice_units_drop
#pragma weak lm_slice_units_begin

/* The rest of the running slice. A slice that is over has a tick left until its end is served. */
static uint32_t slice_left(const struct lm_cpu *cpu, uint64_t now)
{
    uint64_t end = cpu->slice_end;

    return end <= now ? 1 : (uint32_t)(end - now);
}

/* The instant at which the slice of the thread that is about to leave has ended. */
static LM_PORT_INSTANCE uint64_t ended_at;

/* The next slice of a thread that leaves because its slice has ended. The time that the interrupt
 * and the switch took after that end is subtracted: otherwise a thread with a short slice would get
 * more than its share. A thread that is late by a whole slice gets one tick, and the rest of its
 * debt is dropped. */
static uint32_t shortened(const struct lm_slice *slice, uint64_t now)
{
    uint64_t late = now - ended_at;

    return late < slice->ticks ? slice->ticks - (uint32_t)late : 1;
}

/* The rest of the slice that a thread keeps when it leaves. */
static uint32_t kept(const struct lm_cpu *cpu, const struct lm_thread *thread, uint64_t now)
{
    if (cpu->slice_end == LM_NEVER && thread->state < LM_STATE_BLOCKED) {
        return shortened(thread->slice, now);
    }
    return thread->state == LM_STATE_DISPATCHED ? slice_left(cpu, now) : thread->slice->ticks;
}

/* Serve the end of the slice. Requires: cpu->slice_end <= now. */
static void expire(struct lm_cpu *cpu, uint64_t now)
{
    struct lm_thread *thread = cpu->running;

    if (thread->state == LM_STATE_DISPATCHED) {
        lm_slice_over(cpu, thread);
    }
    /* A thread that is about to leave the processor has no slice. If its slice were shorter than
     * this interrupt, alarms would follow each other and the switch would never happen. */
    if (cpu->next != thread) {
        ended_at = cpu->slice_end;
        cpu->slice_end = LM_NEVER;
    } else {
        cpu->slice_end = now + thread->slice->ticks;
    }
}

/* Is the thread dispatched again within its slice? If the slice is over, the alarm is about to come
 * and ends it. */
static bool goes_on(const struct lm_cpu *cpu, const struct lm_thread *from,
                    const struct lm_thread *to)
{
    return from == to && from->state == LM_STATE_DISPATCHED && cpu->slice_end != LM_NEVER;
}

/* Keep the rest of the slice of the thread that leaves, and begin that of the next one. A slice may
 * end after the alarm or in the call that preempts its thread, and before this switch: that counts
 * as its end, too. */
static void pass(struct lm_cpu *cpu, struct lm_thread *from, struct lm_thread *to)
{
    uint64_t now = lm_port_now();

    if (from->slice != NULL) {
        if (from->state == LM_STATE_DISPATCHED && cpu->slice_end <= now && from != to) {
            expire(cpu, now);
        }
        from->slice->left = kept(cpu, from, now);
    }
    if (!goes_on(cpu, from, to)) {
        cpu->slice_end = to->slice != NULL ? now + to->slice->left : LM_NEVER;
        lm_alarm_update(cpu);
    }
}

/* The function of another feature for each switch, or NULL. */
static LM_PORT_INSTANCE void (*others_on_switch)(struct lm_cpu *cpu, struct lm_thread *from,
                                                 struct lm_thread *to);

static void switch_slice(struct lm_cpu *cpu, struct lm_thread *from, struct lm_thread *to)
{
    if (from->slice != NULL || to->slice != NULL) {
        pass(cpu, from, to);
    }
    if (others_on_switch != NULL) { /* it may read the rests of the slices */
        others_on_switch(cpu, from, to);
    }
}

/* From now on, switches begin and end slices. */
void lm_slice_use(struct lm_cpu *cpu)
{
    if (cpu->on_slice_end != NULL) {
        return;
    }
    if (LM_IS_LINKED(lm_slice_units_use) && lm_kernel()->slice_unit != 1) {
        lm_slice_units_use(cpu);
    } else {
        others_on_switch = cpu->on_switch;
        cpu->on_switch = switch_slice;
        cpu->on_slice_end = expire;
    }
    lm_switch_hooks_use(cpu);
}

static bool is_in_units(const struct lm_cpu *cpu)
{
    return LM_IS_LINKED(lm_slice_units_use) && cpu->on_slice_end == lm_slice_units_end;
}

/* Begin a full slice of the running thread, if it is sliced. */
static void begin(struct lm_cpu *cpu)
{
    const struct lm_slice *slice = cpu->running->slice;

    cpu->slice_end = slice != NULL ? lm_port_now() + slice->ticks : LM_NEVER;
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

    bool in_units = is_in_units(cpu);

    if (in_units) {
        lm_slice_units_drop(thread);
    }
    *slice = (struct lm_slice){.use = lm_slice_use, .ticks = ticks, .left = ticks};
    thread->slice = ticks != 0 ? slice : NULL;
    if (in_units) {
        lm_slice_units_begin(cpu, thread);
    } else if (thread == cpu->running) {
        begin(cpu);
    }
    return lm_leave(key, LM_OK);
}
