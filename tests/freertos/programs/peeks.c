/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: tasks that peek and tasks that receive wait in one list, by priority: all peeking tasks see
 * a message until a task receives it. Method: three tasks peek and receive in turn, while the least
 * urgent one sends. The output is compared with the text that follows from the interface. */
#include "now.h"
#include "queue.h"
#include "task.h"
#include <stdio.h>

enum { WORDS = 256 };

static QueueHandle_t queue;
static TaskHandle_t first, second, third;

static void see(const char *name, BaseType_t receives)
{
    int value = 0;
    BaseType_t done = receives ? xQueueReceive(queue, &value, portMAX_DELAY)
                               : xQueuePeek(queue, &value, portMAX_DELAY);

    printf("0 %s %s %d, %lu left\n", name, receives ? "receives" : "peeks", done ? value : -1,
           (unsigned long)uxQueueMessagesWaiting(queue));
}

static void be_first(void *parameter)
{
    int value = 0;

    (void)parameter;
    see("first", pdFALSE);
    (void)xQueueReceive(queue, &value, 0);
    see("first", pdFALSE);
    vTaskSuspend(NULL);
    see("first", pdFALSE);
    vTaskSuspend(NULL);
    see("first", pdTRUE);
    vTaskSuspend(NULL);
}

static void be_second(void *parameter)
{
    (void)parameter;
    see("second", pdFALSE);
    vTaskSuspend(NULL);
    see("second", pdTRUE);
    vTaskSuspend(NULL);
    see("second", pdTRUE);
    vTaskSuspend(NULL);
}

static void be_third(void *parameter)
{
    (void)parameter;
    for (;;) {
        see("third", pdFALSE);
        vTaskSuspend(NULL);
    }
}

/* A task that is deleted while it waits to peek does not look any more: a message for which two
 * tasks wait belongs to the first of them again. */
static void delete_one_that_peeks(void)
{
    int value = 44;

    vTaskResume(third);
    vTaskDelete(third);
    vTaskResume(second);
    vTaskResume(first);
    vTaskPrioritySet(NULL, 6);
    now("send", (long)xQueueSendToBack(queue, &value, 0));
    now("left", (long)uxQueueMessagesWaiting(queue));
    vTaskPrioritySet(NULL, 1);
}

static void lead(void *parameter)
{
    int value = 11;

    (void)parameter;
    now("send", (long)xQueueSendToBack(queue, &value, 0));
    now("left", (long)uxQueueMessagesWaiting(queue));
    value = 22;
    now("send", (long)xQueueSendToBack(queue, &value, 0));
    now("receive", (long)xQueueReceive(queue, &value, 0) * value);
    vTaskResume(third);
    vTaskResume(second);
    vTaskResume(first);
    value = 33;
    now("front", (long)xQueueSendToFront(queue, &value, 0));
    now("peek", (long)xQueuePeek(queue, &value, 0));
    now("third", eTaskGetState(third));
    now("late", (long)xQueuePeek(queue, &value, 3));
    now("abort", (long)xTaskAbortDelay(third));
    delete_one_that_peeks();
    vTaskEndScheduler();
}

int main(void)
{
    queue = xQueueCreate(5, sizeof(int));
    (void)xTaskCreate(be_first, "first", WORDS, NULL, 5, &first);
    (void)xTaskCreate(be_second, "second", WORDS, NULL, 4, &second);
    (void)xTaskCreate(be_third, "third", WORDS, NULL, 3, &third);
    (void)xTaskCreate(lead, "lead", WORDS, NULL, 1, NULL);
    vTaskStartScheduler();
    return 1;
}
