/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: the options that add a feature to a program work: hooks, statistics of run times, errno, a
 * first tick, macros of FreeRTOSConfig.h, configASSERT. Method: each of them is counted or
 * printed. */
#include "FreeRTOS.h"
#include "message_buffer.h"
#include "semphr.h"
#include "task.h"
#include "timers.h"
#include <limen/board.h>
#include <stdio.h>
#include <string.h>

enum { WORDS = 256 };

static unsigned idle_calls, ticks, failures, daemons, assertions, timers, worker_runs, sent,
    received;

static void now(const char *text, long value)
{
    printf("%u %s %ld\n", (unsigned)(xTaskGetTickCount() - configINITIAL_TICK_COUNT), text, value);
}

void vApplicationIdleHook(void)
{
    idle_calls++;
}

void vApplicationTickHook(void)
{
    ticks++;
}

void vApplicationMallocFailedHook(void)
{
    failures++;
}

void vApplicationDaemonTaskStartupHook(void)
{
    daemons++;
}

void note_assertion(void)
{
    assertions++;
}

void note_timer(void)
{
    timers++;
}

void note_switch(const char *name)
{
    worker_runs += strcmp(name, "worker") == 0;
}

void note_sent(void *buffer)
{
    sent += buffer != NULL;
}

void note_received(void *buffer)
{
    received += buffer != NULL;
}

static void work(void *parameter)
{
    (void)parameter;
    FreeRTOS_errno = 7;
    for (;;) {
        lm_work(LM_MS(2));
        vTaskDelay(2);
    }
}

static void statistics(void)
{
    static char text[400];
    TaskStatus_t states[6];
    configRUN_TIME_COUNTER_TYPE total = 0;
    TaskHandle_t worker = xTaskGetHandle("worker");
    UBaseType_t count = uxTaskGetSystemState(states, 6, &total);

    now("tasks", (long)count);
    now("too few", (long)uxTaskGetSystemState(states, 2, NULL));
    vTaskGetInfo(worker, &states[0], pdTRUE, eInvalid);
    now("end", states[0].pxEndOfStack > states[0].pxStackBase);
    now("total", total >= states[0].ulRunTimeCounter);
    now("half", ulTaskGetRunTimePercent(worker) > 20);
    now("idle", ulTaskGetIdleRunTimePercent() > 20);
    vTaskList(text);
    now("lead runs", strstr(text, "lead       \tX\t2\t") != NULL);
    now("idle is ready", strstr(text, "IDLE       \tR\t0\t") != NULL);
    vTaskGetRunTimeStatistics(text, sizeof text);
    now("percent", strstr(text, "%\r\n") != NULL);
    vTaskListTasks(text, 5);
    now("short", (long)strlen(text));
}

static void streams(void)
{
    StreamBufferHandle_t stream = xStreamBufferCreate(8, 2);
    char byte = 0;

    (void)xStreamBufferSend(stream, "a", 1, 0);
    now("below the level", (long)sent);
    (void)xStreamBufferSend(stream, "b", 1, 0);
    now("sent", (long)sent);
    (void)xStreamBufferReceive(stream, &byte, 1, 0);
    now("received", (long)received);
}

static void mistakes(void)
{
    SemaphoreHandle_t mutex = xSemaphoreCreateMutex();

    now("assertions", (long)assertions);
    (void)xSemaphoreGive(mutex);
    now("a free one", (long)assertions);
    (void)xTaskCreate(work, "too urgent", WORDS, NULL, configMAX_PRIORITIES, NULL);
    now("priority", (long)assertions);
    vTaskDelete(xTaskGetHandle("too urgent"));
    now("no memory", pvPortMalloc(1000000) == NULL);
    now("failures", (long)failures);
}

static void lead(void *parameter)
{
    TickType_t start = xTaskGetTickCount();

    (void)parameter;
    now("first", start - configINITIAL_TICK_COUNT <= 1);
    FreeRTOS_errno = 3;
    vTaskDelay(40);
    now("errno", FreeRTOS_errno);
    now("ticks", (long)(xTaskGetTickCount() - start) - (long)ticks);
    now("idle", idle_calls >= 10);
    now("daemon", (long)daemons);
    now("timer", (long)timers);
    now("worker", worker_runs >= 10);
    statistics();
    streams();
    mistakes();
    vTaskSuspend(xTaskGetHandle("worker"));
    start = xTaskGetTickCount();
    (void)xTaskCatchUpTicks(1000);
    vTaskDelay(1);
    now("caught up", (long)(xTaskGetTickCount() - start) / 1000);
    vTaskEndScheduler();
}

/* Of equal tasks, the one that was created last runs first. */
static void run_in_turn(void *parameter)
{
    now("turn", (long)(intptr_t)parameter);
    vTaskDelete(NULL);
}

int main(void)
{
    for (intptr_t i = 1; i <= 3; i++) {
        (void)xTaskCreate(run_in_turn, "turn", WORDS, (void *)i, 3, NULL);
    }
    (void)xTaskCreate(lead, "lead", 3 * WORDS, NULL, 2, NULL);
    (void)xTaskCreate(work, "worker", WORDS, NULL, 1, NULL);
    vTaskStartScheduler();
    return 1;
}
