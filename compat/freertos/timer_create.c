/* SPDX-License-Identifier: Apache-2.0 */
/* Timers in memory of the heap. */
#include "limen.h"
#include "timers.h"

TimerHandle_t xTimerCreate(const char *name, const TickType_t period, const BaseType_t reloads,
                           void *id, TimerCallbackFunction_t callback)
{
    StaticTimer_t *block = period != 0 ? pvPortMalloc(sizeof *block) : NULL;

    if (block != NULL) {
        (void)xTimerCreateStatic(name, period, reloads, id, callback, block);
        block->is_dynamic = true;
    }
    return block;
}
