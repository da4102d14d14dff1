/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: each call works in a task of xTaskCreate with 80 words, as the demonstrations of FreeRTOS
 * for a Cortex-M3 have them, also if an interrupt that switches comes at its deepest point, and the
 * task has 16 words of its own. Method: a task for each call, which waits in it if it can, and then
 * the words of its stack that it has never used. */
#include "event_groups.h"
#include "now.h"
#include "semphr.h"
#include "stream_buffer.h"
#include <limen/board.h>

enum { WORDS = 80, WORDS_OF_INTERRUPT = 8 + 10, WORDS_OF_TASK = 16, TICKS = 2 };

static QueueHandle_t queue;
static SemaphoreHandle_t semaphore, mutex;
static EventGroupHandle_t group;
static StreamBufferHandle_t stream;
static TaskHandle_t leader;
static uint32_t item[4];

static void send(void)
{
    (void)xQueueSend(queue, item, TICKS);
    (void)xQueueSendToFront(queue, item, TICKS);
}

static void receive(void)
{
    uint32_t copy[4];

    for (int i = 0; i < 2; i++) {
        (void)xQueueReceive(queue, copy, TICKS);
    }
    (void)xQueueSend(queue, item, TICKS);
}

static void take(void)
{
    (void)xSemaphoreTake(semaphore, TICKS);
    (void)xSemaphoreGive(semaphore);
    (void)xSemaphoreTake(semaphore, portMAX_DELAY);
}

static void lock(void)
{
    (void)xSemaphoreTake(mutex, TICKS);
    (void)xSemaphoreTake(mutex, TICKS);
    (void)xSemaphoreGive(mutex);
}

static void wait_for_bits(void)
{
    (void)xEventGroupWaitBits(group, 1, pdTRUE, pdTRUE, TICKS);
    (void)xEventGroupSetBits(group, 2);
}

static void meet(void)
{
    (void)xEventGroupSync(group, 4, 12, TICKS);
}

static void pass_bytes(void)
{
    (void)xStreamBufferSend(stream, item, sizeof item, TICKS);
    (void)xStreamBufferSend(stream, item, sizeof item, TICKS);
    (void)xStreamBufferReceive(stream, item, sizeof item, TICKS);
}

static void notify(void)
{
    (void)xTaskNotifyGive(leader);
    (void)ulTaskNotifyTake(pdTRUE, TICKS);
    (void)xTaskNotifyWait(0, 0, item, TICKS);
}

static void change_priority(void)
{
    vTaskPrioritySet(NULL, uxTaskPriorityGet(NULL) + 1);
    vTaskSuspendAll();
    (void)xTaskResumeAll();
    vTaskDelay(TICKS);
}

static void allocate(void)
{
    vPortFree(pvPortMalloc(sizeof item));
}

static const struct {
    const char *name;
    void (*call)(void);
} cases[] = {
    {"send", send},         {"receive", receive},    {"take", take},
    {"lock", lock},         {"bits", wait_for_bits}, {"meet", meet},
    {"stream", pass_bytes}, {"notify", notify},      {"priority", change_priority},
    {"allocate", allocate},
};

static void run(void *parameter)
{
    cases[(intptr_t)parameter].call();
    vTaskSuspend(NULL);
}

static void lead(void *parameter)
{
    (void)parameter;
    for (intptr_t i = 0; i < (intptr_t)(sizeof cases / sizeof cases[0]); i++) {
        TaskHandle_t task;

        (void)xTaskCreate(run, cases[i].name, WORDS, (void *)i, 1, &task);
        vTaskDelay(10 * TICKS);
        now(cases[i].name, uxTaskGetStackHighWaterMark(task) >= WORDS_OF_INTERRUPT + WORDS_OF_TASK);
    }
    vTaskEndScheduler();
}

int main(void)
{
    queue = xQueueCreate(1, sizeof item);
    semaphore = xSemaphoreCreateBinary();
    mutex = xSemaphoreCreateMutex();
    group = xEventGroupCreate();
    stream = xStreamBufferCreate(sizeof item, 1);
    (void)xTaskCreate(lead, "lead", 256, NULL, 2, &leader);
    vTaskStartScheduler();
    return 0;
}
