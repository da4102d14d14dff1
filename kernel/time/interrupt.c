/* SPDX-License-Identifier: Apache-2.0 */
/* The interrupt of the alarm. Each program has it, because the clocks of most boards need it. Only
 * programs that set alarms have the functions that it calls: see core/link.h and alarm.c. */
#include "core/link.h"
#include "observe/observe.h"
#include "time/alarm.h"

#pragma weak lm_alarm_serve

static __attribute__((noinline)) void set_again(void)
{
    lm_port_take_lock();
    if (LM_TRACED && !LM_PORT_TIME_LEAPS) {
        lm_trace_mark();
    }
    lm_port_set_alarm(LM_NEVER);
    lm_port_unlock(0);
}

void lm_alarm(void)
{
    if (LM_IS_LINKED(lm_alarm_serve)) {
        lm_alarm_serve();
    } else {
        set_again();
    }
}
