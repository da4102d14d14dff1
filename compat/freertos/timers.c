/* SPDX-License-Identifier: Apache-2.0 */
/* The timer task: it executes commands from a queue, and calls the functions of timers. Its block,
 * its stack and the memory of the queue come from the headers, with the sizes of FreeRTOSConfig.h.
 */
#include "timers.h"
#include "limen.h"

#undef lm_queue_send
#undef lm_queue_receive

/* lm_freertos_timer_queue has room for these. */
enum { CALL = 6 };
struct command {
    TimerHandle_t timer; /* or the first argument of a call */
    PendedFunction_t function;
    uint32_t code;
    uint32_t value;
};
_Static_assert(sizeof(struct command) <= 4 * sizeof(void *), "lm_freertos_timer_queue");

static TaskHandle_t daemon;
static struct lm_queue commands;
static TimerHandle_t first; /* of the active ones */

static void insert(TimerHandle_t timer, uint64_t expiry)
{
    TimerHandle_t *link = &first;

    timer->expiry = expiry;
    timer->is_active = true;
    while (*link != NULL && (*link)->expiry <= expiry) {
        link = &(*link)->next;
    }
    timer->next = *link;
    *link = timer;
}

static void take_out(TimerHandle_t timer)
{
    LM_LAYER_UNLINK(&first, timer);
    timer->is_active = false;
}

static uint64_t period_of(TimerHandle_t timer)
{
    return (uint64_t)timer->period * lm_layer_tick;
}

/* The instant of a count of ticks that was read a short time ago. */
static uint64_t instant_of(TickType_t count)
{
    uint64_t ticks = lm_now() / lm_layer_tick;

    return (ticks - (TickType_t)((TickType_t)ticks - count)) * lm_layer_tick;
}

/* The list, and what other tasks read, change in one step. */
static void restart(TimerHandle_t timer, uint64_t expiry)
{
    uint32_t key = lm_interrupts_disable();

    take_out(timer);
    insert(timer, expiry);
    lm_interrupts_enable(key);
}

static void stop(TimerHandle_t timer)
{
    uint32_t key = lm_interrupts_disable();

    take_out(timer);
    lm_interrupts_enable(key);
}

static void execute(const struct command *command)
{
    TimerHandle_t timer = command->timer;

    switch (command->code) {
    case tmrCOMMAND_START:
    case tmrCOMMAND_RESET:
        restart(timer, instant_of(command->value) + period_of(timer));
        break;
    case tmrCOMMAND_CHANGE_PERIOD:
        timer->period = command->value;
        restart(timer, lm_layer_instant(timer->period));
        break;
    case tmrCOMMAND_STOP:
        stop(timer);
        break;
    case tmrCOMMAND_DELETE:
        stop(timer);
        if (timer->is_dynamic) {
            vPortFree(timer);
        }
        break;
    case CALL:
    default:
        command->function(timer, command->value);
        break;
    }
}

/* The next expiry of a periodic timer is a period after this one, however late this is. */
static void expire(void)
{
    while (first != NULL && first->expiry <= lm_now()) {
        TimerHandle_t timer = first;

        if (timer->reloads) {
            restart(timer, timer->expiry + period_of(timer));
        } else {
            stop(timer);
        }
        timer->callback(timer);
    }
}

static void serve(void *parameter)
{
    struct command command;

    (void)parameter;
    if (lm_freertos_options.daemon_startup_hook != NULL) {
        lm_freertos_options.daemon_startup_hook();
    }
    for (;;) {
        lm_timeout until = first != NULL ? LM_UNTIL(first->expiry) : LM_FOREVER;

        if (lm_queue_receive(&commands, &command, until) == LM_OK) {
            execute(&command);
        }
        expire();
    }
}

static void begin(void)
{
    const struct lm_freertos_options *options = &lm_freertos_options;

    lm_freertos_begin();
    if (daemon != NULL) {
        return;
    }
    (void)lm_queue_create(&commands, "timer commands", lm_freertos_timer_queue,
                          options->timer_commands, sizeof(struct command), LM_BY_PRIORITY);
    daemon =
        xTaskCreateStatic(serve, "Tmr Svc", options->timer_stack_bytes / sizeof(StackType_t), NULL,
                          options->timer_priority, (StackType_t *)(void *)lm_freertos_timer_stack,
                          (StaticTask_t *)(void *)lm_freertos_timer_task);
}

TimerHandle_t xTimerCreateStatic(const char *name, const TickType_t period,
                                 const BaseType_t reloads, void *id,
                                 TimerCallbackFunction_t callback, StaticTimer_t *block)
{
    begin();
    memset(block, 0, sizeof *block);
    block->name = name;
    block->period = period;
    block->reloads = reloads != pdFALSE;
    block->id = id;
    block->callback = callback;
    return block;
}

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

/* Before the start no command waits for space. */
static BaseType_t send(const struct command *command, TickType_t ticks)
{
    lm_timeout timeout =
        (lm_layer_state >= LM_LAYER_RUNNING) ? lm_layer_timeout(ticks) : LM_NO_WAIT;

    return lm_queue_send(&commands, command, timeout) == LM_OK ? pdPASS : pdFAIL;
}

BaseType_t xTimerGenericCommand(TimerHandle_t timer, const BaseType_t command,
                                const TickType_t value, BaseType_t *woken, const TickType_t ticks)
{
    const struct command message = {.timer = timer, .code = (uint32_t)command, .value = value};

    lm_freertos_note_woken(commands.used == 0 ? commands.waiters.first : NULL, woken);
    return send(&message, ticks);
}

BaseType_t xTimerPendFunctionCall(PendedFunction_t function, void *argument, uint32_t second,
                                  TickType_t ticks)
{
    const struct command message = {
        .timer = argument, .function = function, .code = CALL, .value = second};

    if (!lm_in_interrupt()) {
        begin();
    }
    return send(&message, ticks);
}

BaseType_t xTimerPendFunctionCallFromISR(PendedFunction_t function, void *argument, uint32_t second,
                                         BaseType_t *woken)
{
    lm_freertos_note_woken(commands.used == 0 ? commands.waiters.first : NULL, woken);
    return xTimerPendFunctionCall(function, argument, second, 0);
}

BaseType_t xTimerIsTimerActive(TimerHandle_t timer)
{
    return timer->is_active;
}

TickType_t xTimerGetExpiryTime(TimerHandle_t timer)
{
    return (TickType_t)(timer->expiry / lm_layer_tick);
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

TaskHandle_t xTimerGetTimerDaemonTaskHandle(void)
{
    return daemon;
}
