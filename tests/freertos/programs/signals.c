/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: notifications, event groups, timers, stream and message buffers behave as in FreeRTOS.
 * Method: the output is compared with the text that follows from the interface. */
#include "event_groups.h"
#include "message_buffer.h"
#include "now.h"
#include "timers.h"
#include <stdio.h>
#include <string.h>

enum { WORDS = 256 };

static TaskHandle_t leader;
static EventGroupHandle_t group;
static StreamBufferHandle_t stream;
static TimerHandle_t periodic;

static void notify(void *parameter)
{
    (void)parameter;
    vTaskDelay(3);
    (void)xTaskNotifyGive(leader);
    vTaskDelay(3);
    (void)xTaskNotifyIndexed(leader, 2, 0x30, eSetBits);
    vTaskDelete(NULL);
}

static void notifications(void)
{
    uint32_t value = 0;

    (void)xTaskCreate(notify, "notify", WORDS, NULL, 1, NULL);
    now("taken", (long)ulTaskNotifyTake(pdTRUE, portMAX_DELAY));
    now("wait", (long)xTaskNotifyWaitIndexed(2, 0, 0x10, &value, portMAX_DELAY));
    now("value", (long)value);
    now("late", (long)xTaskNotifyWaitIndexed(2, 0, 0, &value, 2));
    now("value", (long)value);
    now("set", (long)xTaskNotify(leader, 5, eSetValueWithoutOverwrite));
    now("set", (long)xTaskNotify(leader, 6, eSetValueWithoutOverwrite));
    now("state", (long)xTaskNotifyStateClear(NULL));
    now("state", (long)xTaskNotifyStateClear(NULL));
    now("clear", (long)ulTaskNotifyValueClear(NULL, 4));
    now("none", (long)ulTaskNotifyTake(pdFALSE, 0));
    now("none", (long)ulTaskNotifyTake(pdFALSE, 2));
}

static void meet(void *parameter)
{
    EventBits_t own = (EventBits_t)(uintptr_t)parameter;

    vTaskDelay(own);
    now("met", (long)xEventGroupSync(group, own, 7, portMAX_DELAY));
    vTaskDelete(NULL);
}

static void wait_all(void *parameter)
{
    (void)parameter;
    now("all", (long)xEventGroupWaitBits(group, 0x30, pdTRUE, pdTRUE, portMAX_DELAY));
    vTaskDelete(NULL);
}

static void events(void)
{
    group = xEventGroupCreate();
    (void)xTaskCreate(meet, "one", WORDS, (void *)1, 3, NULL);
    (void)xTaskCreate(meet, "two", WORDS, (void *)2, 3, NULL);
    now("alone", (long)xEventGroupSync(group, 4, 7, 1));
    now("met", (long)xEventGroupSync(group, 4, 7, portMAX_DELAY));
    now("cleared", (long)xEventGroupGetBits(group));
    (void)xTaskCreate(wait_all, "all", WORDS, NULL, 3, NULL);
    now("set", (long)xEventGroupSetBits(group, 0x10));
    now("set", (long)xEventGroupSetBits(group, 0x21));
    now("any", (long)xEventGroupWaitBits(group, 0x3, pdFALSE, pdFALSE, 0));
    now("clear", (long)xEventGroupClearBits(group, 1));
    now("late", (long)xEventGroupWaitBits(group, 1, pdFALSE, pdFALSE, 2));
}

static void fire(TimerHandle_t timer)
{
    now(pcTimerGetName(timer), (long)(uintptr_t)pvTimerGetTimerID(timer));
}

static void call(void *first, uint32_t second)
{
    now((const char *)first, (long)second);
}

static void timers(void)
{
    TimerHandle_t once = xTimerCreate("once", 4, pdFALSE, (void *)2, fire);

    (void)xTimerChangePeriod(periodic, 7, 0);
    now("start", (long)xTimerStart(once, 0));
    now("active", (long)xTimerIsTimerActive(once));
    (void)xTimerPendFunctionCall(call, "call", 5, 0);
    vTaskDelay(10);
    now("active", (long)xTimerIsTimerActive(once));
    (void)xTimerStop(periodic, 0);
    (void)xTimerChangePeriod(once, 2, 0);
    vTaskDelay(10);
    (void)xTimerDelete(once, 0);
}

static void write(void *parameter)
{
    (void)parameter;
    vTaskDelay(2);
    (void)xStreamBufferSend(stream, "ab", 2, 0);
    vTaskDelay(2);
    (void)xStreamBufferSend(stream, "cde", 3, 0);
    vTaskDelay(2);
    now("sent", (long)xStreamBufferSend(stream, "0123456789ab", 12, portMAX_DELAY));
    vTaskDelete(NULL);
}

static void streams(void)
{
    MessageBufferHandle_t messages = xMessageBufferCreate(4 + sizeof(size_t));
    char text[20];

    stream = xStreamBufferCreate(10, 4);
    (void)xTaskCreate(write, "write", WORDS, NULL, 1, NULL);
    now("bytes", (long)xStreamBufferReceive(stream, text, sizeof text, portMAX_DELAY));
    now("same", memcmp(text, "abcde", 5) == 0);
    vTaskDelay(5);
    now("full", (long)xStreamBufferIsFull(stream));
    now("bytes", (long)xStreamBufferReceive(stream, text, 20, 0));
    vTaskDelay(1);
    now("rest", (long)xStreamBufferBytesAvailable(stream));
    now("message", (long)xMessageBufferSend(messages, "abc", 3, 0));
    now("no room", (long)xMessageBufferSend(messages, "abc", 3, 2));
    now("too large", (long)xMessageBufferSend(messages, "abcde", 5, 2));
    now("too small", (long)xMessageBufferReceive(messages, text, 2, 0));
    now("length", (long)xMessageBufferNextLengthBytes(messages));
    now("message", (long)xMessageBufferReceive(messages, text, 20, 0));
    now("none", (long)xMessageBufferReceive(messages, text, 20, 2));
    now("no bytes", (long)xMessageBufferSend(messages, text, 0, 0));
    now("empty", xMessageBufferIsEmpty(messages));
    now("text",
        (long)xMessageBufferSend(messages, text, (size_t)sprintf(text, "%d%s", 12, "a"), 0));
}

static void lead(void *parameter)
{
    (void)parameter;
    now("active", (long)xTimerIsTimerActive(periodic));
    notifications();
    events();
    timers();
    streams();
    vTaskEndScheduler();
}

int main(void)
{
    periodic = xTimerCreate("period", 1000, pdTRUE, (void *)1, fire);
    printf("start %ld\n", (long)xTimerStart(periodic, 0));
    printf("active %ld\n", (long)xTimerIsTimerActive(periodic));
    for (int i = 1; i <= 5; i++) {
        printf("reset %d %ld\n", i, (long)xTimerReset(periodic, 0));
    }
    (void)xTaskCreate(lead, "lead", 2 * WORDS, NULL, 2, &leader);
    vTaskStartScheduler();
    return 1;
}
