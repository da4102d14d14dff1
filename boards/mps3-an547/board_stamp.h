/* SPDX-License-Identifier: Apache-2.0 */
/* The lower half of the clock, for ports/port.h: the system counter, as TIMER0 shows it. */
#ifndef LIMEN_BOARD_STAMP_H
#define LIMEN_BOARD_STAMP_H

#include "sse.h"

static inline uint32_t lm_port_stamp(void)
{
    return SSE_TIMER0->now_low;
}

#endif
