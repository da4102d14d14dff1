/* SPDX-License-Identifier: Apache-2.0 */
/* The timer for drivers: TIMER1 of the subsystem. */
#include "board.h"
#include "hardware.h"
#include "port.h"
#include "sse.h"

enum { TIMER1_IRQ = 4 };

const uint32_t board_timer_longest = UINT32_MAX;

void board_timer_prepare(unsigned urgency)
{
    SSE_TIMER1->control = SSE_OFF;
    board_interrupt_enable(TIMER1_IRQ, urgency);
}

void board_timer_set(uint32_t ticks)
{
    sse_timer_set(SSE_TIMER1, lm_port_now() + ticks);
}

void board_timer_handler(void)
{
    SSE_TIMER1->control = SSE_OFF;
    board_timer_expired();
}
