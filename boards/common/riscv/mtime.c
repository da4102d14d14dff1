/* SPDX-License-Identifier: Apache-2.0 */
/* Clock and alarm: mtime, a counter of 64 bits, and mtimecmp, whose interrupt is pending while
 * mtime >= mtimecmp. One mtimecmp serves the alarm of the kernel and the timer of the drivers.
 *
 * A hart of 32 bits writes mtimecmp in two halves. In between, the upper half is all ones, so that
 * no intermediate value is an instant that has passed.
 *
 * Source: The RISC-V Instruction Set Manual, Volume II: Privileged Architecture, 3.2.1.
 */
#include "board.h"
#include "port.h"
#include "time/alarm.h"
#include <limen/kernel.h>
#include <limen/time.h>

enum { LONGEST = 0x7FFFFFFF };

#define MTIME ((volatile uint32_t *)BOARD_MTIME)
#define MTIMECMP ((volatile uint32_t *)BOARD_OF_THIS_HART(BOARD_MTIMECMP, 8))

static LM_PORT_INSTANCE uint64_t instants[BOARD_SOURCES];

static uint64_t earliest(void)
{
    uint64_t alarm = instants[BOARD_SOURCE_ALARM], timer = instants[BOARD_SOURCE_TIMER];

    return alarm < timer ? alarm : timer;
}

static void set_compare(uint64_t instant)
{
    MTIMECMP[1] = UINT32_MAX;
    MTIMECMP[0] = (uint32_t)instant;
    MTIMECMP[1] = (uint32_t)(instant >> 32);
}

static void board_alarm_handler(unsigned source)
{
    lm_interrupt_enter(source);
    lm_alarm(); /* even if it expires only to read the counter: it sets the alarm again */
    lm_interrupt_exit(source);
}

void lm_port_clock_init(void)
{
    instants[BOARD_SOURCE_TIMER] = UINT64_MAX;
    if (LM_CORES_OR(lm_port_core() == 0, true)) { /* one clock for all */
        MTIME[0] = 0;
        MTIME[1] = 0;
        MTIME[0] = 0;
    }
    board_source_attach(BOARD_SOURCE_ALARM, LM_BOARD_ALARM_URGENCY, board_alarm_handler);
    lm_port_set_alarm(LM_NEVER);
    board_machine_interrupt_enable(BOARD_MACHINE_TIMER);
}

uint64_t lm_port_now(void)
{
    uint32_t high, low;

    do {
        high = MTIME[1];
        low = MTIME[0];
    } while (high != MTIME[1]);
    return (uint64_t)high << 32 | low;
}

/* In between, the lower half is 0, so that no intermediate value is later than both. */
void lm_port_clock_advance(uint64_t ticks)
{
    uint64_t now = lm_port_now() + ticks;

    MTIME[0] = 0;
    MTIME[1] = (uint32_t)(now >> 32);
    MTIME[0] = (uint32_t)now;
}

void board_mtime_set(unsigned source, uint64_t instant)
{
    instants[source] = instant;
    set_compare(earliest());
}

void lm_port_set_alarm(uint64_t instant)
{
    uint64_t longest = lm_port_now() + LONGEST;

    board_mtime_set(BOARD_SOURCE_ALARM, instant < longest ? instant : longest);
}

static void find_if_due(unsigned source, uint64_t now)
{
    if (instants[source] <= now) {
        instants[source] = UINT64_MAX;
        board_source_found(source);
    }
}

void board_mtime_expired(void)
{
    uint64_t now = lm_port_now();

    find_if_due(BOARD_SOURCE_ALARM, now);
    find_if_due(BOARD_SOURCE_TIMER, now);
    set_compare(earliest());
}
