/* SPDX-License-Identifier: Apache-2.0 */
/* A program in the form in which STM32CubeMX writes them: it includes cmsis_os.h alone, and all
 * objects have static memory of the types of FreeRTOS. The threads mix calls of both interfaces.
 */
#include "cmsis_os.h"

#include "event_groups.h"
#include "queue.h"
#include "semphr.h"
#include "timers.h"
#include <limen/board.h>

typedef StaticTask_t osStaticThreadDef_t;
typedef StaticQueue_t osStaticMessageQDef_t;
typedef StaticTimer_t osStaticTimerDef_t;
typedef StaticSemaphore_t osStaticMutexDef_t;
typedef StaticSemaphore_t osStaticSemaphoreDef_t;
typedef StaticEventGroup_t osStaticEventGroupDef_t;

uint32_t SystemCoreClock = 16000000;

osThreadId_t defaultTaskHandle;
uint32_t defaultTaskBuffer[512];
osStaticThreadDef_t defaultTaskControlBlock;
const osThreadAttr_t defaultTask_attributes = {
    .name = "defaultTask",
    .cb_mem = &defaultTaskControlBlock,
    .cb_size = sizeof(defaultTaskControlBlock),
    .stack_mem = &defaultTaskBuffer[0],
    .stack_size = sizeof(defaultTaskBuffer),
    .priority = (osPriority_t)osPriorityNormal,
};

osThreadId_t sensorTaskHandle;
const osThreadAttr_t sensorTask_attributes = {
    .name = "sensorTask",
    .stack_size = 256 * 4,
    .priority = (osPriority_t)osPriorityLow,
};

osMessageQueueId_t readingsHandle;
uint8_t readingsBuffer[4 * sizeof(uint16_t)];
osStaticMessageQDef_t readingsControlBlock;
const osMessageQueueAttr_t readings_attributes = {.name = "readings",
                                                  .cb_mem = &readingsControlBlock,
                                                  .cb_size = sizeof(readingsControlBlock),
                                                  .mq_mem = &readingsBuffer,
                                                  .mq_size = sizeof(readingsBuffer)};

osTimerId_t periodHandle;
osStaticTimerDef_t periodControlBlock;
const osTimerAttr_t period_attributes = {
    .name = "period",
    .cb_mem = &periodControlBlock,
    .cb_size = sizeof(periodControlBlock),
};

osMutexId_t busHandle;
osStaticMutexDef_t busControlBlock;
const osMutexAttr_t bus_attributes = {
    .name = "bus",
    .attr_bits = osMutexRecursive,
    .cb_mem = &busControlBlock,
    .cb_size = sizeof(busControlBlock),
};

osSemaphoreId_t readyHandle;
osStaticSemaphoreDef_t readyControlBlock;
const osSemaphoreAttr_t ready_attributes = {
    .name = "ready",
    .cb_mem = &readyControlBlock,
    .cb_size = sizeof(readyControlBlock),
};

osEventFlagsId_t eventsHandle;
osStaticEventGroupDef_t eventsControlBlock;
const osEventFlagsAttr_t events_attributes = {
    .name = "events",
    .cb_mem = &eventsControlBlock,
    .cb_size = sizeof(eventsControlBlock),
};

void StartDefaultTask(void *argument);
void StartSensorTask(void *argument);
void PeriodCallback(void *argument);

static void has(const char *what, const void *handle)
{
    if (handle == NULL) {
        lm_board_printf("%s does not exist\n", what);
        lm_board_exit(1);
    }
}

int main(void)
{
    osKernelInitialize();
    busHandle = osMutexNew(&bus_attributes);
    readyHandle = osSemaphoreNew(1, 1, &ready_attributes);
    periodHandle = osTimerNew(PeriodCallback, osTimerPeriodic, NULL, &period_attributes);
    readingsHandle = osMessageQueueNew(4, sizeof(uint16_t), &readings_attributes);
    defaultTaskHandle = osThreadNew(StartDefaultTask, NULL, &defaultTask_attributes);
    sensorTaskHandle = osThreadNew(StartSensorTask, NULL, &sensorTask_attributes);
    eventsHandle = osEventFlagsNew(&events_attributes);
    has("bus", busHandle);
    has("ready", readyHandle);
    has("period", periodHandle);
    has("readings", readingsHandle);
    has("defaultTask", defaultTaskHandle);
    has("sensorTask", sensorTaskHandle);
    has("events", eventsHandle);
    osKernelStart();
    while (1) {
    }
}

/* The handler of a device, which uses the calls of FreeRTOS. */
static void onDevice(void *argument)
{
    BaseType_t woken = pdFALSE;

    (void)argument;
    xSemaphoreGiveFromISR(readyHandle, &woken);
    vTaskNotifyGiveFromISR((TaskHandle_t)defaultTaskHandle, &woken);
    portYIELD_FROM_ISR(woken);
}

void PeriodCallback(void *argument)
{
    (void)argument;
    lm_board_interrupt_raise(0);
}

void StartDefaultTask(void *argument)
{
    uint16_t reading = 0;

    (void)argument;
    lm_board_interrupt_attach(0, 2, onDevice, NULL);
    osTimerStart(periodHandle, 5);
    while (reading < 5) {
        uint32_t count = ulTaskNotifyTake(pdTRUE, portMAX_DELAY);

        xQueueReceive(readingsHandle, &reading, portMAX_DELAY);
        xSemaphoreTakeRecursive(busHandle, portMAX_DELAY);
        osMutexAcquire(busHandle, osWaitForever);
        lm_board_printf("%s: notified %u, reading %u, %u left, spare stack %d\n",
                        pcTaskGetName(NULL), (unsigned)count, (unsigned)reading,
                        (unsigned)uxQueueMessagesWaiting(readingsHandle),
                        uxTaskGetStackHighWaterMark(NULL) > 0);
        osMutexRelease(busHandle);
        xSemaphoreGiveRecursive(busHandle);
    }
    osEventFlagsSet(eventsHandle, 1);
    lm_board_printf("priority %u, events %u\n",
                    (unsigned)uxTaskPriorityGet((TaskHandle_t)sensorTaskHandle),
                    (unsigned)osEventFlagsGet(eventsHandle));
    lm_board_exit(0);
}

void StartSensorTask(void *argument)
{
    uint16_t reading = 0;

    (void)argument;
    for (;;) {
        osSemaphoreAcquire(readyHandle, osWaitForever);
        reading++;
        osMessageQueuePut(readingsHandle, &reading, 0, osWaitForever);
        vTaskDelay(pdMS_TO_TICKS(1));
    }
}
