/* SPDX-License-Identifier: Apache-2.0 */
/* The clock, and a clock that the program can set. */
#include "core/door.h"
#include <limen/time.h>

uint64_t lm_now(void)
{
    lm_lock_key key = lm_lock();
    uint64_t now = lm_port_now();

    lm_port_unlock(key);
    return now;
}

uint64_t lm_time_get(void)
{
    lm_lock_key key = lm_lock();
    uint64_t time = lm_port_now() + lm_kernel()->time_offset;

    lm_observe_event(LM_EVENT_TIME_GET, 0, 0, (uint32_t)time);
    lm_port_unlock(key);
    return time;
}

void lm_time_set(uint64_t time)
{
    lm_lock_key key = lm_lock();

    lm_kernel()->time_offset = time - lm_port_now();
    lm_observe_event(LM_EVENT_TIME_SET, 0, 0, (uint32_t)time);
    lm_port_unlock(key);
}
