/* SPDX-License-Identifier: Apache-2.0 */
/* The pins of the RP2040: one store each. In a program for both cores, core 1 has the pins from 2
 * on instead of 16 on. Choosing them takes four cycles more on each core. */
#ifndef KERNELPERF_PINS_H
#define KERNELPERF_PINS_H

#include <limen/library.h>
#include <limen/rp2040.h>
#include <limen_port.h>

enum { COUNT_SHORTENED = 1 };

enum { PINS_DOWN = 14 };

static inline uint32_t pins_of_core(uint32_t pins)
{
    return LM_CORES_OR(pins >> lm_port_core() * PINS_DOWN, pins);
}

static inline void pins_set(uint32_t pins)
{
    lm_rp2040_pins_set(pins_of_core(pins));
}

static inline void pins_clear(uint32_t pins)
{
    lm_rp2040_pins_clear(pins_of_core(pins));
}

#endif
