/* SPDX-License-Identifier: Apache-2.0 */
/* Where the work of a tick begins and ends, for a build that shows it on pins: such a build has a
 * header of this name of its own, in a folder ahead of this one. Here: nothing, at no cost. */
#ifndef LIMEN_TICK_PROBE_H
#define LIMEN_TICK_PROBE_H

/* A tick looks at its threads. Context: the alarm's interrupt or the tick's thread. */
static inline void lm_probe_scan_begin(void)
{
}

static inline void lm_probe_scan_end(void)
{
}

/* A thread is put into the ready queue. Context: the kernel lock. */
static inline void lm_probe_slot_begin(void)
{
}

static inline void lm_probe_slot_end(void)
{
}

#endif
