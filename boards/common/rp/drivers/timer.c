/* SPDX-License-Identifier: Apache-2.0 */
/* Alarm 1 of the timer of the RP2040 or RP2350, for drivers. It compares for equality, so if an
 * instant passes while it is written, the driver pends the interrupt by software. Source: RP2040
 * datasheet, 4.6; RP2350 datasheet, 12.8. */
#include "board.h"
#include "board_stamp.h"
#include "hardware.h"
#include "registers.h"

#define TIMER_ALARM1 REGISTER(TIMER_ALARM(1))

enum { ALARM1 = 1 << 1 };

const uint32_t board_timer_longest = UINT32_MAX / 2;

void BOARD_TIMER_HANDLER(void);

void board_timer_prepare(unsigned urgency)
{
    REGISTER(TIMER_ARMED) = ALARM1; /* writing 1 disarms */
    REGISTER(TIMER_INTR) = ALARM1;
    SET_BITS(TIMER_INTE) = ALARM1;
    board_interrupt_enable(TIMER_IRQ_1, urgency);
}

void board_timer_set(uint32_t ticks)
{
    uint32_t begin = lm_port_stamp();

    REGISTER(TIMER_ARMED) = ALARM1;
    TIMER_ALARM1 = begin + ticks;
    if (lm_port_stamp() - begin >= ticks) {
        board_interrupt_pend(TIMER_IRQ_1);
    }
}

void BOARD_TIMER_HANDLER(void)
{
    REGISTER(TIMER_ARMED) = ALARM1;
    REGISTER(TIMER_INTR) = ALARM1;
    board_timer_expired();
}
