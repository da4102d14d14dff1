/* SPDX-License-Identifier: Apache-2.0 */
/* Semaphores, mutexes, priorities, suspension, tasks that are created and deleted. */
#include "together.h"

/* A semaphore guards a number that each task increments. Pollers are at the idle priority. */
static SemaphoreHandle_t gate;
static volatile uint32_t shared;

static void pass(void *parameter)
{
    TickType_t waits = parameter != NULL ? 100 : 0;

    for (;;) {
        if (xSemaphoreTake(gate, waits) == pdPASS) {
            uint32_t seen = shared;

            for (uint32_t i = 1; i <= 200; i++) {
                shared = seen + i;
                EXPECT(guard, shared == seen + i);
            }
            EXPECT(guard, xSemaphoreGive(gate) == pdPASS);
            guard.rounds++;
            vTaskDelay(waits / 10);
        } else {
            taskYIELD();
        }
    }
}

static void begin_guard(void)
{
    gate = xSemaphoreCreateBinary();
    (void)xSemaphoreGive(gate);
    (void)start(pass, "poll 1", 0, NULL);
    (void)start(pass, "poll 2", 0, NULL);
    (void)start(pass, "wait 1", 1, &gate);
    (void)start(pass, "wait 2", 1, &gate);
}

struct group guard = {"guard", begin_guard, NULL, 0};

/* A counting semaphore goes up and down. */
static void count(void *parameter)
{
    SemaphoreHandle_t semaphore = xSemaphoreCreateCounting(200, (UBaseType_t)(uintptr_t)parameter);

    for (UBaseType_t i = uxSemaphoreGetCount(semaphore); i < 200; i++) {
        EXPECT(counters, xSemaphoreGive(semaphore) == pdPASS);
    }
    for (;;) {
        EXPECT(counters, xSemaphoreGive(semaphore) == pdFAIL);
        for (UBaseType_t i = 200; i > 0; i--) {
            EXPECT(counters, uxSemaphoreGetCount(semaphore) == i);
            EXPECT(counters, xSemaphoreTake(semaphore, 0) == pdPASS);
        }
        EXPECT(counters, xSemaphoreTake(semaphore, 0) == pdFAIL);
        for (UBaseType_t i = 0; i < 200; i++) {
            EXPECT(counters, xSemaphoreGive(semaphore) == pdPASS);
        }
        counters.rounds++;
    }
}

static void begin_counters(void)
{
    (void)start(count, "full", 0, (void *)200);
    (void)start(count, "empty", 0, (void *)0);
}

struct group counters = {"counters", begin_counters, NULL, 0};

/* A controller suspends, resumes, raises and lowers a task that counts without end; two tasks use a
 * queue with the scheduler suspended. */
static volatile uint32_t counted;
static QueueHandle_t while_suspended;

static void count_on(void *parameter)
{
    (void)parameter;
    for (;;) {
        vTaskPrioritySet(NULL, uxTaskPriorityGet(NULL) + 1);
        counted++;
        vTaskPrioritySet(NULL, uxTaskPriorityGet(NULL) - 1);
    }
}

static void control(void *parameter)
{
    TaskHandle_t task = parameter;

    for (;;) {
        vTaskDelay(7);
        vTaskSuspend(task);
        uint32_t before = counted;

        vTaskDelay(7);
        EXPECT(dynamic, counted == before);
        vTaskResume(task);
        vTaskDelay(60);
        vTaskSuspendAll();
        uint32_t here = counted;

        for (volatile int i = 0; i < 2000; i = i + 1) {
        }
        EXPECT(dynamic, counted == here);
        (void)xTaskResumeAll();
        dynamic.rounds++;
    }
}

static void send_suspended(void *parameter)
{
    uint32_t number = 0;

    (void)parameter;
    for (;; number++) {
        vTaskSuspendAll();
        EXPECT(dynamic, xQueueSend(while_suspended, &number, 0) == pdPASS);
        (void)xTaskResumeAll();
        vTaskDelay(pdMS_TO_TICKS(100));
    }
}

static void receive_suspended(void *parameter)
{
    uint32_t number, expected = 0;
    BaseType_t got;

    (void)parameter;
    for (;; expected++) {
        do {
            vTaskSuspendAll();
            vTaskSuspendAll();
            got = xQueueReceive(while_suspended, &number, 0);
            (void)xTaskResumeAll();
            (void)xTaskResumeAll();
            taskYIELD();
        } while (got != pdPASS);
        EXPECT(dynamic, number == expected);
    }
}

static void begin_dynamic(void)
{
    while_suspended = xQueueCreate(1, sizeof(uint32_t));
    (void)start(control, "control", 2, start(count_on, "count", 0, NULL));
    (void)start(send_suspended, "send", 1, NULL);
    (void)start(receive_suspended, "receive", 0, NULL);
}

struct group dynamic = {"dynamic", begin_dynamic, NULL, 0};

/* Pairs of tasks, one of which deletes the other and itself. */
static void die(void *parameter)
{
    vTaskDelay(pdMS_TO_TICKS(20));
    if (parameter != NULL) {
        vTaskDelay(0);
        vTaskDelete(*(TaskHandle_t *)parameter);
        vTaskDelete(NULL);
    }
    for (;;) {
        vTaskDelay(3);
    }
}

static void give_birth(void *parameter)
{
    static TaskHandle_t victim;
    UBaseType_t before;

    (void)parameter;
    vTaskDelay(10);
    before = uxTaskGetNumberOfTasks();
    for (;;) {
        vTaskDelay(pdMS_TO_TICKS(100));
        EXPECT(births, uxTaskGetNumberOfTasks() == before);
        victim = start(die, "victim", 3, NULL);
        (void)start(die, "killer", 3, &victim);
        births.rounds++;
    }
}

static void begin_births(void)
{
    (void)start(give_birth, "birth", 3, NULL);
}

struct group births = {"births", begin_births, NULL, 0};

/* Three tasks of different priorities share a recursive mutex; the least urgent one has at least
 * the priority of those that wait. */
static SemaphoreHandle_t recursive;
static TaskHandle_t urgent;

static void hold(void *parameter)
{
    UBaseType_t own = uxTaskPriorityGet(NULL);
    UBaseType_t depth = (UBaseType_t)(uintptr_t)parameter;

    for (;;) {
        for (UBaseType_t i = 0; i < depth; i++) {
            EXPECT(inheritance, xSemaphoreTakeRecursive(recursive, 500) == pdPASS);
            vTaskDelay(1);
        }
        EXPECT(inheritance, xSemaphoreGetMutexHolder(recursive) == xTaskGetCurrentTaskHandle());
        if (eTaskGetState(urgent) == eBlocked && own == 1) {
            UBaseType_t now = uxTaskPriorityGet(NULL);

            EXPECT(inheritance, now >= own && now <= 5);
        }
        for (UBaseType_t i = 0; i < depth; i++) {
            EXPECT(inheritance, xSemaphoreGiveRecursive(recursive) == pdPASS);
        }
        EXPECT(inheritance, uxTaskPriorityGet(NULL) == own);
        EXPECT(inheritance, xSemaphoreGiveRecursive(recursive) == pdFAIL);
        inheritance.rounds++;
        vTaskDelay(5 * depth);
    }
}

static void begin_inheritance(void)
{
    recursive = xSemaphoreCreateRecursiveMutex();
    urgent = start(hold, "high", 5, (void *)3);
    (void)start(hold, "middle", 3, (void *)2);
    (void)start(hold, "low", 1, (void *)4);
}

struct group inheritance = {"inheritance", begin_inheritance, NULL, 0};
