/* SPDX-License-Identifier: Apache-2.0 */
/* Time slices: the running thread has one if it was created or set with one. Its end shares the
 * alarm with the timeouts. Context: the kernel lock.
 */
#ifndef LIMEN_SLICE_H
#define LIMEN_SLICE_H

#include "state.h"

/* Called when a thread gets a slice for the first time: from now on, switches begin and end
 * slices. */
void lm_slice_use(struct lm_cpu *cpu);

/* Begin a full slice of the running thread, if it is sliced. */
void lm_slice_begin(struct lm_cpu *cpu);

/* The time of the slice is over. Requires: cpu->slice_end <= now. */
void lm_slice_expire(struct lm_cpu *cpu, uint64_t now);

#endif
