/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: the recorder's switches are those of the kernel.
 *
 * Method: threads that lock a mutex (or a binary semaphore), send messages, wait for notifications,
 * event flags and timers run for 300 ms. The linker wraps the function of the kernel that chooses
 * the next thread; its choices are written to the file that the second argument names, and the
 * trace to the first one. Argument 3: 1 a binary semaphore is the lock.
 */
#include "FreeRTOS.h"
#include "event_groups.h"
#include "queue.h"
#include "semphr.h"
#include "task.h"
#include "timers.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

enum { RUN_TICKS = 300, TICKS_PER_US = 10 };

static SemaphoreHandle_t lock, events;
static QueueHandle_t items;
static EventGroupHandle_t flags;
static TaskHandle_t notified;
static FILE *truth;
static const char *trace_name;

static uint64_t now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 10000000U + (uint64_t)time.tv_nsec / 100U;
}

uint32_t clock_of_the_test(void)
{
    static uint64_t start;

    start = start == 0 ? now() - 0xFFF00000U : start; /* it wraps soon */
    return (uint32_t)(now() - start);
}

unsigned long block_signals(void)
{
    sigset_t all, before;

    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    return *(unsigned long *)&before;
}

void restore_signals(unsigned long saved)
{
    sigset_t before;

    sigemptyset(&before);
    *(unsigned long *)&before = saved;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

void __real_vTaskSwitchContext(void);

void __wrap_vTaskSwitchContext(void)
{
    static TaskHandle_t before;

    __real_vTaskSwitchContext();
    const unsigned long saved = block_signals();
    const TaskHandle_t next = xTaskGetCurrentTaskHandle();
    if (next != before && truth != NULL) {
        fprintf(truth, "%s\n", pcTaskGetName(next));
        before = next;
    }
    restore_signals(saved);
}

static void busy(unsigned microseconds)
{
    const uint64_t end = now() + microseconds * TICKS_PER_US;

    while (now() < end) {
    }
}

static void low(void *unused)
{
    (void)unused;
    for (;;) {
        xSemaphoreTake(lock, portMAX_DELAY);
        busy(4000);
        xSemaphoreGive(lock);
        vTaskDelay(6);
    }
}

static void med(void *unused)
{
    TickType_t wake = xTaskGetTickCount();

    (void)unused;
    for (;;) {
        vTaskDelayUntil(&wake, 7);
        busy(2500);
    }
}

static void high(void *unused)
{
    TickType_t wake = xTaskGetTickCount();

    (void)unused;
    for (;;) {
        vTaskDelayUntil(&wake, 10);
        xSemaphoreTake(lock, portMAX_DELAY);
        busy(300);
        xSemaphoreGive(lock);
        xEventGroupSetBits(flags, 1);
        xTaskNotifyGive(notified);
    }
}

static void producer(void *unused)
{
    (void)unused;
    for (uint32_t number = 0;; number++) {
        xQueueSend(items, &number, portMAX_DELAY);
        if (number % 5 == 4) {
            vTaskDelay(9);
        }
    }
}

static void consumer(void *unused)
{
    uint32_t number;

    (void)unused;
    for (;;) {
        xQueueReceive(items, &number, portMAX_DELAY);
        busy(100);
    }
}

static void handler(void *unused)
{
    (void)unused;
    for (;;) {
        xSemaphoreTake(events, portMAX_DELAY);
        busy(150);
    }
}

static void listener(void *unused)
{
    (void)unused;
    for (;;) {
        xEventGroupWaitBits(flags, 1, pdTRUE, pdTRUE, portMAX_DELAY);
        ulTaskNotifyTake(pdTRUE, portMAX_DELAY);
    }
}

static void once(void *unused)
{
    (void)unused;
    vTaskDelay(3);
    vTaskPrioritySet(NULL, 4);
    busy(200);
    vTaskDelay(12);
    vTaskDelete(NULL);
}

static void ender(void *unused)
{
    (void)unused;
    vTaskDelay(RUN_TICKS);
    block_signals();
    limen_recorder_stop();
    FILE *const file = fopen(trace_name, "wb");
    fwrite(limen_recorder_image, 1, limen_recorder_size(), file);
    fclose(file);
    fclose(truth);
    _exit(0);
}

void vApplicationTickHook(void)
{
    static unsigned ticks;
    BaseType_t woken = pdFALSE;

    if (++ticks % 6 == 0 && events != NULL) {
        limen_interrupt(1);
        xSemaphoreGiveFromISR(events, &woken);
        limen_interrupt(0);
    }
}

int main(int count, char **arguments)
{
    static const struct {
        TaskFunction_t entry;
        const char *name;
        UBaseType_t priority;
    } threads[] = {{low, "low", 1},       {med, "med", 2},           {high, "high", 3},
                   {producer, "prod", 2}, {consumer, "cons", 3},     {handler, "handler", 4},
                   {once, "once", 1},     {listener, "listener", 2}, {ender, "ender", 6}};

    trace_name = arguments[1];
    truth = fopen(arguments[2], "w");
    limen_recorder_start();
    if (count > 3 && arguments[3][0] == '1') {
        lock = xSemaphoreCreateBinary();
        xSemaphoreGive(lock);
    } else {
        lock = xSemaphoreCreateMutex();
    }
    events = xSemaphoreCreateCounting(5, 0);
    items = xQueueCreate(3, 4);
    flags = xEventGroupCreate();
    vQueueAddToRegistry(lock, "lock");
    vQueueAddToRegistry(events, "events");
    vQueueAddToRegistry(items, "items");
    limen_name(flags, "flags");
    for (size_t at = 0; at < sizeof threads / sizeof threads[0]; at++) {
        TaskHandle_t made;

        xTaskCreate(threads[at].entry, threads[at].name, 4096, NULL, threads[at].priority, &made);
        notified = threads[at].entry == listener ? made : notified;
    }
    vTaskStartScheduler();
    return 1;
}
