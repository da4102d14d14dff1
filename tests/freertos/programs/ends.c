/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: waits that end by an abort, a suspension or a deletion have the results of FreeRTOS. Tasks
 * that end are counted until the idle task has freed them, and their memory is available again.
 * Method: the output is compared with the text that follows from the interface. */
#include "event_groups.h"
#include "message_buffer.h"
#include "now.h"
#include "semphr.h"
#include "task.h"
#include <limen/board.h>
#include <string.h>

enum { WORDS = 256 };

static QueueHandle_t empty, full;
static SemaphoreHandle_t semaphore, mutex;
static EventGroupHandle_t group;
static StreamBufferHandle_t stream;
static TaskHandle_t waiter;
static int kind;

/* Each way to wait. */
static long wait(TickType_t ticks)
{
    uint32_t value = 5;
    char byte;

    switch (kind) {
    case 0:
        vTaskDelay(ticks);
        return -1;
    case 1:
        return (long)ulTaskNotifyTake(pdTRUE, ticks);
    case 2:
        return (long)xTaskNotifyWait(0, 0, &value, ticks) + 10 * (long)value;
    case 3:
        return (long)xSemaphoreTake(semaphore, ticks);
    case 4:
        return (long)xEventGroupWaitBits(group, 6, pdFALSE, pdTRUE, ticks);
    case 5:
        return (long)xQueueSend(full, &value, ticks);
    case 6:
        return (long)xQueueReceive(empty, &value, ticks);
    case 7:
        return (long)xStreamBufferReceive(stream, &byte, 1, ticks);
    case 8:
        return (long)xSemaphoreTake(mutex, ticks);
    case 9:
        return (long)xEventGroupSync(group, 8, 24, ticks);
    default:
        return (long)xQueuePeek(empty, &value, ticks);
    }
}

static void wait_in_turn(void *parameter)
{
    (void)parameter;
    for (;;) {
        vTaskSuspend(NULL);
        now("ends", wait(10));
        now("aborted", wait(portMAX_DELAY));
    }
}

static void aborts(void)
{
    (void)xTaskCreate(wait_in_turn, "waiter", WORDS, NULL, 4, &waiter);
    for (kind = 0; kind <= 10; kind++) {
        vTaskResume(waiter);
        vTaskDelay(15);
        now("state", eTaskGetState(waiter));
        now("abort", (long)xTaskAbortDelay(waiter));
        now("not again", (long)xTaskAbortDelay(waiter));
    }
}

/* Suspended, notified, resumed. */
static void wait_for_notices(void *parameter)
{
    uint32_t value = 0;

    (void)parameter;
    now("given", (long)xTaskNotifyWait(0, 3, &value, portMAX_DELAY) + 10 * (long)value);
    now("taken", (long)ulTaskNotifyTake(pdTRUE, portMAX_DELAY));
    now("given", (long)xTaskNotifyWait(0, 3, &value, portMAX_DELAY));
    vTaskDelay(100);
    now("delay", 0);
    now("without a value", (long)ulTaskNotifyTake(pdTRUE, portMAX_DELAY));
    vTaskDelete(NULL);
}

static void suspensions(void)
{
    (void)xTaskCreate(wait_for_notices, "notices", WORDS, NULL, 4, &waiter);
    for (int i = 0; i < 4; i++) {
        vTaskSuspend(waiter);
        if (i % 2 == 0) {
            (void)xTaskNotify(waiter, 3, eSetValueWithOverwrite);
        }
        now("suspended", eTaskGetState(waiter));
        vTaskResume(waiter);
    }
    (void)xTaskNotify(waiter, 0, eNoAction);
}

static void wait_for_group(void *parameter)
{
    (void)parameter;
    now("deleted", (long)xEventGroupWaitBits(group, 64, pdFALSE, pdTRUE, portMAX_DELAY));
    vTaskDelete(NULL);
}

static void meet(void *parameter)
{
    (void)parameter;
    now("sync", (long)xEventGroupSync(group, 1, 192, portMAX_DELAY));
    vTaskDelete(NULL);
}

static void deletions(void)
{
    (void)xTaskCreate(meet, "dies", WORDS, NULL, 4, &waiter);
    vTaskDelete(waiter);
    (void)xTaskCreate(meet, "meets", WORDS, NULL, 4, NULL);
    (void)xTaskCreate(wait_for_group, "waits", WORDS, NULL, 4, NULL);
    now("bits", (long)xEventGroupGetBits(group) & 1);
    vEventGroupDelete(group);
}

/* A task ends before it sees that its group is deleted. The memory of the group has another use. */
static void deletion_of_both(void)
{
    static StaticEventGroup_t block;

    group = xEventGroupCreateStatic(&block);
    (void)xTaskCreate(meet, "late", WORDS, NULL, 1, &waiter);
    vTaskDelay(1);
    vEventGroupDelete(group);
    memset(&block, 0xA5, sizeof block);
    vTaskDelete(waiter);
}

/* Tasks that delete themselves, or each other. */
static void die(void *parameter)
{
    vTaskDelay(2);
    if (parameter != NULL) {
        vTaskDelete(*(TaskHandle_t *)parameter);
    }
    vTaskDelete(NULL);
}

static void die_at_once(void *parameter)
{
    (void)parameter;
    vTaskDelete(NULL);
}

static void deaths(void)
{
    static TaskHandle_t victim;

    vTaskDelay(1); /* the idle task frees those that have ended until now */
    UBaseType_t before = uxTaskGetNumberOfTasks();
    size_t left = xPortGetFreeHeapSize();

    for (int i = 0; i < 20; i++) {
        (void)xTaskCreate(die, "one", WORDS, NULL, 3, NULL);
        vTaskDelay(1);
        (void)xTaskCreate(die, "victim", WORDS, NULL, 1, &victim);
        (void)xTaskCreate(die, "killer", WORDS, &victim, 3, NULL);
        vTaskDelay(3);
    }
    (void)xTaskCreate(die_at_once, "short", WORDS, NULL, 3, NULL);
    now("until idle", (long)(uxTaskGetNumberOfTasks() - before));
    vTaskDelay(1);
    now("tasks", (long)(uxTaskGetNumberOfTasks() - before));
    now("memory", (long)(left - xPortGetFreeHeapSize()));
}

static void lead(void *parameter)
{
    (void)parameter;
    (void)xSemaphoreTake(mutex, 0);
    aborts();
    suspensions();
    deletions();
    deletion_of_both();
    deaths();
    lm_board_exit(0);
}

int main(void)
{
    int value = 1;

    empty = xQueueCreate(1, sizeof value);
    full = xQueueCreate(1, sizeof value);
    (void)xQueueSend(full, &value, 0);
    semaphore = xSemaphoreCreateBinary();
    mutex = xSemaphoreCreateMutex();
    group = xEventGroupCreate();
    (void)xEventGroupSetBits(group, 2);
    stream = xStreamBufferCreate(8, 1);
    (void)xTaskCreate(lead, "lead", 2 * WORDS, NULL, 2, NULL);
    vTaskStartScheduler();
    return 1;
}
