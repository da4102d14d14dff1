/* SPDX-License-Identifier: Apache-2.0 */
/* The lower half of the clock, for ports/port.h: the microseconds of the timer, in a register that
 * latches nothing. Source: RP2040 datasheet, 4.6.5. */
#ifndef LIMEN_BOARD_STAMP_H
#define LIMEN_BOARD_STAMP_H

#define TIMER_RAWL 0x40054028U

static inline uint32_t lm_port_stamp(void)
{
    return *(volatile uint32_t *)TIMER_RAWL;
}

#endif
