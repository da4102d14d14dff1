/* SPDX-License-Identifier: Apache-2.0 */
/* Time slices: the running thread has one if it was created or set with one. Its end shares the
 * alarm with the timeouts. Context: the kernel lock.
 */
#ifndef LIMEN_SLICE_H
#define LIMEN_SLICE_H

#include "state.h"

/* From now on there are threads with slices: they begin and end at switches. */
void lm_slice_use(struct lm_cpu *cpu);

/* The running thread begins a full slice, or has none. */
void lm_slice_begin(struct lm_cpu *cpu);

/* The alarm has come: end the slice if it is due. Returns: was it? */
bool lm_slice_expire(struct lm_cpu *cpu, uint64_t now);

#endif
