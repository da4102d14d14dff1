/* SPDX-License-Identifier: Apache-2.0 */
/* Timers. */
#include "os.h"

static bool is_timer(const osRtxTimer_t *timer)
{
    return OS_IS(timer, LM_KIND_TIMER);
}

osTimerId_t os_timer_new(osTimerFunc_t func, osTimerType_t type, void *argument,
                         const osTimerAttr_t *attr, os_limen_take *take)
{
    const struct os_attr *given = os_attr(attr);
    uint8_t owns;

    OS_REQUIRE_NO_ISR(NULL);
    OS_REQUIRE(func != NULL && (type == osTimerOnce || type == osTimerPeriodic), NULL);
    OS_REQUIRE(lm_layer_state != LM_LAYER_INACTIVE &&
                   lm_layer_timer_thread_begin(LM_LEVEL_OF(osPriorityHigh)),
               NULL);
    osRtxTimer_t *timer = os_block(given, sizeof *timer, &owns, take);

    OS_REQUIRE(timer != NULL, NULL);
    timer->owns = owns;
    timer->function = func;
    timer->argument = argument;
    timer->periodic = type == osTimerPeriodic;
    (void)lm_timer_create(&timer->native, given->name, lm_layer_timer_expire, timer);
    return timer;
}

const char *osTimerGetName(osTimerId_t timer_id)
{
    osRtxTimer_t *timer = timer_id;

    return is_timer(timer) ? os_name(&timer->native.object) : NULL;
}

osStatus_t osTimerStart(osTimerId_t timer_id, uint32_t ticks)
{
    osRtxTimer_t *timer = timer_id;

    OS_REQUIRE_NO_ISR(osErrorISR);
    OS_REQUIRE(is_timer(timer) && ticks != 0, osErrorParameter);
    lm_layer_timer_start(timer, ticks);
    return osOK;
}

osStatus_t osTimerStop(osTimerId_t timer_id)
{
    osRtxTimer_t *timer = timer_id;

    OS_REQUIRE_NO_ISR(osErrorISR);
    OS_REQUIRE(is_timer(timer), osErrorParameter);
    OS_REQUIRE(timer->active, osErrorResource);
    lm_layer_timer_stop(timer);
    return osOK;
}

uint32_t osTimerIsRunning(osTimerId_t timer_id)
{
    osRtxTimer_t *timer = timer_id;

    return !os_in_interrupt() && is_timer(timer) && timer->active;
}

osStatus_t osTimerDelete(osTimerId_t timer_id)
{
    osRtxTimer_t *timer = timer_id;

    OS_REQUIRE_NO_ISR(osErrorISR);
    OS_REQUIRE(is_timer(timer), osErrorParameter);
    lm_layer_timer_stop(timer);
    (void)lm_timer_delete(&timer->native);
    os_give(timer, NULL, timer->owns);
    return osOK;
}
