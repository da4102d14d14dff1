/* SPDX-License-Identifier: Apache-2.0 */
/* Timers. */
#include "os.h"

osTimerId_t os_timer_new(osTimerFunc_t func, osTimerType_t type, void *argument,
                         const osTimerAttr_t *attr, os_limen_take *take)
{
    const struct os_attr *given = os_attr(attr);
    struct lm_layer_parts parts;

    OS_REQUIRE_NO_ISR(NULL);
    OS_REQUIRE(lm_core_self() == 0, NULL); /* it has the thread of timers */
    OS_REQUIRE(func != NULL && (type == osTimerOnce || type == osTimerPeriodic), NULL);
    OS_REQUIRE(
        LM_LAYER_STATE != LM_LAYER_INACTIVE &&
            lm_layer_timer_thread_begin((uint16_t)LM_LEVEL_OF(os_limen_options.timer_priority),
                                        os_limen_timer_stack.area, os_limen_timer_stack.bytes),
        NULL);
    osTimerId_t timer = os_block(&parts, given, sizeof *timer, 0, take);

    OS_REQUIRE(timer != NULL, NULL);
    timer->owns = parts.owns;
    timer->function = func;
    timer->argument = argument;
    timer->periodic = type == osTimerPeriodic;
    (void)lm_timer_create(&timer->native, given->name, lm_layer_timer_expire, timer);
    return timer;
}

/* Does the handle point to a timer? For each of them the kernel calls the same function. */
static bool is_timer(osTimerId_t timer)
{
    return timer != NULL && lm_object_kind(OS_OBJECT(timer)) == LM_KIND_TIMER &&
           timer->native.function == lm_layer_timer_expire;
}

const char *osTimerGetName(osTimerId_t timer)
{
    return is_timer(timer) ? os_name(OS_OBJECT(timer)) : NULL;
}

osStatus_t osTimerStart(osTimerId_t timer, uint32_t ticks)
{
    OS_REQUIRE_OK(os_check(is_timer(timer)));
    OS_REQUIRE(ticks != 0, osErrorParameter);
    lm_layer_timer_start(timer, ticks);
    return osOK;
}

osStatus_t osTimerStop(osTimerId_t timer)
{
    OS_REQUIRE_OK(os_check(is_timer(timer)));
    OS_REQUIRE(timer->active, osErrorResource);
    lm_layer_timer_stop(timer);
    return osOK;
}

uint32_t osTimerIsRunning(osTimerId_t timer)
{
    return os_check(is_timer(timer)) == osOK && timer->active;
}

osStatus_t osTimerDelete(osTimerId_t timer)
{
    OS_REQUIRE_OK(os_check(is_timer(timer)));
    lm_layer_timer_stop(timer);
    (void)lm_timer_delete(&timer->native);
    os_give(timer, NULL, timer->owns);
    return osOK;
}
