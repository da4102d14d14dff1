/* SPDX-License-Identifier: Apache-2.0 */
/* Clock and alarm: TIMER0 of the nRF51 and nRF52, 32 bits at 16 MHz, extended to 64 bits.
 *
 * Source: Nordic, nRF51 Series Reference Manual 3.0, 18.
 */
#include "board.h"
#include "board_stamp.h"
#include "port.h"
#include "time/alarm.h"
#include "wide_counter.h"
#include <limen/kernel.h>

enum { BITS_32 = 3, TIMER0_IRQ = 8, ALARM_INTERRUPT = 1 << 16 };

static struct wide_counter counter;

void lm_port_clock_init(void)
{
    BOARD_TIMER->stop = 1;
    BOARD_TIMER->bit_mode = BITS_32;
    BOARD_TIMER->prescaler = 0;
    BOARD_TIMER->clear = 1;
    BOARD_TIMER->start = 1;
    counter = (struct wide_counter){0};
    lm_port_set_alarm(LM_NEVER);
    BOARD_TIMER->compared[BOARD_ALARM] = 0; /* the count starts at 0, where the register was */
    BOARD_TIMER->interrupt_set = ALARM_INTERRUPT;
    board_interrupt_enable(TIMER0_IRQ, LM_BOARD_ALARM_URGENCY);
}

uint64_t lm_port_now(void)
{
    return wide_counter_update(&counter, lm_port_stamp());
}

/* The timer compares for equality. An instant that passes while it is written would expire only
 * after a full period of the counter. */
void lm_port_set_alarm(uint64_t instant)
{
    uint64_t now = lm_port_now();
    uint64_t latest = now + wide_counter_longest;
    uint64_t next = instant < latest ? instant : latest;

    BOARD_TIMER->compare[BOARD_ALARM] = (uint32_t)next;
    if (next <= lm_port_now()) {
        board_interrupt_pend(TIMER0_IRQ);
    }
}

void board_alarm_handler(void)
{
    (void)lm_port_stamp(); /* advances the count of QEMU, which otherwise compares equal once
                            * more */
    BOARD_TIMER->compared[BOARD_ALARM] = 0;
    lm_interrupt_enter(LM_BOARD_LINES);
    lm_alarm(); /* even if it expires only to read the counter: it sets the alarm again */
    lm_interrupt_exit(LM_BOARD_LINES);
}
