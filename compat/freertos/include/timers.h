/* SPDX-License-Identifier: Apache-2.0 */
/* Software timers: their functions run in the timer task, which also executes the commands. */
#ifndef TIMERS_H
#define TIMERS_H

#include "task.h"

LM_LAYER_C_BEGIN

typedef struct tmrTimerControl *TimerHandle_t;
typedef void (*TimerCallbackFunction_t)(TimerHandle_t timer);
typedef void (*PendedFunction_t)(void *first, uint32_t second);

#define tmrCOMMAND_EXECUTE_CALLBACK_FROM_ISR ((BaseType_t)-2)
#define tmrCOMMAND_EXECUTE_CALLBACK ((BaseType_t)-1)
#define tmrCOMMAND_START_DONT_TRACE ((BaseType_t)0)
#define tmrCOMMAND_START ((BaseType_t)1)
#define tmrCOMMAND_RESET ((BaseType_t)2)
#define tmrCOMMAND_STOP ((BaseType_t)3)
#define tmrCOMMAND_CHANGE_PERIOD ((BaseType_t)4)
#define tmrCOMMAND_DELETE ((BaseType_t)5)
#define tmrFIRST_FROM_ISR_COMMAND ((BaseType_t)6)
#define tmrCOMMAND_START_FROM_ISR ((BaseType_t)6)
#define tmrCOMMAND_RESET_FROM_ISR ((BaseType_t)7)
#define tmrCOMMAND_STOP_FROM_ISR ((BaseType_t)8)
#define tmrCOMMAND_CHANGE_PERIOD_FROM_ISR ((BaseType_t)9)

TimerHandle_t xTimerCreate(const char *name, const uint32_t period, const BaseType_t reloads,
                           void *id, TimerCallbackFunction_t callback);
TimerHandle_t xTimerCreateStatic(const char *name, const uint32_t period, const BaseType_t reloads,
                                 void *id, TimerCallbackFunction_t callback, StaticTimer_t *block);
BaseType_t xTimerGenericCommand(TimerHandle_t timer, const BaseType_t command, const uint32_t value,
                                BaseType_t *woken, const uint32_t ticks);
#if LM_FREERTOS_TICK_BITS != 32
static inline BaseType_t lm_freertos_command(TimerHandle_t timer, BaseType_t command,
                                             TickType_t value, BaseType_t *woken, TickType_t ticks)
{
    bool has_period =
        command == tmrCOMMAND_CHANGE_PERIOD || command == tmrCOMMAND_CHANGE_PERIOD_FROM_ISR;

    return xTimerGenericCommand(timer, command,
                                has_period ? lm_freertos_clip(value) : lm_freertos_count_32(value),
                                woken, lm_freertos_limit(ticks));
}
#define xTimerGenericCommand(timer, command, value, woken, ticks)                                  \
    lm_freertos_command(timer, command, value, woken, ticks)
#define xTimerCreate(name, period, reloads, id, callback)                                          \
    xTimerCreate(name, lm_freertos_clip(period), reloads, id, callback)
#define xTimerCreateStatic(name, period, reloads, id, callback, block)                             \
    xTimerCreateStatic(name, lm_freertos_clip(period), reloads, id, callback, block)
#endif
LM_FREERTOS_INLINE(BaseType_t, xTimerGenericCommandFromTask,
                   (TimerHandle_t timer, const BaseType_t command, const TickType_t value,
                    BaseType_t *const woken, const TickType_t ticks),
                   return xTimerGenericCommand(timer, command, value, woken, ticks))
LM_FREERTOS_INLINE(BaseType_t, xTimerGenericCommandFromISR,
                   (TimerHandle_t timer, const BaseType_t command, const TickType_t value,
                    BaseType_t *const woken, const TickType_t ticks),
                   return xTimerGenericCommand(timer, command, value, woken, ticks))
BaseType_t xTimerPendFunctionCall(PendedFunction_t function, void *first, uint32_t second,
                                  uint32_t ticks);
BaseType_t xTimerPendFunctionCallFromISR(PendedFunction_t function, void *first, uint32_t second,
                                         BaseType_t *woken);
BaseType_t xTimerIsTimerActive(TimerHandle_t timer);
uint32_t xTimerGetExpiryTime(TimerHandle_t timer);
uint32_t xTimerGetPeriod(TimerHandle_t timer);
BaseType_t xTimerGetReloadMode(TimerHandle_t timer);
UBaseType_t uxTimerGetReloadMode(TimerHandle_t timer);
void vTimerSetReloadMode(TimerHandle_t timer, const BaseType_t reloads);
void *pvTimerGetTimerID(const TimerHandle_t timer);
void vTimerSetTimerID(TimerHandle_t timer, void *id);
const char *pcTimerGetName(TimerHandle_t timer);
TaskHandle_t xTimerGetTimerDaemonTaskHandle(void);
BaseType_t xTimerGetStaticBuffer(TimerHandle_t timer, StaticTimer_t **block);
void vTimerSetTimerNumber(TimerHandle_t timer, UBaseType_t number);
UBaseType_t uxTimerGetTimerNumber(TimerHandle_t timer);
#if LM_FREERTOS_TICK_BITS != 32
#define xTimerPendFunctionCall(function, first, second, ticks)                                     \
    xTimerPendFunctionCall(function, first, second, lm_freertos_limit(ticks))
#define xTimerGetExpiryTime(timer) lm_freertos_count_near(xTimerGetExpiryTime(timer))
#endif
LM_FREERTOS_INLINE(void, vTimerResetState, (void), ) /* a run begins without timers */

#define xTimerStart(t, ticks)                                                                      \
    xTimerGenericCommand(t, tmrCOMMAND_START, xTaskGetTickCount(), NULL, ticks)
#define xTimerReset(t, ticks)                                                                      \
    xTimerGenericCommand(t, tmrCOMMAND_RESET, xTaskGetTickCount(), NULL, ticks)
#define xTimerStop(t, ticks) xTimerGenericCommand(t, tmrCOMMAND_STOP, 0, NULL, ticks)
#define xTimerChangePeriod(t, period, ticks)                                                       \
    xTimerGenericCommand(t, tmrCOMMAND_CHANGE_PERIOD, period, NULL, ticks)
#define xTimerDelete(t, ticks) xTimerGenericCommand(t, tmrCOMMAND_DELETE, 0, NULL, ticks)
#define xTimerStartFromISR(t, w)                                                                   \
    xTimerGenericCommand(t, tmrCOMMAND_START, xTaskGetTickCount(), w, 0)
#define xTimerResetFromISR(t, w)                                                                   \
    xTimerGenericCommand(t, tmrCOMMAND_RESET, xTaskGetTickCount(), w, 0)
#define xTimerStopFromISR(t, w) xTimerGenericCommand(t, tmrCOMMAND_STOP, 0, w, 0)
#define xTimerChangePeriodFromISR(t, period, w)                                                    \
    xTimerGenericCommand(t, tmrCOMMAND_CHANGE_PERIOD, period, w, 0)

LM_LAYER_C_END

#endif
