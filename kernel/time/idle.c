/* SPDX-License-Identifier: Apache-2.0 */
/* The instant until which the idle processor may sleep. */
#include "core/link.h"
#include "time/alarm.h"
#include <limen/idle_hook.h>

LM_LINK(lm_alarm_init); /* for a program that otherwise waits for no instant */

uint64_t lm_idle_until(void)
{
    lm_lock_key key = lm_port_lock();
    struct lm_cpu *cpu = lm_cpu();

    if (cpu->slice_end != LM_NEVER && cpu->running->slice == NULL) { /* a thread before had one */
        cpu->on_slice_end(cpu, lm_port_now());
        lm_alarm_update(cpu);
    }
    uint64_t instant = lm_alarm_next_instant(cpu);

    lm_port_unlock(key);
    return instant;
}
