/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: priorities are inherited and restored as in FreeRTOS: the direct owner inherits until it
 * gives its last mutex, or until no task waits any more. An interrupt can give a mutex that
 * xQueueReset has withdrawn. Method: the output is compared with the text that follows from the
 * interface. */
#include "now.h"
#include "queue.h"
#include "semphr.h"
#include "task.h"
#include <limen/board.h>

enum { WORDS = 256, LOW = 1, TEST = 2, MIDDLE = 3, HIGH = 4 };

static SemaphoreHandle_t shared, own;
static TaskHandle_t high, middle;
static long middle_runs;

static void priority(const char *text)
{
    now(text, (long)uxTaskPriorityGet(NULL));
}

/* It takes and gives the mutex each time that it is resumed. */
static void want(void *parameter)
{
    (void)parameter;
    for (;;) {
        vTaskSuspend(NULL);
        if (xSemaphoreTake(shared, portMAX_DELAY) == pdPASS) {
            (void)xSemaphoreGive(shared);
        } else {
            now("none", (long)uxTaskPriorityGet(NULL));
        }
    }
}

static void count(void *parameter)
{
    (void)parameter;
    for (;;) {
        vTaskSuspend(NULL);
        middle_runs++;
    }
}

static void begin(void)
{
    middle_runs = 0;
    (void)xSemaphoreTake(shared, 0);
    vTaskResume(high);
    now("state", eTaskGetState(high));
    priority("inherited");
    vTaskPrioritySet(NULL, TEST);
    priority("still");
    vTaskResume(middle);
    now("middle", middle_runs);
    now("own", (long)xSemaphoreTake(own, 0));
}

static void same_order(void)
{
    begin();
    (void)xSemaphoreGive(own);
    priority("own given");
    now("middle", middle_runs);
    (void)xSemaphoreGive(shared);
    now("middle", middle_runs);
    priority("all given");
    now("state", eTaskGetState(high));
    vTaskPrioritySet(NULL, LOW);
}

static void other_order(void)
{
    begin();
    (void)xSemaphoreGive(shared);
    taskYIELD();
    priority("shared given");
    now("middle", middle_runs);
    (void)xSemaphoreGive(own);
    now("middle", middle_runs);
    priority("all given");
    vTaskPrioritySet(NULL, LOW);
    priority("low");
}

/* A mutex that has kept an inherited priority does not give it to its next owner. */
static void again(void)
{
    begin();
    (void)xSemaphoreGive(shared);
    (void)xSemaphoreGive(own);
    (void)xSemaphoreTake(own, 0);
    vTaskPrioritySet(NULL, LOW + 1);
    priority("raised");
    vTaskPrioritySet(NULL, LOW);
    priority("low again");
    (void)xSemaphoreGive(own);
}

static void timeouts(void)
{
    TaskHandle_t second;

    (void)xTaskCreate(want, "second", WORDS, NULL, MIDDLE, &second);
    (void)xSemaphoreTake(shared, 0);
    vTaskResume(high);
    vTaskResume(second);
    priority("of high");
    vTaskDelay(1);
    (void)xTaskAbortDelay(high);
    priority("of second");
    (void)xTaskAbortDelay(second);
    priority("of none");
    (void)xSemaphoreGive(shared);
    now("holder", xSemaphoreGetMutexHolder(shared) == NULL);
    vTaskDelete(second);
}

/* An interrupt gives a mutex that has no owner. */
static SemaphoreHandle_t from_interrupt;

static void handle(void *argument)
{
    (void)argument;
    now("interrupt gives", (long)xSemaphoreGiveFromISR(from_interrupt, NULL));
    now("interrupt gives", (long)xSemaphoreGiveFromISR(from_interrupt, NULL));
}

static void raise_later(void *parameter)
{
    (void)parameter;
    vTaskDelay(3);
    lm_board_interrupt_raise(0);
    vTaskDelete(NULL);
}

static void withdrawn(void)
{
    from_interrupt = xSemaphoreCreateMutex();
    lm_board_interrupt_attach(0, 2, handle, NULL);
    now("free", (long)uxQueueMessagesWaiting(from_interrupt));
    (void)xQueueReset(from_interrupt);
    now("free", (long)uxQueueMessagesWaiting(from_interrupt));
    now("take", (long)xSemaphoreTake(from_interrupt, 2));
    lm_board_interrupt_raise(0);
    now("take", (long)xSemaphoreTake(from_interrupt, 0));
    now("again", (long)xSemaphoreTake(from_interrupt, 0));
    (void)xSemaphoreGive(from_interrupt);
    (void)xQueueReset(from_interrupt);
    (void)xTaskCreate(raise_later, "raise", WORDS, NULL, HIGH, NULL);
    now("take", (long)xSemaphoreTake(from_interrupt, 10));
    now("holder", xSemaphoreGetMutexHolder(from_interrupt) == xTaskGetCurrentTaskHandle());
    now("give", (long)xSemaphoreGive(from_interrupt));
    now("give", (long)xSemaphoreGive(from_interrupt));
}

static void lead(void *parameter)
{
    (void)parameter;
    same_order();
    other_order();
    again();
    timeouts();
    withdrawn();
    vTaskEndScheduler();
}

int main(void)
{
    shared = xSemaphoreCreateMutex();
    own = xSemaphoreCreateMutex();
    (void)xTaskCreate(want, "high", WORDS, NULL, HIGH, &high);
    (void)xTaskCreate(count, "middle", WORDS, NULL, MIDDLE, &middle);
    (void)xTaskCreate(lead, "lead", 2 * WORDS, NULL, LOW, NULL);
    vTaskStartScheduler();
    return 1;
}
