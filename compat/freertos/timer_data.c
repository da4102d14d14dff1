/* SPDX-License-Identifier: Apache-2.0 */
/* The data about a timer that a program can read and set. */
#include "limen.h"
#include "timers.h"

BaseType_t xTimerIsTimerActive(TimerHandle_t timer)
{
    return timer->is_active;
}

TickType_t xTimerGetExpiryTime(TimerHandle_t timer)
{
    return (TickType_t)((timer->expiry - lm_layer_epoch) / lm_layer_tick) +
           lm_freertos_options.first_tick;
}

TickType_t xTimerGetPeriod(TimerHandle_t timer)
{
    return timer->period;
}

BaseType_t xTimerGetReloadMode(TimerHandle_t timer)
{
    return timer->reloads;
}

UBaseType_t uxTimerGetReloadMode(TimerHandle_t timer)
{
    return timer->reloads;
}

void vTimerSetReloadMode(TimerHandle_t timer, const BaseType_t reloads)
{
    timer->reloads = reloads != pdFALSE;
}

void *pvTimerGetTimerID(const TimerHandle_t timer)
{
    return timer->id;
}

void vTimerSetTimerID(TimerHandle_t timer, void *id)
{
    timer->id = id;
}

const char *pcTimerGetName(TimerHandle_t timer)
{
    return timer->name;
}

BaseType_t xTimerGetStaticBuffer(TimerHandle_t timer, StaticTimer_t **block)
{
    *block = timer;
    return !timer->is_dynamic;
}

void vTimerSetTimerNumber(TimerHandle_t timer, UBaseType_t number)
{
    timer->number = (uint32_t)number;
}

UBaseType_t uxTimerGetTimerNumber(TimerHandle_t timer)
{
    return timer->number;
}
