/* SPDX-License-Identifier: Apache-2.0 */
/* Makes the calls of a random program, in tasks and in the handler of the interrupt. */
#include "calls.h"
#include <limen/board.h>
#include <limen/limen.h>
#include <string.h>

struct script script;
QueueHandle_t queues[QUEUES];
SemaphoreHandle_t semaphores[SEMAPHORES], mutexes[MUTEXES];
EventGroupHandle_t group;
QueueSetHandle_t set;
QueueHandle_t members[MEMBERS];
StreamBufferHandle_t streams[STREAMS];
TimerHandle_t timers[TIMERS];
TaskHandle_t tasks[TASKS_MAX];
TickType_t begin, last[TASKS_MAX];
struct entry entries[LOG_MAX];
unsigned used;
bool is_over;

/* The calls that the handler makes. */
static struct {
    unsigned task, first, calls;
} request;

static TickType_t limit(const struct call *call)
{
    return call->ticks == FOREVER ? portMAX_DELAY : (TickType_t)call->ticks;
}

/* Works until the middle of a tick. A task that is preempted meanwhile may find that it is over. */
static void work(unsigned ticks)
{
    const uint64_t tick = LM_CLOCK_HZ / configTICK_RATE_HZ;
    uint64_t until = lm_layer_instant(ticks) + tick / 2;

    while (lm_now() < until) {
        uint64_t left = until - lm_now();

        lm_work(left < tick / 20 ? left : tick / 20);
    }
}

static long call_queue(const struct call *call, int value, long *extra)
{
    QueueHandle_t queue = queues[call->object];
    int received = -1;
    long answer = 0;

    switch (call->kind) {
    case CALL_send:
        return xQueueSend(queue, &value, limit(call));
    case CALL_send_front:
        return xQueueSendToFront(queue, &value, limit(call));
    case CALL_overwrite:
        return xQueueOverwrite(queue, &value);
    case CALL_receive:
        answer = xQueueReceive(queue, &received, limit(call));
        break;
    case CALL_peek:
        answer = xQueuePeek(queue, &received, limit(call));
        break;
    case CALL_reset:
        return xQueueReset(queue);
    default:
        return (long)uxQueueMessagesWaiting(queue);
    }
    *extra = received;
    return answer;
}

static long call_lock(const struct call *call)
{
    SemaphoreHandle_t mutex = mutexes[call->object];

    if (call->object == 0) {
        if (call->kind == CALL_lock) {
            return xSemaphoreTake(mutex, limit(call));
        }
        return xSemaphoreGetMutexHolder(mutex) == xTaskGetCurrentTaskHandle()
                   ? xSemaphoreGive(mutex)
                   : -1;
    }
    return call->kind == CALL_lock ? xSemaphoreTakeRecursive(mutex, limit(call))
                                   : xSemaphoreGiveRecursive(mutex);
}

static long call_group(const struct call *call)
{
    EventBits_t first = (EventBits_t)call->first, second = (EventBits_t)call->second;

    switch (call->kind) {
    case CALL_set_bits:
        return (long)xEventGroupSetBits(group, first);
    case CALL_clear_bits:
        return (long)xEventGroupClearBits(group, first);
    case CALL_wait_bits:
        return (long)xEventGroupWaitBits(group, first, second & 1, (second & 2) != 0, limit(call));
    default:
        return (long)xEventGroupSync(group, first, second, limit(call));
    }
}

static long call_notice(const struct call *call, long *extra)
{
    UBaseType_t index = (UBaseType_t)call->third;
    uint32_t value = 0;
    long answer;

    switch (call->kind) {
    case CALL_notify:
        return xTaskNotifyIndexed(tasks[call->object], index, (uint32_t)call->first,
                                  (eNotifyAction)call->second);
    case CALL_notify_take:
        return (long)ulTaskNotifyTakeIndexed(index, call->first & 1, limit(call));
    case CALL_notify_wait:
        answer = xTaskNotifyWaitIndexed(index, (uint32_t)call->first, (uint32_t)call->second,
                                        &value, limit(call));
        *extra = (long)value;
        return answer;
    default:
        return xTaskNotifyStateClearIndexed(tasks[call->object], index);
    }
}

static long call_task(const struct call *call)
{
    TaskHandle_t task = tasks[call->object];

    switch (call->kind) {
    case CALL_suspend:
        vTaskSuspend(task);
        return 0;
    case CALL_resume:
        vTaskResume(task);
        return 0;
    case CALL_abort:
        return xTaskAbortDelay(task);
    case CALL_state:
        return eTaskGetState(task);
    case CALL_restart:
        vTaskSuspendAll(); /* its waiting tasks do not run between the two calls */
        vTaskDelete(task);
        start_task(call->object);
        (void)xTaskResumeAll();
        return 0;
    case CALL_priority:
        vTaskPrioritySet(task, (UBaseType_t)call->first);
        return 0;
    default:
        return (long)uxTaskPriorityGet(task);
    }
}

static long sum_of(const uint8_t *bytes, size_t size)
{
    long sum = 0;

    for (size_t i = 0; i < size; i++) {
        sum += bytes[i];
    }
    return sum;
}

/* All bytes that a call sends are alike. */
static long call_stream(const struct call *call, int value, long *extra)
{
    StreamBufferHandle_t stream = streams[call->object];
    uint8_t bytes[BUFFER_BYTES];
    size_t size = (size_t)call->first;

    switch (call->kind) {
    case CALL_stream_send:
        memset(bytes, value, sizeof bytes);
        return (long)xStreamBufferSend(stream, bytes, size, limit(call));
    case CALL_stream_receive:
        size = xStreamBufferReceive(stream, bytes, size, limit(call));
        *extra = sum_of(bytes, size);
        return (long)size;
    case CALL_stream_used:
        return (long)xStreamBufferBytesAvailable(stream);
    case CALL_stream_space:
        return (long)xStreamBufferSpacesAvailable(stream);
    case CALL_stream_reset:
        return xStreamBufferReset(stream);
    default:
        return xStreamBufferSetTriggerLevel(stream, size);
    }
}

static long number_of(QueueSetMemberHandle_t member)
{
    return member == members[0] ? 1 : member == members[1] ? 2 : 0;
}

/* The answer to a selection is the number of the member, which has something. */
static long call_set(const struct call *call, int value, long *extra)
{
    QueueSetMemberHandle_t member;
    int received = -1;

    switch (call->kind) {
    case CALL_set_send:
        return xQueueSend(members[0], &value, limit(call));
    case CALL_set_front:
        return xQueueSendToFront(members[0], &value, limit(call));
    case CALL_set_give:
        return xSemaphoreGive(members[1]);
    default:
        member = xQueueSelectFromSet(set, limit(call));
        if (member == members[0]) {
            *extra = xQueueReceive(member, &received, 0) == pdPASS ? received : -2;
        } else if (member == members[1]) {
            *extra = xSemaphoreTake(member, 0);
        }
        return number_of(member);
    }
}

static long handle_set(const struct call *call, int value, long *extra, BaseType_t *woken)
{
    QueueSetMemberHandle_t member;
    int received = -1;

    switch (call->kind) {
    case CALL_set_send:
        return xQueueSendFromISR(members[0], &value, woken);
    case CALL_set_front:
        return xQueueSendToFrontFromISR(members[0], &value, woken);
    case CALL_set_give:
        return xSemaphoreGiveFromISR(members[1], woken);
    default:
        member = xQueueSelectFromSetFromISR(set);
        if (member == members[0]) {
            *extra = xQueueReceiveFromISR(member, &received, woken) == pdPASS ? received : -2;
        } else if (member == members[1]) {
            *extra = xSemaphoreTakeFromISR(member, woken);
        }
        return number_of(member);
    }
}

static long handle_stream(const struct call *call, int value, long *extra, BaseType_t *woken)
{
    StreamBufferHandle_t stream = streams[call->object];
    uint8_t bytes[BUFFER_BYTES];
    size_t size = (size_t)call->first;

    if (call->kind == CALL_stream_send) {
        memset(bytes, value, sizeof bytes);
        return (long)xStreamBufferSendFromISR(stream, bytes, size, woken);
    }
    size = xStreamBufferReceiveFromISR(stream, bytes, size, woken);
    *extra = sum_of(bytes, size);
    return (long)size;
}

static void call_back(void *none, uint32_t place)
{
    (void)none;
    run_callback(place);
}

static long call_timer(const struct call *call)
{
    TimerHandle_t timer = timers[call->object];

    switch (call->kind) {
    case CALL_timer_start:
        return xTimerStart(timer, limit(call));
    case CALL_timer_reset:
        return xTimerReset(timer, limit(call));
    case CALL_timer_period:
        return xTimerChangePeriod(timer, (TickType_t)call->first, limit(call));
    case CALL_timer_stop:
        return xTimerStop(timer, limit(call));
    case CALL_timer_pend:
        return xTimerPendFunctionCall(call_back, NULL, TIMERS, limit(call));
    case CALL_timer_reloads:
        vTimerSetReloadMode(timer, call->first);
        return 0;
    default:
        return xTimerIsTimerActive(timer);
    }
}

static long call_time(const struct call *call, unsigned task, unsigned place)
{
    switch (call->kind) {
    case CALL_work:
        work((unsigned)call->ticks);
        return 0;
    case CALL_delay:
        vTaskDelay((TickType_t)call->ticks);
        return 0;
    case CALL_delay_until:
        return xTaskDelayUntil(&last[task], (TickType_t)call->ticks);
    case CALL_suspend_all:
        vTaskSuspendAll();
        return 0;
    case CALL_resume_all:
        return xTaskResumeAll();
    case CALL_enter:
        taskENTER_CRITICAL();
        return 0;
    case CALL_leave:
        taskEXIT_CRITICAL();
        return 0;
    default:
        request.task = task;
        request.first = place + 1;
        request.calls = (unsigned)call->first;
        lm_board_interrupt_raise(0);
        return 0;
    }
}

static void store(unsigned task, unsigned place, long answer, long value)
{
    uint32_t key = lm_interrupts_disable();
    unsigned entry = used < LOG_MAX - 1 ? used++ : used; /* the model misses what has no room */

    entries[entry].tick = (TickType_t)(xTaskGetTickCount() - begin);
    entries[entry].task = (uint8_t)task;
    entries[entry].call = (uint8_t)place;
    entries[entry].answer = answer;
    entries[entry].value = value;
    lm_interrupts_enable(key);
}

void run_callback(unsigned place)
{
    if (!is_over) {
        make_call(TASKS_MAX, place);
    }
}

void make_call(unsigned task, unsigned place)
{
    const struct call *call = &script.list[task][place];
    int message = (int)(task * 100 + place); /* what it sends */
    long value = 0;
    long answer;

    if (call->kind == CALL_take || call->kind == CALL_give) {
        SemaphoreHandle_t semaphore = semaphores[call->object];

        answer = call->kind == CALL_take ? xSemaphoreTake(semaphore, limit(call))
                                         : xSemaphoreGive(semaphore);
    } else if (call->kind == CALL_lock || call->kind == CALL_unlock) {
        answer = call_lock(call);
    } else if (call->kind >= CALL_set_bits && call->kind <= CALL_sync) {
        answer = call_group(call);
    } else if (call->kind >= CALL_notify && call->kind <= CALL_state_clear) {
        answer = call_notice(call, &value);
    } else if (call->kind >= CALL_suspend && call->kind <= CALL_priority_of) {
        answer = call_task(call);
    } else if (call->kind >= CALL_send && call->kind <= CALL_waiting) {
        answer = call_queue(call, message, &value);
    } else if (call->kind >= CALL_stream_send && call->kind <= CALL_stream_trigger) {
        answer = call_stream(call, message, &value);
    } else if (call->kind >= CALL_set_send && call->kind <= CALL_set_select) {
        answer = call_set(call, message, &value);
    } else if (call->kind >= CALL_timer_start) {
        answer = call_timer(call);
    } else {
        answer = call_time(call, task, place);
    }
    store(task, place, answer, value);
}

static long handle_queue(const struct call *call, int value, long *extra, BaseType_t *woken)
{
    QueueHandle_t queue = queues[call->object];
    int received = -1;
    long answer;

    switch (call->kind) {
    case CALL_send:
        return xQueueSendFromISR(queue, &value, woken);
    case CALL_send_front:
        return xQueueSendToFrontFromISR(queue, &value, woken);
    case CALL_overwrite:
        return xQueueOverwriteFromISR(queue, &value, woken);
    case CALL_receive:
        answer = xQueueReceiveFromISR(queue, &received, woken);
        break;
    case CALL_peek:
        answer = xQueuePeekFromISR(queue, &received);
        break;
    default:
        return (long)uxQueueMessagesWaitingFromISR(queue);
    }
    *extra = received;
    return answer;
}

static long handle_timer(const struct call *call, BaseType_t *woken)
{
    TimerHandle_t timer = timers[call->object];

    switch (call->kind) {
    case CALL_timer_start:
        return xTimerStartFromISR(timer, woken);
    case CALL_timer_reset:
        return xTimerResetFromISR(timer, woken);
    case CALL_timer_period:
        return xTimerChangePeriodFromISR(timer, (TickType_t)call->first, woken);
    case CALL_timer_stop:
        return xTimerStopFromISR(timer, woken);
    default:
        return xTimerPendFunctionCallFromISR(call_back, NULL, TIMERS, woken);
    }
}

/* The answer also says whether a more urgent task was woken. */
static void make_in_handler(unsigned task, unsigned place)
{
    const struct call *call = &script.list[task][place];
    int message = (int)(task * 100 + place); /* what it sends */
    BaseType_t woken = pdFALSE;
    long value = 0;
    long answer;

    switch (call->kind) {
    case CALL_take:
        answer = xSemaphoreTakeFromISR(semaphores[call->object], &woken);
        break;
    case CALL_give:
        answer = xSemaphoreGiveFromISR(semaphores[call->object], &woken);
        break;
    case CALL_set_bits:
        answer = xEventGroupSetBitsFromISR(group, (EventBits_t)call->first, NULL);
        break;
    case CALL_notify:
        answer =
            xTaskNotifyIndexedFromISR(tasks[call->object], (UBaseType_t)call->third,
                                      (uint32_t)call->first, (eNotifyAction)call->second, &woken);
        break;
    case CALL_resume:
        woken = xTaskResumeFromISR(tasks[call->object]);
        answer = 0;
        break;
    case CALL_timer_start:
    case CALL_timer_reset:
    case CALL_timer_period:
    case CALL_timer_stop:
    case CALL_timer_pend:
        answer = handle_timer(call, &woken);
        break;
    case CALL_set_send:
    case CALL_set_front:
    case CALL_set_give:
    case CALL_set_select:
        answer = handle_set(call, message, &value, &woken);
        break;
    case CALL_stream_send:
    case CALL_stream_receive:
        answer = handle_stream(call, message, &value, &woken);
        break;
    default:
        answer = handle_queue(call, message, &value, &woken);
        break;
    }
    store(task, place, answer + 100 * (woken != pdFALSE), value);
    portYIELD_FROM_ISR(woken);
}

void handle_calls(void *argument)
{
    (void)argument;
    for (unsigned i = 0; i < request.calls; i++) {
        make_in_handler(request.task, request.first + i);
    }
}
