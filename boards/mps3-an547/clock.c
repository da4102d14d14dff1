/* SPDX-License-Identifier: Apache-2.0 */
/* Clock and alarm: the system counter, and TIMER0 of the subsystem. */
#include "board.h"
#include "port.h"
#include "sse.h"
#include "time/alarm.h"
#include <limen/kernel.h>
#include <limen/time.h>

enum { TIMER0_IRQ = 3 };

static const uint64_t longest = (uint64_t)1 << 62;

void lm_port_clock_init(void)
{
    SSE_TIMER0->control = SSE_OFF;
    SSE_COUNTER->control = SSE_OFF;
    SSE_COUNTER->low = 0;
    SSE_COUNTER->high = 0;
    SSE_COUNTER->control = SSE_ON;
    board_interrupt_enable(TIMER0_IRQ, LM_BOARD_ALARM_URGENCY);
}

uint64_t lm_port_now(void)
{
    uint32_t high, low;

    do {
        high = SSE_TIMER0->now_high;
        low = SSE_TIMER0->now_low;
    } while (high != SSE_TIMER0->now_high);
    return (uint64_t)high << 32 | low;
}

/* The counter can be written only while it stands still. It continues at an instant to which timers
 * can be set, or they would end the emulation, see sse.h. */
void lm_port_clock_advance(uint64_t ticks)
{
    uint64_t now = sse_rounded(lm_port_now() + ticks);

    SSE_COUNTER->control = SSE_OFF;
    SSE_COUNTER->low = (uint32_t)now;
    SSE_COUNTER->high = (uint32_t)(now >> 32);
    SSE_COUNTER->control = SSE_ON;
}

void lm_port_set_alarm(uint64_t instant)
{
    sse_timer_set(SSE_TIMER0, instant < longest ? instant : longest);
}

void board_alarm_handler(void)
{
    SSE_TIMER0->control = SSE_OFF;
    lm_interrupt_enter(LM_BOARD_LINES);
    lm_alarm();
    lm_interrupt_exit(LM_BOARD_LINES);
}
