/* SPDX-License-Identifier: Apache-2.0 */
/* Adds ticks in which the clock was stopped. Only programs with such a call contain this file. */
#include "limen.h"
#include <limen/idle_hook.h>

void vTaskStepTick(TickType_t ticks)
{
    lm_idle_make_up((uint64_t)ticks * lm_layer_tick);
}

/* Tasks whose delays have passed run at the next alarm, which is due at once. */
BaseType_t xTaskCatchUpTicks(TickType_t ticks)
{
    vTaskStepTick(ticks);
    return pdFALSE;
}

eSleepModeStatus eTaskConfirmSleepModeStatus(void)
{
    uint64_t until = lm_idle_until();

    if (until == UINT64_MAX) {
        return eNoTasksWaitingTimeout;
    }
    return until <= lm_now() ? eAbortSleep : eStandardSleep;
}
