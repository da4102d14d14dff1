/* SPDX-License-Identifier: Apache-2.0 */
/* Clock and alarm of the kernel on an RP2040 or RP2350: the 64-bit timer, which counts
 * microseconds, and its alarm 0. Of two cores the second one has alarm 1.
 *
 * The alarm compares the lower 32 bits for equality. An instant that has passed would expire a
 * period of the counter later, and an instant more than a period ahead would expire too early. In
 * the first case the code forces the interrupt; in the second case the alarm expires in between.
 *
 * Source: RP2040 datasheet, 4.6; RP2350 datasheet, 12.8.
 */
#include "board.h"
#include "board_stamp.h"
#include "port.h"
#include "registers.h"
#include "time/alarm.h"
#include <limen/kernel.h>

/* The kernel must be called twice in 2^32 ticks. */
static const uint64_t longest = UINT32_MAX / 2;

/* The alarm of this core, and its bit. */
#define ALARM LM_CORES_OR(lm_port_core(), 0U)
#define ALARM_BIT (1U << ALARM)

static void silence(void)
{
    REGISTER(TIMER_ARMED) = ALARM_BIT; /* writing 1 disarms */
    REGISTER(TIMER_INTR) = ALARM_BIT;
    CLEAR_BITS(TIMER_INTF) = ALARM_BIT;
}

static void start_clock(void)
{
    board_release(RESET_TIMER);
    REGISTER(TIMER_TIMELW) = 0;
    REGISTER(TIMER_TIMEHW) = 0; /* sets both */
    REGISTER(TIMER_INTE) = ALARM_BIT;
}

void lm_port_clock_init(void)
{
    if (ALARM == 0) {
        start_clock();
    } else { /* one clock for both cores */
        SET_BITS(TIMER_INTE) = ALARM_BIT;
    }
    board_interrupt_enable(IRQ_TIMER_0 + ALARM, LM_BOARD_ALARM_URGENCY);
    lm_port_set_alarm(LM_NEVER);
}

uint64_t lm_port_now(void)
{
    uint32_t high = REGISTER(TIMER_RAWH);
    uint32_t low = lm_port_stamp();

    if (REGISTER(TIMER_RAWH) != high) { /* low has just wrapped, before or after it was read */
        high = REGISTER(TIMER_RAWH);
        low = lm_port_stamp();
    }
    return (uint64_t)high << 32 | low;
}

void lm_port_clock_advance(uint64_t ticks)
{
    uint64_t now = lm_port_now() + ticks;

    REGISTER(TIMER_TIMELW) = (uint32_t)now;
    REGISTER(TIMER_TIMEHW) = (uint32_t)(now >> 32); /* sets both */
}

void lm_port_set_alarm(uint64_t instant)
{
    uint64_t latest = lm_port_now() + longest;
    uint64_t next = instant < latest ? instant : latest;

    silence();
    REGISTER(NVIC_ICPR) = ALARM_BIT << IRQ_TIMER_0; /* the NVIC keeps an alarm pending that this
                                              * replaces */
    REGISTER(TIMER_ALARM(ALARM)) = (uint32_t)next;
    if (next <= lm_port_now()) {
        SET_BITS(TIMER_INTF) = ALARM_BIT;
    }
}

void board_alarm_handler(void)
{
    silence();
    lm_interrupt_enter(LM_BOARD_LINES);
    lm_alarm(); /* even if it expires only to be set again */
    lm_interrupt_exit(LM_BOARD_LINES);
}
