/* SPDX-License-Identifier: Apache-2.0 */
/* Timers in memory of the heap. */
#include "limen.h"
#include "timers.h"

TimerHandle_t xTimerCreate(const char *name, const TickType_t period, const BaseType_t reloads,
                           void *id, TimerCallbackFunction_t callback)
{
    StaticTimer_t *block = period != 0 ? pvPortMalloc(sizeof *block) : NULL;

    if (block == NULL) {
        return NULL;
    }
    TimerHandle_t timer = xTimerCreateStatic(name, period, reloads, id, callback, block);

    timer->is_dynamic = true;
    return timer;
}
