/* SPDX-License-Identifier: Apache-2.0 */
/* The timer task: it executes commands from a queue, and calls the functions of timers. Its block,
 * its stack and the memory of the queue come from the headers, with the sizes of FreeRTOSConfig.h.
 */
#include "timers.h"
#include "limen.h"

#undef lm_queue_receive
#pragma weak vPortFree /* in programs with a heap only */

/* lm_freertos_timer_queue has room for these. */
struct command {
    TimerHandle_t timer; /* or the first argument of a call */
    PendedFunction_t function;
    BaseType_t code;
    uint32_t value;
};
_Static_assert(sizeof(struct command) <= 4 * sizeof(void *), "lm_freertos_timer_queue");

static TaskHandle_t daemon;
static StaticQueue_t commands;
static TimerHandle_t first; /* of the active ones */

/* Changes the list, and the fields that other tasks read, in one step. */
static void arrange(TimerHandle_t timer, bool is_active, uint64_t expiry)
{
    TimerHandle_t *link = &first;
    uint32_t key = lm_interrupts_disable();

    LM_LAYER_UNLINK(&first, timer);
    timer->is_active = is_active;
    timer->expiry = expiry;
    if (is_active) {
        while (*link != NULL && (*link)->expiry <= expiry) {
            link = &(*link)->next;
        }
        timer->next = *link;
        *link = timer;
    }
    lm_interrupts_enable(key);
}

static void stop(TimerHandle_t timer)
{
    arrange(timer, false, timer->expiry);
}

static uint64_t period_of(TimerHandle_t timer)
{
    return (uint64_t)timer->period * lm_layer_tick;
}

/* The instant of a count of ticks that was read a short time ago. */
static uint64_t instant_of(TickType_t count)
{
    return lm_layer_instant(0) - (uint64_t)(xTaskGetTickCount() - count) * lm_layer_tick;
}

/* Calls the function for each expiry until now: the next expiry of a timer that reloads is a period
 * after this one, also if this call is late.
 */
static void expire(TimerHandle_t timer)
{
    uint64_t now = lm_now();

    do {
        arrange(timer, timer->reloads, timer->expiry + (timer->reloads ? period_of(timer) : 0));
        timer->callback(timer);
    } while (timer->is_active && timer->expiry <= now);
}

static void execute(const struct command *command)
{
    TimerHandle_t timer = command->timer;

    switch (command->code) {
    case tmrCOMMAND_START_DONT_TRACE:
    case tmrCOMMAND_START:
    case tmrCOMMAND_RESET:
    case tmrCOMMAND_START_FROM_ISR:
    case tmrCOMMAND_RESET_FROM_ISR:
        arrange(timer, true, instant_of(command->value) + period_of(timer));
        if (timer->expiry <= lm_now()) {
            expire(timer);
        }
        break;
    case tmrCOMMAND_CHANGE_PERIOD:
    case tmrCOMMAND_CHANGE_PERIOD_FROM_ISR:
        timer->period = command->value;
        arrange(timer, true, lm_layer_instant(timer->period));
        break;
    case tmrCOMMAND_STOP:
    case tmrCOMMAND_STOP_FROM_ISR:
        stop(timer);
        break;
    case tmrCOMMAND_DELETE:
        stop(timer);
        if (timer->is_dynamic) {
            vPortFree(timer);
        }
        break;
    default:
        command->function(timer, command->value);
        break;
    }
}

/* Waits until the first expiry or a command. */
static enum lm_status wait(struct command *command)
{
    lm_timeout until = first != NULL ? LM_UNTIL(first->expiry) : LM_FOREVER;
    struct lm_layer_thread *self = lm_freertos_look_begin(until);
    enum lm_status status = lm_queue_receive(&commands.queue.native.queue, command, until);

    (void)lm_freertos_look_end(self);
    return status;
}

static void serve(void *parameter)
{
    struct command command;

    (void)parameter;
    if (lm_freertos_timer_options.startup_hook != NULL) {
        lm_freertos_timer_options.startup_hook();
    }
    for (;;) {
        if (first != NULL && first->expiry <= lm_now()) {
            expire(first);
        } else if (wait(&command) == LM_OK) {
            execute(&command);
        }
        /* All commands are executed between two expiries: one may stop the second timer. */
        while (xQueueReceive(&commands.queue, &command, 0) == pdPASS) {
            execute(&command);
        }
    }
}

void lm_freertos_timers_begin(void)
{
    const struct lm_freertos_timer_options *options = &lm_freertos_timer_options;
    static uint32_t run;

    lm_freertos_begin();
    if (run == lm_layer_run) {
        return;
    }
    run = lm_layer_run;
    first = NULL;
    (void)lm_queue_create(&lm_freertos_clear(&commands, KIND_QUEUE, 0)->native.queue,
                          "timer commands", lm_freertos_timer_queue, options->commands,
                          sizeof(struct command), LM_BY_PRIORITY);
    daemon = xTaskCreateStatic(serve, options->name,
                               options->stack_bytes / (uint32_t)sizeof(StackType_t), NULL,
                               options->priority, (StackType_t *)(void *)lm_freertos_timer_stack,
                               (StaticTask_t *)(void *)lm_freertos_timer_task);
}

TimerHandle_t xTimerCreateStatic(const char *name, const TickType_t period,
                                 const BaseType_t reloads, void *id,
                                 TimerCallbackFunction_t callback, StaticTimer_t *block)
{
    lm_freertos_timers_begin();
    lm_freertos_require(period != 0);
    TimerHandle_t timer = &block->timer;

    memset(timer, 0, sizeof *timer);
    timer->name = name;
    timer->period = period;
    timer->reloads = reloads != pdFALSE;
    timer->id = id;
    timer->callback = callback;
    return timer;
}

/* Before the start no command waits for space. */
static BaseType_t send(const struct command *command, BaseType_t *woken, TickType_t ticks)
{
    if (woken != NULL || lm_in_interrupt()) {
        return xQueueSendToBackFromISR(&commands.queue, command, woken);
    }
    return xQueueSendToBack(&commands.queue, command,
                            LM_LAYER_STATE >= LM_LAYER_RUNNING ? ticks : 0);
}

BaseType_t xTimerGenericCommand(TimerHandle_t timer, const BaseType_t command,
                                const TickType_t value, BaseType_t *woken, const TickType_t ticks)
{
    const struct command message = {.timer = timer, .code = command, .value = value};

    return send(&message, woken, ticks);
}

static BaseType_t send_call(PendedFunction_t function, void *argument, uint32_t second,
                            BaseType_t *woken, TickType_t ticks)
{
    const struct command message = {.timer = argument,
                                    .function = function,
                                    .code = tmrCOMMAND_EXECUTE_CALLBACK,
                                    .value = second};

    return send(&message, woken, ticks);
}

BaseType_t xTimerPendFunctionCall(PendedFunction_t function, void *argument, uint32_t second,
                                  TickType_t ticks)
{
    if (!lm_in_interrupt()) {
        lm_freertos_timers_begin();
    }
    return send_call(function, argument, second, NULL, ticks);
}

BaseType_t xTimerPendFunctionCallFromISR(PendedFunction_t function, void *argument, uint32_t second,
                                         BaseType_t *woken)
{
    return send_call(function, argument, second, woken, 0);
}

TaskHandle_t xTimerGetTimerDaemonTaskHandle(void)
{
    return daemon;
}
