/* SPDX-License-Identifier: Apache-2.0 */
/* The scheduler and time: start, suspension, critical sections, ticks and delays. */
#include "core/link.h"
#include "limen.h"
#include <limen/board.h>

static struct {
    uint32_t depth, key;
} critical;
static uint32_t suspensions;

#pragma weak lm_freertos_idle_begin

static void begin(void)
{
    const lm_freertos_step *each = lm_freertos_steps;

    if (LM_IS_LINKED(lm_freertos_idle_begin)) {
        lm_freertos_idle_begin();
    }
    for (; *each != NULL; each++) {
        (*each)();
    }
    lm_freertos_begin_with_last();
}

void lm_freertos_begin(void)
{
    if (!lm_layer_has_started()) {
        lm_layer_begin(lm_freertos_options.tick_hz);
        lm_layer_at_start = begin;
    }
}

void vTaskStartScheduler(void)
{
    lm_freertos_begin();
    lm_layer_count_from_now(); /* however long the creations have taken */
    lm_layer_start();
}

void vTaskEndScheduler(void)
{
    lm_board_exit(0);
}

BaseType_t xTaskGetSchedulerState(void)
{
    if (LM_LAYER_STATE < LM_LAYER_RUNNING) {
        return taskSCHEDULER_NOT_STARTED;
    }
    return LM_LAYER_STATE == LM_LAYER_RUNNING ? taskSCHEDULER_RUNNING : taskSCHEDULER_SUSPENDED;
}

void vTaskSuspendAll(void)
{
    if (LM_LAYER_STATE == LM_LAYER_RUNNING) {
        lm_layer_set_state(LM_LAYER_LOCKED);
    }
    suspensions++; /* no other task runs now */
}

/* Returns: has another task run during this call? */
BaseType_t xTaskResumeAll(void)
{
    BaseType_t switches = pdFALSE;

    if (--suspensions == 0 && LM_LAYER_STATE == LM_LAYER_LOCKED) {
        uint32_t key = lm_interrupts_disable();

        lm_layer_set_state(LM_LAYER_RUNNING);
        switches = lm_freertos_switches();
        lm_interrupts_enable(key);
    }
    return switches;
}

void vPortEnterCritical(void)
{
    lm_lock_key key = lm_lock();

    if (critical.depth++ == 0) {
        critical.key = key;
    }
}

void vPortExitCritical(void)
{
    if (critical.depth > 0 && --critical.depth == 0) {
        lm_interrupts_enable(critical.key);
    }
}

void vPortYield(void)
{
    if (!lm_interrupts_are_disabled() && !lm_in_interrupt() && suspensions == 0) {
        (void)lm_thread_yield();
    }
}

TickType_t xTaskGetTickCount(void)
{
    return (uint32_t)lm_layer_ticks() + lm_freertos_options.first_tick;
}

void lm_freertos_delay(TickType_t ticks)
{
    lm_freertos_require(suspensions == 0);
    (void)lm_thread_sleep_until(ticks == portMAX_DELAY ? UINT64_MAX / 4 : lm_layer_instant(ticks));
}

void vTaskDelay(const TickType_t ticks)
{
    if (ticks != 0) {
        lm_freertos_delay(ticks);
    } else {
        lm_freertos_require(suspensions == 0);
        vPortYield();
    }
}

/* *last and the count wrap, so the distance is a signed number. */
BaseType_t xTaskDelayUntil(TickType_t *last, const TickType_t increment)
{
    TickType_t passed = xTaskGetTickCount() - *last;

    *last += increment;
    if (passed >= increment) {
        return pdFALSE;
    }
    (void)lm_thread_sleep_until(lm_layer_instant(increment - passed));
    return pdTRUE;
}

void vTaskSetTimeOutState(TimeOut_t *timeout)
{
    timeout->xOverflowCount = 0;
    timeout->xTimeOnEntering = xTaskGetTickCount();
}

BaseType_t xTaskCheckForTimeOut(TimeOut_t *timeout, TickType_t *ticks)
{
    TickType_t passed = xTaskGetTickCount() - timeout->xTimeOnEntering;

    if (*ticks == portMAX_DELAY) {
        return pdFALSE;
    }
    if (passed >= *ticks) {
        *ticks = 0;
        return pdTRUE;
    }
    *ticks -= passed;
    vTaskSetTimeOutState(timeout);
    return pdFALSE;
}
