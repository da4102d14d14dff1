/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: a unit or message that a call provides remains until a task takes it, as in FreeRTOS: a
 * woken task checks again, and another task may have taken it. Method: a task of a higher priority,
 * an interrupt, or a task that has suspended the scheduler provides it, and takes or changes it
 * before the woken task runs. The output is compared with the text that follows from the
 * interface. */
#include "now.h"
#include "queue.h"
#include "semphr.h"
#include "timers.h"
#include <limen/board.h>

enum { WORDS = 256, LOW = 1, MIDDLE = 3, HIGH = 5 };

static QueueHandle_t queue;
static SemaphoreHandle_t semaphore;
static TaskHandle_t helper;

static void begin(TaskFunction_t function, const char *name, UBaseType_t priority)
{
    (void)xTaskCreate(function, name, WORDS, NULL, priority, &helper);
}

/* A full queue is refilled before the sender that waits for space runs, and an empty one is emptied
 * before the receiver runs. */
static void send_late(void *parameter)
{
    int value = 99;

    (void)parameter;
    now("sent", (long)xQueueSend(queue, &value, 20));
    vTaskDelete(NULL);
}

static void refill(void)
{
    int value = 0;

    queue = xQueueCreate(2, sizeof(int));
    for (int i = 0; i < 2; i++) {
        (void)xQueueSend(queue, &i, 0);
    }
    begin(send_late, "sender", LOW);
    vTaskDelay(2);
    for (int i = 2; i < 4; i++) {
        now("receive", (long)xQueueReceive(queue, &value, 0));
        now("space", (long)uxQueueSpacesAvailable(queue));
        now("send", (long)xQueueSend(queue, &i, 0));
        vTaskPrioritySet(helper, HIGH);
        now("state", eTaskGetState(helper));
        vTaskPrioritySet(helper, LOW);
    }
    vTaskDelay(30);
    now("first", (long)xQueueReceive(queue, &value, 0) * 10 + value);
}

static void receive_late(void *parameter)
{
    int value = 0;

    (void)parameter;
    now("received", (long)xQueueReceive(queue, &value, 20));
    vTaskDelete(NULL);
}

static void drain(void)
{
    int value = 7;

    (void)xQueueReset(queue);
    begin(receive_late, "receiver", LOW);
    vTaskDelay(2);
    (void)xQueueSend(queue, &value, 0);
    now("waiting", (long)uxQueueMessagesWaiting(queue));
    now("state", eTaskGetState(helper));
    now("take back", (long)xQueueReceive(queue, &value, 0));
    vTaskDelay(1);
    now("state", eTaskGetState(helper));
    vTaskDelay(30);
    vQueueDelete(queue);
}

/* With the scheduler suspended. */
static void take_late(void *parameter)
{
    (void)parameter;
    now("taken", (long)xSemaphoreTake(semaphore, 20));
    vTaskDelete(NULL);
}

static void suspended(void)
{
    semaphore = xSemaphoreCreateBinary();
    begin(take_late, "taker", HIGH);
    vTaskSuspendAll();
    now("give", (long)xSemaphoreGive(semaphore));
    now("give", (long)xSemaphoreGive(semaphore));
    now("take", (long)xSemaphoreTake(semaphore, 0));
    (void)xTaskResumeAll();
    now("state", eTaskGetState(helper));
    vTaskDelay(30);
}

/* In an interrupt. */
static int step;

static void handle(void *argument)
{
    BaseType_t woken = pdFALSE;

    (void)argument;
    if (step == 0) {
        now("from interrupt", (long)xSemaphoreGiveFromISR(semaphore, &woken));
        now("woken", (long)woken);
        now("from interrupt", (long)xSemaphoreGiveFromISR(semaphore, &woken));
    } else if (step == 1) {
        vTaskNotifyGiveFromISR(helper, &woken);
        vTaskNotifyGiveFromISR(helper, &woken);
    } else {
        now("offer", (long)xTaskNotifyFromISR(helper, 5, eSetValueWithoutOverwrite, &woken));
        now("offer", (long)xTaskNotifyFromISR(helper, 6, eSetValueWithoutOverwrite, &woken));
        now("add", (long)xTaskNotifyFromISR(helper, 8, eSetBits, &woken));
    }
    portYIELD_FROM_ISR(woken);
}

static void take_notices(void *parameter)
{
    uint32_t value = 0;

    (void)parameter;
    now("notices", (long)ulTaskNotifyTake(pdTRUE, portMAX_DELAY));
    now("notified", (long)xTaskNotifyWait(0, 0, &value, portMAX_DELAY));
    now("value", (long)value);
    now("no more", (long)xTaskNotifyWait(0, 0, &value, 0));
    vTaskDelete(NULL);
}

static void interrupted(void)
{
    lm_board_interrupt_attach(0, 2, handle, NULL);
    begin(take_late, "taker", HIGH);
    lm_board_interrupt_raise(0);
    vTaskDelay(1);
    now("left", (long)uxSemaphoreGetCount(semaphore));
    begin(take_notices, "notices", HIGH);
    step = 1;
    lm_board_interrupt_raise(0);
    step = 2;
    lm_board_interrupt_raise(0);
    vTaskDelay(1);
}

/* A task that gives a mutex may take it again before a task of the same priority that waits. */
static void want(void *parameter)
{
    (void)parameter;
    now("wants", (long)xSemaphoreTake(semaphore, 20));
    (void)xSemaphoreGive(semaphore);
    vTaskDelete(NULL);
}

static void retake(void)
{
    vSemaphoreDelete(semaphore);
    semaphore = xSemaphoreCreateMutex();
    (void)xSemaphoreTake(semaphore, 0);
    begin(want, "want", MIDDLE);
    vTaskDelay(2);
    now("give", (long)xSemaphoreGive(semaphore));
    now("take", (long)xSemaphoreTake(semaphore, 0));
    vTaskDelay(2);
    now("state", eTaskGetState(helper));
    now("give", (long)xSemaphoreGive(semaphore));
    vTaskDelay(2);
}

/* A queue set reports messages in the order in which they came into the queues, also a message
 * whose sender had to wait. */
static void in_set(void)
{
    QueueSetHandle_t set = xQueueCreateSet(4);
    QueueHandle_t other = xQueueCreate(1, sizeof(int));
    int value = 1;

    queue = xQueueCreate(1, sizeof(int));
    (void)xQueueAddToSet(queue, set);
    (void)xQueueAddToSet(other, set);
    (void)xQueueSend(queue, &value, 0);
    begin(send_late, "sender", LOW);
    vTaskDelay(2);
    now("first", xQueueSelectFromSet(set, 0) == queue);
    (void)xQueueReceive(queue, &value, 0);
    (void)xQueueSend(other, &value, 0);
    vTaskDelay(1);
    now("other", xQueueSelectFromSet(set, 0) == other);
    (void)xQueueReceive(other, &value, 0);
    now("again", xQueueSelectFromSet(set, 0) == queue);
    (void)xQueueReceive(queue, &value, 0);
    now("value", value);
    now("none", xQueueSelectFromSet(set, 0) == NULL);
}

/* The timer task waits for commands, and is less urgent here, so that its queue limits their
 * number. */
static void expire(TimerHandle_t timer)
{
    (void)timer;
}

static void commands(void)
{
    TimerHandle_t timer = xTimerCreate("timer", 100, pdFALSE, NULL, expire);
    long sent = 0;

    vTaskPrioritySet(xTimerGetTimerDaemonTaskHandle(), LOW);
    while (xTimerStart(timer, 0) == pdPASS) {
        sent++;
    }
    now("commands", sent);
    now("active", (long)xTimerIsTimerActive(timer));
    vTaskDelay(1);
    now("active", (long)xTimerIsTimerActive(timer));
}

static void lead(void *parameter)
{
    (void)parameter;
    refill();
    drain();
    suspended();
    interrupted();
    retake();
    in_set();
    commands();
    vTaskEndScheduler();
}

int main(void)
{
    (void)xTaskCreate(lead, "lead", 2 * WORDS, NULL, MIDDLE, NULL);
    vTaskStartScheduler();
    return 1;
}
