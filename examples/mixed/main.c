/* SPDX-License-Identifier: Apache-2.0 */
/* One program with calls of FreeRTOS, CMSIS-RTOS2 and Limen: a thread of CMSIS-RTOS2 sends samples
 * through a queue of FreeRTOS, a task takes them and notifies the thread, and a native thread
 * prints what both put into a native stream.
 */
#include "FreeRTOS.h"
#include "cmsis_os2.h"
#include "queue.h"
#include "task.h"
#include <limen/board.h>
#include <limen/limen.h>
#include <stdio.h>

enum { SAMPLES = 3, WORDS = 256 };

static QueueHandle_t samples;
static osThreadId_t sampler;
static struct lm_thread logger;
static struct lm_stream lines;
static unsigned char lines_storage[64];

LM_STACK(logger_stack, 2048);

static void run_sampler(void *argument)
{
    (void)argument;
    for (uint32_t number = 1; number <= SAMPLES; number++) {
        (void)osDelay(10);
        (void)xQueueSend(samples, &number, portMAX_DELAY);
        (void)osThreadFlagsWait(1, osFlagsWaitAny, osWaitForever); /* which a task gives */
    }
    (void)lm_stream_put_message(&lines, "the end", sizeof "the end");
}

static void take(void *parameter)
{
    char line[24];
    uint32_t number;

    (void)parameter;
    for (;;) {
        (void)xQueueReceive(samples, &number, portMAX_DELAY);
        int length = snprintf(line, sizeof line, "sample %u", (unsigned)number);

        (void)lm_stream_put_message(&lines, line, (size_t)length + 1);
        (void)xTaskNotify((TaskHandle_t)sampler, 1, eSetBits); /* flag 1 of the thread */
    }
}

static void print(void *argument)
{
    char line[24];

    (void)argument;
    for (;;) {
        size_t bytes = sizeof line;

        (void)lm_stream_wait_for_data(&lines, LM_FOREVER);
        if (lm_stream_take_message(&lines, line, &bytes) == LM_OK) {
            printf("%u ms: %s\n", (unsigned)osKernelGetTickCount(), line);
            if (bytes == sizeof "the end") {
                lm_board_exit(0);
            }
        }
    }
}

int main(void)
{
    (void)osKernelInitialize(); /* it is for all three */
    (void)lm_stream_create(&lines, "lines", lines_storage, sizeof lines_storage, 1);
    (void)lm_thread_create(&logger, &(struct lm_thread_config){.name = "logger",
                                                               LM_PREEMPTIVE(50),
                                                               .entry = print,
                                                               LM_USE_STACK(logger_stack)});
    samples = xQueueCreate(2, sizeof(uint32_t));
    (void)xTaskCreate(take, "take", WORDS, NULL, 4, NULL);
    sampler = osThreadNew(run_sampler, NULL, &(osThreadAttr_t){.name = "sampler"});
    vTaskStartScheduler(); /* or osKernelStart */
    return 1;
}
