/* SPDX-License-Identifier: Apache-2.0 */
/* The lower half of the clock, for ports/port.h: the microseconds of TIMER0, in a register that
 * latches nothing. Source: RP2350 datasheet, 12.8.5. */
#ifndef LIMEN_BOARD_STAMP_H
#define LIMEN_BOARD_STAMP_H

#include <stdint.h>

#define TIMER_RAWL 0x400B0028U

static inline uint32_t lm_port_stamp(void)
{
    return *(volatile uint32_t *)TIMER_RAWL;
}

#endif
