/* SPDX-License-Identifier: Apache-2.0 */
/* A FreeRTOS application with the structure of a typical project. It does not depend on Limen.
 *
 *   task      priority  what it does
 *   --------  --------  --------------------------------------------------------------
 *   sampler          4  samples every 10 ms (xTaskDelayUntil) into a queue
 *   filter           3  receives samples, gives a semaphore for each fourth
 *   alarm            5  takes the semaphore, needs the bus at once
 *   logger           1  keeps the bus (mutex) for 7 ms, again and again
 */
#include "FreeRTOS.h"
#include "queue.h"
#include "semphr.h"
#include "task.h"
#include <stdio.h>

enum { SAMPLES = 12, STACK_WORDS = 256 };

static QueueHandle_t samples;
static SemaphoreHandle_t limit, bus;
static StaticTask_t sampler_block;
static StackType_t sampler_stack[STACK_WORDS];

static void sample(void *parameter)
{
    TickType_t last = xTaskGetTickCount();

    (void)parameter;
    for (uint32_t i = 0; i < SAMPLES; i++) {
        (void)xTaskDelayUntil(&last, pdMS_TO_TICKS(10));
        (void)xQueueSend(samples, &i, portMAX_DELAY);
    }
    vTaskDelay(pdMS_TO_TICKS(10));
    printf("%u ms: the end\n", (unsigned)xTaskGetTickCount());
    vTaskEndScheduler();
}

static void filter(void *parameter)
{
    uint32_t sum = 0;

    (void)parameter;
    for (;;) {
        uint32_t value;

        (void)xQueueReceive(samples, &value, portMAX_DELAY);
        sum += value;
        if (value % 4 == 3) {
            printf("%u ms: sum %u\n", (unsigned)xTaskGetTickCount(), (unsigned)sum);
            (void)xSemaphoreGive(limit);
        }
    }
}

static void raise_alarm(void *parameter)
{
    (void)parameter;
    for (;;) {
        (void)xSemaphoreTake(limit, portMAX_DELAY);
        (void)xSemaphoreTake(bus, portMAX_DELAY);
        printf("%u ms: alarm has the bus\n", (unsigned)xTaskGetTickCount());
        (void)xSemaphoreGive(bus);
    }
}

static void log_values(void *parameter)
{
    (void)parameter;
    for (;;) {
        (void)xSemaphoreTake(bus, portMAX_DELAY);
        vTaskDelay(pdMS_TO_TICKS(7));
        (void)xSemaphoreGive(bus);
        vTaskDelay(pdMS_TO_TICKS(2));
    }
}

int main(void)
{
    samples = xQueueCreate(4, sizeof(uint32_t));
    limit = xSemaphoreCreateBinary();
    bus = xSemaphoreCreateMutex();
    (void)xTaskCreateStatic(sample, "sampler", STACK_WORDS, NULL, 4, sampler_stack, &sampler_block);
    (void)xTaskCreate(filter, "filter", STACK_WORDS, NULL, 3, NULL);
    (void)xTaskCreate(raise_alarm, "alarm", STACK_WORDS, NULL, 5, NULL);
    (void)xTaskCreate(log_values, "logger", STACK_WORDS, NULL, 1, NULL);
    vTaskStartScheduler();
    return 1;
}
