/* SPDX-License-Identifier: Apache-2.0 */
/* Shows the tick of the kernel at pins 18 and 17. It replaces
 * layers/cyclic/probe/tick_probe.h. */
#ifndef LIMEN_TICK_PROBE_H
#define LIMEN_TICK_PROBE_H

#include "pins.h"

enum { PROBE_SLOT = 1 << 17, PROBE_SCAN = 1 << 18 };

static inline void lm_probe_scan_begin(void)
{
    pins_set(PROBE_SCAN);
}

static inline void lm_probe_scan_end(void)
{
    pins_clear(PROBE_SCAN);
}

static inline void lm_probe_slot_begin(void)
{
    pins_set(PROBE_SLOT);
}

static inline void lm_probe_slot_end(void)
{
    pins_clear(PROBE_SLOT);
}

#endif
