/* SPDX-License-Identifier: Apache-2.0 */
/* The timer for drivers: the second instant of mtime.c. */
#include "board.h"
#include "hardware.h"
#include "port.h"

const uint32_t board_timer_longest = UINT32_MAX;

static void serve(unsigned source)
{
    (void)source;
    board_timer_expired();
}

void board_timer_prepare(unsigned urgency)
{
    board_source_attach(BOARD_SOURCE_TIMER, urgency, serve);
}

void board_timer_set(uint32_t ticks)
{
    lm_lock_key key = lm_port_lock();

    board_mtime_set(BOARD_SOURCE_TIMER, lm_port_now() + ticks);
    lm_port_unlock(key);
}
