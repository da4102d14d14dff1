/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: the calls for interrupts have the effects of the plain calls, and return whether a more
 * urgent task was woken. Method: each is called in a handler; the output is compared with the text
 * that follows from the interface. */
#include "event_groups.h"
#include "message_buffer.h"
#include "semphr.h"
#include "timers.h"
#include <limen/board.h>
#include <stdio.h>

enum { WORDS = 256 };

static QueueHandle_t queue;
static SemaphoreHandle_t semaphore;
static EventGroupHandle_t group;
static StreamBufferHandle_t stream;
static TaskHandle_t urgent;
static int step;

static void say(const char *text, long value)
{
    printf("%s %ld\n", text, value);
}

static void handle(void *argument)
{
    BaseType_t woken = pdFALSE;
    int value = 40 + step;

    (void)argument;
    switch (step) {
    case 0:
        (void)xQueueSendFromISR(queue, &value, &woken);
        break;
    case 1:
        (void)xSemaphoreGiveFromISR(semaphore, &woken);
        break;
    case 2:
        vTaskNotifyGiveFromISR(urgent, &woken);
        break;
    case 3:
        (void)xEventGroupSetBitsFromISR(group, 1, &woken);
        break;
    case 4:
        (void)xStreamBufferSendFromISR(stream, "abc", 3, &woken);
        break;
    case 5:
        woken = xTaskResumeFromISR(urgent);
        break;
    default:
        (void)xQueueSendFromISR(queue, &value, &woken);
        break;
    }
    say("woken", woken);
    portYIELD_FROM_ISR(woken);
}

static void wait_for_each(void *parameter)
{
    int value = 0;
    char text[4];

    (void)parameter;
    (void)xQueueReceive(queue, &value, portMAX_DELAY);
    say("queue", value);
    say("semaphore", xSemaphoreTake(semaphore, portMAX_DELAY));
    say("notice", (long)ulTaskNotifyTake(pdTRUE, portMAX_DELAY));
    say("group", (long)xEventGroupWaitBits(group, 1, pdTRUE, pdFALSE, portMAX_DELAY));
    say("stream", (long)xStreamBufferReceive(stream, text, sizeof text, portMAX_DELAY));
    vTaskSuspend(NULL);
    say("resumed", 1);
    vTaskDelete(NULL);
}

static void lead(void *parameter)
{
    (void)parameter;
    for (step = 0; step < 8; step++) {
        lm_board_interrupt_raise(0);
        say("step", step);
    }
    taskENTER_CRITICAL();
    taskENTER_CRITICAL();
    step = 8;
    lm_board_interrupt_raise(0);
    say("held off", (long)uxQueueMessagesWaiting(queue));
    taskEXIT_CRITICAL();
    say("still", (long)uxQueueMessagesWaiting(queue));
    taskEXIT_CRITICAL();
    say("served", (long)uxQueueMessagesWaiting(queue));
    vTaskEndScheduler();
}

/* Programs set up their hardware before they create anything. */
int main(void)
{
    lm_board_interrupt_attach(0, 2, handle, NULL);
    queue = xQueueCreate(4, sizeof(int));
    semaphore = xSemaphoreCreateBinary();
    group = xEventGroupCreate();
    stream = xStreamBufferCreate(8, 2);
    (void)xTaskCreate(wait_for_each, "urgent", WORDS, NULL, 4, &urgent);
    (void)xTaskCreate(lead, "lead", WORDS, NULL, 1, NULL);
    vTaskStartScheduler();
    return 1;
}
