/* SPDX-License-Identifier: Apache-2.0 */
/* A program of CMSIS-RTOS2, as it runs on other kernels: a timer asks for samples, a thread takes
 * blocks of a pool for them and sends them through a queue, another one averages them, and the
 * main thread prints. The trace of Limen begins and ends around it.
 */
#include "cmsis_os2.h"
#include <limen/board.h>
#include <limen/trace.h>
#include <stdio.h>

#define SAMPLES 4U
#define ASKED 0x1U
#define FINISHED 0x2U

struct sample {
    uint32_t number;
    uint32_t value;
};

static osThreadId_t sampler, filter;
static osTimerId_t timer;
static osMemoryPoolId_t pool;
static osMessageQueueId_t samples;
static osMutexId_t console;
static osSemaphoreId_t printed;
static osEventFlagsId_t events;
static uint32_t trace[4096];

static void ask(void *argument)
{
    (void)argument;
    osThreadFlagsSet(sampler, ASKED);
}

static void run_sampler(void *argument)
{
    (void)argument;
    for (uint32_t number = 1; number <= SAMPLES; number++) {
        osThreadFlagsWait(ASKED, osFlagsWaitAny, osWaitForever);

        struct sample *sample = osMemoryPoolAlloc(pool, 0);

        sample->number = number;
        sample->value = number % 2 == 1 ? 100 : 200;
        osMessageQueuePut(samples, &sample, 0, osWaitForever);
    }
    osTimerStop(timer);
    osEventFlagsSet(events, FINISHED);
}

static void run_filter(void *argument)
{
    uint32_t average = 150;

    (void)argument;
    for (;;) {
        struct sample *sample = NULL;

        osMessageQueueGet(samples, &sample, NULL, osWaitForever);
        average = (3 * average + sample->value) / 4;
        osMutexAcquire(console, osWaitForever);
        lm_board_printf("%u ms: sample %u, average %u\n", (unsigned)osKernelGetTickCount(),
                        (unsigned)sample->number, (unsigned)average);
        osMutexRelease(console);
        osMemoryPoolFree(pool, sample);
        osSemaphoreRelease(printed);
    }
}

static void run_main(void *argument)
{
    (void)argument;
    osTimerStart(timer, 10);
    osEventFlagsWait(events, FINISHED, osFlagsWaitAll, osWaitForever);
    for (uint32_t i = 0; i < SAMPLES; i++) {
        osSemaphoreAcquire(printed, osWaitForever);
    }
    osDelay(5);
    lm_board_printf("%u ms: %u threads\n", (unsigned)osKernelGetTickCount(),
                    (unsigned)osThreadGetCount());
    lm_trace_stop();
    lm_board_exit(lm_board_save("trace.limen", trace, sizeof trace));
}

static void create_objects(void)
{
    timer = osTimerNew(ask, osTimerPeriodic, NULL, &(osTimerAttr_t){.name = "timer"});
    pool = osMemoryPoolNew(2, sizeof(struct sample), &(osMemoryPoolAttr_t){.name = "pool"});
    samples =
        osMessageQueueNew(2, sizeof(struct sample *), &(osMessageQueueAttr_t){.name = "samples"});
    console = osMutexNew(&(osMutexAttr_t){.name = "console", .attr_bits = osMutexPrioInherit});
    printed = osSemaphoreNew(SAMPLES, 0, &(osSemaphoreAttr_t){.name = "printed"});
    events = osEventFlagsNew(&(osEventFlagsAttr_t){.name = "events"});
}

static osThreadId_t start(void (*function)(void *), const char *name, osPriority_t priority)
{
    return osThreadNew(function, NULL,
                       &(osThreadAttr_t){.name = name, .stack_size = 1024, .priority = priority});
}

int main(void)
{
    osKernelInitialize();
    lm_trace_start(trace, sizeof trace, 20);
    create_objects();
    sampler = start(run_sampler, "sampler", osPriorityAboveNormal);
    filter = start(run_filter, "filter", osPriorityNormal);
    start(run_main, "main", osPriorityBelowNormal);
    osKernelStart();
    return 1;
}
