/* SPDX-License-Identifier: Apache-2.0 */
/* Makes up for a sleep in which the clock stood still. Only programs with such a sleep contain this
 * file, on boards whose clock can be set. */
#include "core/link.h"
#include "observe/ring.h"
#include "time/alarm.h"
#include <limen/idle_hook.h>

LM_LINK(lm_idle_until); /* and with it the alarm */

void lm_idle_make_up(uint64_t ticks)
{
    struct lm_cpu *cpu = lm_cpu();
    lm_lock_key key = lm_port_lock();
    uint64_t before = lm_port_now();

    if (ticks != 0) {
        lm_port_clock_advance(ticks);
        if (LM_TRACED && !LM_PORT_TIME_LEAPS) {
            lm_trace_leap(before);
        }
        lm_alarm_set(cpu, lm_alarm_next_instant(cpu));
    }
    lm_port_unlock(key);
}
