/* SPDX-License-Identifier: Apache-2.0 */
/* One program with four interfaces on one kernel. A thread of ThreadX puts samples into a queue of
 * FreeRTOS. A task takes them and sets a flag of a thread of CMSIS-RTOS2. All three send a report
 * through a queue of ThreadX to a native thread, which prints it. Any thread may use any of the
 * queues: by its own interface, or by native calls, because each control block begins with the
 * native object.
 */
#define TX_TIMER_TICKS_PER_SECOND 1000 /* as CMSIS-RTOS2 and FreeRTOSConfig.h */
#include "FreeRTOS.h"
#include "cmsis_os2.h"
#include "queue.h"
#include "task.h"
#include "tx_api.h"
#include <limen/board.h>
#include <stdio.h>

enum { SAMPLES = 3, PLACES = 4, STACK_BYTES = 2048 };

struct line {
    char text[24];
    uint32_t number;
};
enum { LINE_WORDS = sizeof(struct line) / sizeof(ULONG) };

static QueueHandle_t samples;
static osThreadId_t controller;
static TX_THREAD meter;
static TX_QUEUE lines;
static struct lm_thread logger;

static struct line lines_area[PLACES];
static ULONG meter_stack[STACK_BYTES / sizeof(ULONG)];
LM_STACK(logger_stack, STACK_BYTES);

static VOID measure(ULONG input)
{
    (void)input;
    for (uint32_t number = 1; number <= SAMPLES; number++) {
        struct line line = {"ThreadX measures", number};

        (void)tx_thread_sleep(10);
        (void)tx_queue_send(&lines, &line, TX_WAIT_FOREVER);
        (void)lm_queue_send(&samples->native.queue, &number, LM_FOREVER);
    }
}

static void take(void *parameter)
{
    struct line line = {"FreeRTOS takes", 0};

    (void)parameter;
    for (;;) {
        (void)xQueueReceive(samples, &line.number, portMAX_DELAY);
        (void)tx_queue_send(&lines, &line, TX_WAIT_FOREVER);
        (void)xTaskNotify((TaskHandle_t)controller, 1, eSetBits); /* flag 1 of the thread */
    }
}

static void control(void *argument)
{
    struct line line = {"CMSIS-RTOS2 controls", 0};

    (void)argument;
    for (;;) {
        (void)osThreadFlagsWait(1, osFlagsWaitAny, osWaitForever);
        line.number++;
        (void)lm_queue_send(&lines.limen, &line, LM_FOREVER);
    }
}

static void print(void *argument)
{
    struct line line = {"", 0};

    (void)argument;
    for (unsigned left = 3 * SAMPLES; left > 0; left--) {
        (void)lm_queue_receive(&lines.limen, &line, LM_FOREVER);
        printf("%u ms: %s %u\n", (unsigned)osKernelGetTickCount(), line.text,
               (unsigned)line.number);
    }
    lm_board_exit(0);
}

VOID tx_application_define(VOID *first_unused_memory)
{
    (void)first_unused_memory;
    (void)tx_queue_create(&lines, "lines", LINE_WORDS, lines_area, sizeof lines_area);
    (void)tx_thread_create(&meter, "meter", measure, 0, meter_stack, sizeof meter_stack, 2, 2,
                           TX_NO_TIME_SLICE, TX_AUTO_START);
    (void)xTaskCreate(take, "take", STACK_BYTES / sizeof(StackType_t), NULL, 4, NULL);
}

int main(void)
{
    (void)osKernelInitialize(); /* it is for all four, as tx_kernel_enter and a creation would be */
    controller = osThreadNew(control, NULL, &(osThreadAttr_t){.name = "controller"});
    samples = xQueueCreate(PLACES, sizeof(uint32_t));
    (void)lm_thread_create(&logger, &(struct lm_thread_config){.name = "logger",
                                                               LM_PREEMPTIVE(50),
                                                               .entry = print,
                                                               LM_USE_STACK(logger_stack)});
    tx_kernel_enter(); /* or osKernelStart, vTaskStartScheduler without threads of ThreadX */
    return 1;
}
