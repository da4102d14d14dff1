/* SPDX-License-Identifier: Apache-2.0 */
/* Marks each scan of the tick of the kernel by two calls of lab_mark, between which instructions
 * are counted. It replaces layers/cyclic/probe/tick_probe.h. */
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
