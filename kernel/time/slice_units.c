/* SPDX-License-Identifier: Apache-2.0 */
/* Time slices in units of several ticks. They are counted at the multiples of the unit, as the tick
 * interrupt of other kernels does it: the thread that runs when the alarm of a multiple is served
 * pays for one unit. So a switch changes nothing, as long as an alarm is set and each slice is
 * full: then it is one without hooks.
 *
 * A layer sets the unit for all its programs, and only those with slices contain more of this file:
 * slice.c refers to it, and what it uses is weak (core/link.h).
 */
#include "core/door.h"
#include "core/sched.h"
#include "time/alarm.h"
#include "time/slice.h"

#pragma weak lm_slice_over
#pragma weak lm_alarm_update
#pragma weak lm_switch_hooks_use

static LM_PORT_INSTANCE struct {
    /* The function of another feature for each switch, or NULL. */
    void (*others_on_switch)(struct lm_cpu *cpu, struct lm_thread *from, struct lm_thread *to);
    uint64_t last;  /* the multiple of the unit that was computed last */
    uint32_t begun; /* slices of which a part is used. A thread that another one ends leaves its
                     * slice in this number: then switches look for such slices to no purpose */
} units;

/* The first multiple of the unit behind this instant. */
static uint64_t next_multiple(uint64_t now)
{
    uint64_t unit = lm_kernel()->slice_unit;

    if (now - units.last >= unit) {
        units.last = now - now % unit;
    }
    return units.last + unit;
}

static void refill(struct lm_slice *slice)
{
    if (slice->left != slice->ticks) {
        slice->left = slice->ticks;
        units.begun--;
    }
}

/* Let a dispatched thread pay for a unit. */
static void charge(struct lm_cpu *cpu, struct lm_thread *thread)
{
    struct lm_slice *slice = thread->slice;

    units.begun += slice->left == slice->ticks;
    slice->left--;
    if (slice->left == 0) {
        refill(slice);
        lm_slice_over(cpu, thread);
    }
}

/* Is there something to do for slices at the next switch? */
static bool has_work(const struct lm_cpu *cpu)
{
    return cpu->slice_end == LM_NEVER || units.begun != 0;
}

/* A thread that is about to leave the processor sets no alarm: if the unit were shorter than this
 * interrupt, alarms would follow each other and the switch would never happen. */
void lm_slice_units_end(struct lm_cpu *cpu, uint64_t now)
{
    struct lm_thread *thread = cpu->running;

    units.last = cpu->slice_end;
    if (thread->slice != NULL && thread->state == LM_STATE_DISPATCHED) {
        charge(cpu, thread);
    }
    cpu->slice_end = thread->slice != NULL && cpu->next == thread ? next_multiple(now) : LM_NEVER;
    if (has_work(cpu)) {
        lm_switch_hooks_use(cpu);
    }
}

/* The thread runs from now on: an alarm is set if it has a slice. */
static void begin(struct lm_cpu *cpu, const struct lm_thread *thread)
{
    if (thread->slice != NULL && cpu->slice_end == LM_NEVER) {
        cpu->slice_end = next_multiple(lm_port_now());
        lm_alarm_update(cpu);
    }
}

void lm_slice_units_begin(struct lm_cpu *cpu, const struct lm_thread *thread)
{
    if (thread == cpu->running) {
        begin(cpu, thread);
    }
}

void lm_slice_units_drop(struct lm_thread *thread)
{
    if (thread->slice != NULL) {
        refill(thread->slice);
    }
}

/* Do switches have hooks besides lm_slice_units_switch? */
static bool has_others(const struct lm_cpu *cpu)
{
    return cpu->on_leave != NULL || cpu->on_switch != lm_slice_units_switch ||
           units.others_on_switch != NULL;
}

/* A thread that has blocked or yielded has a full slice. */
void lm_slice_units_switch(struct lm_cpu *cpu, struct lm_thread *from, struct lm_thread *to)
{
    if (from->state != LM_STATE_DISPATCHED) {
        lm_slice_units_drop(from);
    }
    begin(cpu, to);
    cpu->has_switch_hooks = has_work(cpu) || has_others(cpu);
    if (units.others_on_switch != NULL) {
        units.others_on_switch(cpu, from, to);
    }
}

void lm_slice_units_use(struct lm_cpu *cpu)
{
    units.others_on_switch = cpu->on_switch;
    units.last = 0; /* a multiple of any unit */
    units.begun = 0;
    cpu->on_switch = lm_slice_units_switch;
    cpu->on_slice_end = lm_slice_units_end;
}

void lm_slices_in(uint32_t ticks)
{
    LM_CALL(SLICES_IN);
    LM_CHECK_OR(ticks > 0, LM_BAD_ARGUMENT, LM_NOTHING);
    LM_CHECK_OR(lm_cpu()->on_slice_end == NULL, LM_BAD_STATE, LM_NOTHING);

    lm_kernel()->slice_unit = ticks;
}
