/* SPDX-License-Identifier: Apache-2.0 */
/* Each look of the kernel's tick between two passages of lab_mark, where instructions are counted;
 * in the place of layers/cyclic/probe/tick_probe.h. */
#ifndef LIMEN_TICK_PROBE_H
#define LIMEN_TICK_PROBE_H

void lab_mark(void);

static inline void lm_probe_scan_begin(void)
{
    lab_mark();
}

static inline void lm_probe_scan_end(void)
{
    lab_mark();
}

static inline void lm_probe_slot_begin(void)
{
}

static inline void lm_probe_slot_end(void)
{
}

#endif
