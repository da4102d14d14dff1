/* SPDX-License-Identifier: Apache-2.0 */
/* The scheduler and time: start, suspension, critical sections, ticks and delays. */
#include "limen.h"
#include <limen/board.h>

uint32_t lm_freertos_tick;
bool lm_freertos_is_started;

static uint32_t critical_depth;
static uint32_t critical_key;
static uint32_t suspensions;
static struct lm_timer ticker;
static struct lm_thread idle;

void lm_freertos_begin(void)
{
    if (lm_freertos_tick == 0) {
        lm_freertos_tick = (uint32_t)(LM_CLOCK_HZ / lm_freertos_options.tick_hz);
        lm_kernel_init();
    }
}

unsigned lm_freertos_level(UBaseType_t priority)
{
    unsigned last = lm_freertos_options.priorities - 1U;

    return priority > last ? 0 : last - (unsigned)priority;
}

static void tick(void *argument)
{
    (void)argument;
    lm_freertos_options.tick_hook();
}

static void run_idle_hook(void *argument)
{
    (void)argument;
    for (;;) {
        lm_freertos_options.idle_hook();
        (void)lm_thread_yield();
    }
}

static void overflowed(struct lm_thread *thread)
{
    TaskHandle_t task = lm_freertos_task_of(thread);

    if (task != NULL) {
        lm_freertos_options.stack_overflow_hook(task, lm_freertos_name(task));
    }
}

static void begin_hooks(void)
{
    const struct lm_freertos_options *options = &lm_freertos_options;

    if (options->tick_hook != NULL) {
        (void)lm_timer_create(&ticker, "tick", tick, NULL);
        (void)lm_timer_start(&ticker, LM_UNTIL(lm_freertos_instant(1)), lm_freertos_tick);
    }
    if (options->idle_hook != NULL) {
        (void)lm_thread_create(&idle,
                               &(struct lm_thread_config){
                                   .name = "IDLE",
                                   .entry = run_idle_hook,
                                   .stack = options->idle_stack,
                                   .stack_bytes = options->idle_stack_bytes,
                                   .priority = (uint16_t)lm_freertos_level(tskIDLE_PRIORITY),
                                   .threshold = (uint16_t)lm_freertos_level(tskIDLE_PRIORITY),
                               });
    }
    if (options->stack_overflow_hook != NULL) {
        lm_stack_check(overflowed);
    }
}

void vTaskStartScheduler(void)
{
    lm_freertos_begin();
    begin_hooks();
    lm_freertos_is_started = true;
    lm_kernel_start();
}

void vTaskEndScheduler(void)
{
    lm_board_exit(0);
}

BaseType_t xTaskGetSchedulerState(void)
{
    if (!lm_freertos_is_started) {
        return taskSCHEDULER_NOT_STARTED;
    }
    return suspensions != 0 ? taskSCHEDULER_SUSPENDED : taskSCHEDULER_RUNNING;
}

void vTaskSuspendAll(void)
{
    if (lm_freertos_is_started) {
        (void)lm_preempt_disable();
    }
    suspensions++;
}

/* Did the call switch? A switch changes the instant at which the caller runs again, which nobody
 * can tell here: the answer is no, as in FreeRTOS when the caller is still the most urgent task. */
BaseType_t xTaskResumeAll(void)
{
    suspensions--;
    if (lm_freertos_is_started) {
        (void)lm_preempt_enable();
    }
    return pdFALSE;
}

void vPortEnterCritical(void)
{
    uint32_t key = lm_interrupts_disable();

    if (critical_depth++ == 0) {
        critical_key = key;
    }
}

void vPortExitCritical(void)
{
    if (critical_depth > 0 && --critical_depth == 0) {
        lm_interrupts_enable(critical_key);
    }
}

BaseType_t xPortIsInsideInterrupt(void)
{
    return lm_in_interrupt() ? pdTRUE : pdFALSE;
}

void vPortYield(void)
{
    if (!lm_interrupts_are_disabled() && !lm_in_interrupt() && suspensions == 0) {
        (void)lm_thread_yield();
    }
}

static uint64_t now_ticks(void)
{
    return lm_freertos_tick == 0 ? 0 : lm_now() / lm_freertos_tick;
}

uint64_t lm_freertos_instant(TickType_t ticks)
{
    return (now_ticks() + ticks) * lm_freertos_tick;
}

lm_timeout lm_freertos_until(TickType_t ticks)
{
    return LM_UNTIL(lm_freertos_instant(ticks));
}

TickType_t xTaskGetTickCount(void)
{
    return (TickType_t)now_ticks();
}

/* A delay that a suspension interrupts is over. */
static void sleep_until(uint64_t instant)
{
    (void)lm_freertos_waits_again(lm_thread_sleep_until(instant));
}

void vTaskDelay(const TickType_t ticks)
{
    if (ticks == 0) {
        vPortYield();
    } else {
        sleep_until(lm_freertos_instant(ticks));
    }
}

/* *last and the count wrap, so the distance is a signed number. */
BaseType_t xTaskDelayUntil(TickType_t *last, const TickType_t increment)
{
    uint64_t now = now_ticks();
    TickType_t passed = (TickType_t)now - *last;

    *last += increment;
    if (passed >= increment) {
        return pdFALSE;
    }
    sleep_until((now + (increment - passed)) * lm_freertos_tick);
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
