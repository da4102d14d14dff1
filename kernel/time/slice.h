/* SPDX-License-Identifier: Apache-2.0 */
/* Time slices: what slice.c, which each program with slices contains, and slice_units.c, which only
 * those with lm_slices_in contain, have of each other. Context: the kernel lock.
 */
#ifndef LIMEN_SLICE_H
#define LIMEN_SLICE_H

#include "core/dispatch.h"
#include "state.h"

/* The slice of the running thread is over: the thread yields, if its level has other threads.
 * Requires: it is dispatched. */
void lm_slice_over(struct lm_cpu *cpu, struct lm_thread *thread);

/* From now on, slices are counted in units of several ticks. */
void lm_slice_units_use(struct lm_cpu *cpu);

/* cpu->on_slice_end and cpu->on_switch of slices in units. */
void lm_slice_units_end(struct lm_cpu *cpu, uint64_t now);
void lm_slice_units_switch(struct lm_cpu *cpu, struct lm_thread *from, struct lm_thread *to);

/* Before the thread gets another slice or none, and after it. */
void lm_slice_units_drop(struct lm_thread *thread);
void lm_slice_units_begin(struct lm_cpu *cpu, const struct lm_thread *thread);

#endif
