/* SPDX-License-Identifier: Apache-2.0 */
/* The timer of the drivers on the host. */
#include "hardware.h"
#include "host.h"
#include <limen/time.h>

enum { LINE = LM_HOST_FIRST_DEVICE + 1 };
_Static_assert((unsigned)LINE == (unsigned)BOARD_TIMER_INTERRUPT, "as the trace numbers it");

void board_timer_start(unsigned urgency, struct lm_irq *irq)
{
    lm_host.lines[LINE].urgency = urgency;
    lm_host.lines[LINE].handler = lm_irq_serve;
    lm_host.lines[LINE].argument = irq;
}

uint64_t board_timer_arm(uint64_t delay)
{
    uint64_t due = lm_now() + delay;

    lm_host_device_start(LINE, due);
    return due;
}
