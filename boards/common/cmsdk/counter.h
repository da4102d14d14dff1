/* SPDX-License-Identifier: Apache-2.0 */
/* The lower half of the clock, for ports/port.h: the up counter of the FPGAIO block, at the rate of
 * the processor. Source: Arm DAI 0385 (AN385), 3.7 and 4.5. */
#ifndef LIMEN_BOARD_COUNTER_H
#define LIMEN_BOARD_COUNTER_H

#include <stdint.h>

#define BOARD_COUNTER (*(volatile uint32_t *)(BOARD_FPGAIO + 0x18U))

static inline uint32_t lm_port_stamp(void)
{
    return BOARD_COUNTER;
}

#endif
