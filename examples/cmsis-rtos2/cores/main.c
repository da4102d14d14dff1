/* SPDX-License-Identifier: Apache-2.0 */
/* A program of CMSIS-RTOS2 on two cores: affinity masks say where its threads run. A timer of core
 * 0 asks for samples, and core 1 filters them; all objects exist before the start, so they are for
 * the threads of both cores. The file has a trace of each core.
 */
#include "cmsis_os2.h"
#include <limen/board.h>
#include <limen/cores.h>
#include <limen/trace.h>
#include <limen_layer.h>

#define SAMPLES 6U
#define ASKED 0x1U
#define FILTERED 0x1U
#define URGENT 1U
#define OBJECTS 24U

struct sample {
    uint32_t number;
    uint32_t value;
    uint32_t average;
};

static osThreadId_t sampler;
static osTimerId_t timer;
static osMemoryPoolId_t pool;
static osMessageQueueId_t samples;
static osMutexId_t console;
static osEventFlagsId_t events;
static uint32_t traces[LM_CORES][2048];

static void ask(void *argument)
{
    (void)argument;
    osThreadFlagsSet(sampler, ASKED);
}

static void tell(const char *what, const struct sample *sample)
{
    osMutexAcquire(console, osWaitForever);
    lm_board_printf("core %u: sample %u %s\n", lm_core_self(), (unsigned)sample->number, what);
    osMutexRelease(console);
}

/* On core 0. Every third sample is urgent, and overtakes those that wait in the queue. */
static void run_sampler(void *argument)
{
    struct sample *sample = NULL;

    (void)argument;
    osTimerStart(timer, 10);
    for (uint32_t number = 1; number <= SAMPLES; number++) {
        osThreadFlagsWait(ASKED, osFlagsWaitAny, osWaitForever);
        sample = osMemoryPoolAlloc(pool, osWaitForever);
        sample->number = number;
        sample->value = number % 2 == 1 ? 100 : 200;
        tell("taken", sample);
        osMessageQueuePut(samples, &sample, number % 3 == 0 ? URGENT : 0, osWaitForever);
    }
    osEventFlagsWait(events, FILTERED, osFlagsWaitAll, osWaitForever);
    lm_trace_stop();
    lm_board_exit(lm_board_save("trace.limen", traces, sizeof traces));
}

/* On core 1: it is slower than the timer, so samples wait for it. */
static void run_filter(void *argument)
{
    uint32_t average = 150;

    (void)argument;
    for (uint32_t i = 0; i < SAMPLES; i++) {
        struct sample *sample = NULL;

        osMessageQueueGet(samples, &sample, NULL, osWaitForever);
        osDelay(15);
        average = (3 * average + sample->value) / 4;
        tell("filtered", sample);
        osMemoryPoolFree(pool, sample);
    }
    osEventFlagsSet(events, FILTERED);
}

/* The trace of each core begins before its kernel starts. */
void lm_layer_prepare_core(unsigned core)
{
    lm_trace_start(traces[core], sizeof traces[core], OBJECTS);
}

static void create_objects(void)
{
    timer = osTimerNew(ask, osTimerPeriodic, NULL, &(osTimerAttr_t){.name = "timer"});
    pool = osMemoryPoolNew(4, sizeof(struct sample), &(osMemoryPoolAttr_t){.name = "pool"});
    samples =
        osMessageQueueNew(4, sizeof(struct sample *), &(osMessageQueueAttr_t){.name = "samples"});
    console = osMutexNew(&(osMutexAttr_t){.name = "console"});
    events = osEventFlagsNew(&(osEventFlagsAttr_t){.name = "events"});
}

static osThreadId_t start(void (*function)(void *), const char *name, unsigned core)
{
    return osThreadNew(function, NULL,
                       &(osThreadAttr_t){.name = name,
                                         .stack_size = 1024,
                                         .priority = osPriorityNormal,
                                         .affinity_mask = 1U << core});
}

int main(void)
{
    osKernelInitialize();
    lm_layer_prepare_core(0);
    create_objects();
    sampler = start(run_sampler, "sampler", 0);
    start(run_filter, "filter", 1);
    osKernelStart();
    return 1;
}
