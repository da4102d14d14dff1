/* SPDX-License-Identifier: Apache-2.0 */
/* Marks where the work of a tick begins and ends. A build that shows this on pins has its own
 * header of this name, in a folder that precedes this one on the include path. These marks do
 * nothing. */
#ifndef LIMEN_TICK_PROBE_H
#define LIMEN_TICK_PROBE_H

/* A tick examines its threads. Context: the alarm's interrupt or the tick's thread. */
static inline void lm_probe_scan_begin(void)
{
}

static inline void lm_probe_scan_end(void)
{
}

/* A thread enters the ready queue. Context: the kernel lock. */
static inline void lm_probe_slot_begin(void)
{
}

static inline void lm_probe_slot_end(void)
{
}

#endif
