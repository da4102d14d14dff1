/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: tasks behave as in FreeRTOS: creation, names, priorities, delays, suspension out of a wait,
 * abort, deletion. Method: the output is compared with the text that follows from the interface. */
#include "now.h"
#include "queue.h"
#include "task.h"
#include <stdio.h>

enum { WORDS = 256 };

static QueueHandle_t queue;
static TaskHandle_t receiver, other, sleeper;

static void receive(void *parameter)
{
    int value = 0;

    (void)parameter;
    now("first", (long)xQueueReceive(queue, &value, 20));
    now("its value", value);
    now("second", (long)xQueueReceive(queue, &value, portMAX_DELAY));
    vTaskDelete(NULL);
}

static void take(void *parameter)
{
    int value = 0;

    (void)parameter;
    (void)xQueueReceive(queue, &value, portMAX_DELAY);
    now("other got", value);
    vTaskDelete(NULL);
}

static void sleep_long(void *parameter)
{
    (void)parameter;
    vTaskDelay(1000);
    now("sleeper", 0);
    now("again", (long)ulTaskNotifyTake(pdTRUE, 1000));
    vTaskDelete(NULL);
}

static void suspend_out_of_a_wait(void)
{
    int value = 7;

    now("create", (long)xTaskCreate(receive, "a long name", WORDS, NULL, 3, &receiver));
    printf("%s %lu\n", pcTaskGetName(receiver), (unsigned long)uxTaskPriorityGet(receiver));
    (void)xTaskCreate(take, "other", WORDS, NULL, 2, &other);
    vTaskDelay(2);
    now("state", eTaskGetState(receiver));
    vTaskSuspend(receiver);
    now("state", eTaskGetState(receiver));
    (void)xQueueSend(queue, &value, 0);
    vTaskDelay(2);
    vTaskResume(receiver);
    now("state", eTaskGetState(receiver));
    vTaskDelay(30);
    now("abort", (long)xTaskAbortDelay(receiver));
    vTaskDelay(1);
    now("tasks", (long)uxTaskGetNumberOfTasks());
}

static void delay(void)
{
    TickType_t last = xTaskGetTickCount();

    now("until", (long)xTaskDelayUntil(&last, 5));
    vTaskDelay(7);
    now("late", (long)xTaskDelayUntil(&last, 5));
    now("on time", (long)xTaskDelayUntil(&last, 5));
}

static void change(void)
{
    int locals[2];

    (void)xTaskCreate(sleep_long, "sleeper", WORDS, NULL, 4, &sleeper);
    vTaskPrioritySet(sleeper, 1);
    now("priority", (long)uxTaskPriorityGet(sleeper));
    vTaskSetThreadLocalStoragePointer(NULL, 1, &locals[1]);
    now("local", pvTaskGetThreadLocalStoragePointer(NULL, 1) == &locals[1]);
    now("handle", xTaskGetHandle("sleeper") == sleeper);
    (void)xTaskAbortDelay(sleeper);
    vTaskDelay(1);
    vTaskSuspend(sleeper);
    vTaskResume(sleeper);
    vTaskDelay(1);
}

static void suspend_all(void)
{
    vTaskSuspendAll();
    now("scheduler", (long)xTaskGetSchedulerState());
    (void)xTaskResumeAll();
    now("scheduler", (long)xTaskGetSchedulerState());
}

static void use_heap(void)
{
    size_t before = xPortGetFreeHeapSize();

    for (int i = 0; i < 50; i++) {
        (void)xTaskCreate(take, "short", WORDS, NULL, 1, &other);
        vTaskDelete(other);
    }
    now("heap", (long)(before - xPortGetFreeHeapSize()));
    now("too large", (long)xTaskCreate(take, "large", 1000000, NULL, 1, NULL));
}

static void lead(void *parameter)
{
    (void)parameter;
    suspend_out_of_a_wait();
    delay();
    change();
    suspend_all();
    use_heap();
    vTaskEndScheduler();
}

int main(void)
{
    printf("scheduler %ld\n", (long)xTaskGetSchedulerState());
    queue = xQueueCreate(2, sizeof(int));
    (void)xTaskCreate(lead, "lead", 2 * WORDS, NULL, 2, NULL);
    vTaskStartScheduler();
    return 1;
}
