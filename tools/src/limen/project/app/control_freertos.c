/* SPDX-License-Identifier: Apache-2.0 */
/* The sampler is more urgent than the regulator, and both use FreeRTOS. */
#include "control.h"
#include <FreeRTOS.h>
#include <limen/board.h>
#include <queue.h>
#include <task.h>

enum { READINGS = 4, WANTED = 1000 };

static QueueHandle_t readings;
static volatile int32_t output;
static volatile uint32_t outputs;

static void sample(void *parameter)
{
    int32_t reading = 0;
    TickType_t last = xTaskGetTickCount();

    (void)parameter;
    for (;;) {
        vTaskDelayUntil(&last, pdMS_TO_TICKS(10));
        reading += (output - reading) / 4; /* the plant: it follows the output */
        xQueueSend(readings, &reading, 0);
    }
}

static void regulate(void *parameter)
{
    int32_t reading;

    (void)parameter;
    for (;;) {
        xQueueReceive(readings, &reading, portMAX_DELAY);
        lm_work(LM_US(200)); /* what a real regulator would compute */
        output += (WANTED - reading) / 8;
        outputs++;
    }
}

void control_init(void)
{
    lm_layer_begin(configTICK_RATE_HZ);
}

void control_start(void)
{
    vTaskStartScheduler();
}

void control_create(void)
{
    readings = xQueueCreate(READINGS, sizeof(int32_t));
    xTaskCreate(sample, "sampler", configMINIMAL_STACK_SIZE, NULL, 3, NULL);
    xTaskCreate(regulate, "regulator", configMINIMAL_STACK_SIZE, NULL, 2, NULL);
}

uint32_t control_count(void)
{
    return outputs;
}

int control_output(void)
{
    return (int)output;
}
