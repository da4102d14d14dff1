/* SPDX-License-Identifier: Apache-2.0 */
/* The sampler is more urgent than the regulator, and both use CMSIS-RTOS2. */
#include "control.h"
#include <cmsis_os2.h>
#include <limen/board.h>
#include <limen/limen.h>

enum { READINGS = 4, WANTED = 1000, PERIOD_TICKS = 10 };

static osMessageQueueId_t readings;
static volatile int32_t output;
static volatile uint32_t outputs;

static void sample(void *argument)
{
    int32_t reading = 0;

    (void)argument;
    for (uint32_t due = osKernelGetTickCount();;) {
        due += PERIOD_TICKS;
        osDelayUntil(due);
        reading += (output - reading) / 4; /* the plant: it follows the output */
        osMessageQueuePut(readings, &reading, 0, 0);
    }
}

static void regulate(void *argument)
{
    int32_t reading;

    (void)argument;
    for (;;) {
        osMessageQueueGet(readings, &reading, NULL, osWaitForever);
        lm_work(LM_US(200)); /* what a real regulator would compute */
        output += (WANTED - reading) / 8;
        outputs++;
    }
}

void control_init(void)
{
    osKernelInitialize();
}

void control_start(void)
{
    osKernelStart();
}

void control_create(void)
{
    static const osThreadAttr_t of_sampler = {
        .name = "sampler", .stack_size = 1024, .priority = osPriorityHigh};
    static const osThreadAttr_t of_regulator = {
        .name = "regulator", .stack_size = 1024, .priority = osPriorityNormal};
    static const osMessageQueueAttr_t of_readings = {.name = "readings"};

    readings = osMessageQueueNew(READINGS, sizeof(int32_t), &of_readings);
    osThreadNew(sample, NULL, &of_sampler);
    osThreadNew(regulate, NULL, &of_regulator);
}

uint32_t control_count(void)
{
    return outputs;
}

int control_output(void)
{
    return (int)output;
}
