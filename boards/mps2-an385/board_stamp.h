/* SPDX-License-Identifier: Apache-2.0 */
/* The lower half of the clock, for ports/port.h: the up counter of the FPGAIO block, 25 MHz.
 * Source: Arm DAI 0385 (AN385), 3.7 and 4.5. */
#ifndef LIMEN_BOARD_STAMP_H
#define LIMEN_BOARD_STAMP_H

#define BOARD_COUNTER (*(volatile uint32_t *)0x40028018U)

static inline uint32_t lm_port_stamp(void)
{
    return BOARD_COUNTER;
}

#endif
