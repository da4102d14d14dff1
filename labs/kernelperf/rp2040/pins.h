/* SPDX-License-Identifier: Apache-2.0 */
/* The pins of the RP2040: one store each. */
#ifndef KERNELPERF_PINS_H
#define KERNELPERF_PINS_H

#include <limen/rp2040.h>

enum { COUNT_SHORTENED = 1 };

static inline void pins_set(uint32_t pins)
{
    lm_rp2040_pins_set(pins);
}

static inline void pins_clear(uint32_t pins)
{
    lm_rp2040_pins_clear(pins);
}

#endif
