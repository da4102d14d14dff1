/* SPDX-License-Identifier: Apache-2.0 */
/* See native.c. */
#include "FreeRTOS.h"
#include "queue.h"
#include "semphr.h"
#include "task.h"

enum { MESSAGES = 8, STACK_WORDS = 128 };

static StackType_t stack[STACK_WORDS];
static StaticTask_t task;
static StaticSemaphore_t semaphore_block, mutex_block;
static StaticQueue_t queue_block;
static uint8_t area[MESSAGES * sizeof(uint32_t)];
static SemaphoreHandle_t semaphore, mutex;
static QueueHandle_t queue;

static void run(void *parameter)
{
    uint32_t word = 1;

    (void)parameter;
    for (;;) {
        xSemaphoreTake(semaphore, portMAX_DELAY);
        xQueueSend(queue, &word, portMAX_DELAY);
        xQueueReceive(queue, &word, portMAX_DELAY);
        xSemaphoreTake(mutex, portMAX_DELAY);
        xSemaphoreGive(mutex);
        xSemaphoreGive(semaphore);
        vTaskDelay(pdMS_TO_TICKS(100));
    }
}

int main(void)
{
    semaphore = xSemaphoreCreateCountingStatic(1, 1, &semaphore_block);
    queue = xQueueCreateStatic(MESSAGES, sizeof(uint32_t), area, &queue_block);
    mutex = xSemaphoreCreateMutexStatic(&mutex_block);
    xTaskCreateStatic(run, "t", STACK_WORDS, NULL, 3, stack, &task);
    vTaskStartScheduler();
    return 1;
}
