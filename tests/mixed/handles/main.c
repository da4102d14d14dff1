/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: calls of FreeRTOS work on objects and threads of CMSIS-RTOS2, and the other way round.
 *
 * Method: random calls of both interfaces on a message queue, a semaphore and a mutex are compared
 * with models that are an array, a number and a number. Then threads of one interface wait in calls
 * of the other. argv[1] is the seed.
 */
#include "FreeRTOS.h"

#include "cmsis_os2.h"
#include "event_groups.h"
#include "queue.h"
#include "rtx_os.h"
#include "semphr.h"
#include <errno.h>
#include <limen/board.h>
#include <stdlib.h>
#include <string.h>

enum { CALLS = 20000, MOST = 6, BYTES = 8 };

static int failures;
static uint32_t random_state = 1;

#define EXPECT(expression, expected)                                                               \
    judge((long)(expression), (long)(expected), #expression, __LINE__)

static void judge(long actual, long expected, const char *expression, int line)
{
    if (actual != expected && failures++ < 20) {
        lm_board_printf("%d: %s is %ld, not %ld\n", line, expression, actual, expected);
    }
}

static uint32_t any(uint32_t below)
{
    random_state = random_state * 1664525U + 1013904223U;
    return (random_state >> 8) % below;
}

/* The hooks of a program that osKernelStart starts. */
static volatile unsigned ticks, idles;

void vApplicationTickHook(void)
{
    ticks++;
}

void vApplicationIdleHook(void)
{
    idles++;
}

/* The model of a queue: its messages in the order in which they are received. */
static struct {
    unsigned char bytes[BYTES];
    uint32_t priority;
} model[MOST];
static unsigned used;
static bool has_priorities;

static void insert(const unsigned char *message, uint32_t priority, bool in_front)
{
    unsigned place = in_front ? 0 : used;

    while (!in_front && has_priorities && place > 0 && model[place - 1].priority < priority) {
        place--;
    }
    memmove(&model[place + 1], &model[place], (used - place) * sizeof model[0]);
    memcpy(model[place].bytes, message, BYTES);
    model[place].priority = has_priorities ? priority : 0;
    used++;
}

static void compare_first(const unsigned char *message)
{
    EXPECT(memcmp(message, model[0].bytes, BYTES), 0);
}

static void take_first(const unsigned char *message)
{
    compare_first(message);
    used--;
    memmove(&model[0], &model[1], used * sizeof model[0]);
}

/* A send by one of the calls. */
static void send(osMessageQueueId_t queue, const unsigned char *message, bool is_full)
{
    QueueHandle_t handle = (QueueHandle_t)queue;
    uint32_t priority = any(4);
    BaseType_t woken = pdFALSE;
    bool in_front = false;

    switch (any(4)) {
    case 0:
        EXPECT(osMessageQueuePut(queue, message, (uint8_t)priority, 0),
               is_full ? osErrorResource : osOK);
        break;
    case 1:
        priority = 0;
        EXPECT(xQueueSend(handle, message, 0), !is_full);
        break;
    case 2:
        priority = 0;
        EXPECT(xQueueSendToBackFromISR(handle, message, &woken), !is_full);
        break;
    default:
        priority = UINT32_MAX;
        in_front = !has_priorities;
        EXPECT(xQueueSendToFront(handle, message, 0), !is_full);
        break;
    }
    EXPECT(woken, pdFALSE);
    if (!is_full) {
        insert(message, priority, in_front);
    }
}

/* A receive by one of the calls. */
static void receive(osMessageQueueId_t queue, unsigned char *message, bool is_empty)
{
    QueueHandle_t handle = (QueueHandle_t)queue;
    uint8_t priority = (uint8_t)model[0].priority;
    BaseType_t woken = pdFALSE;

    switch (any(3)) {
    case 0:
        EXPECT(osMessageQueueGet(queue, message, &priority, 0), is_empty ? osErrorResource : osOK);
        break;
    case 1:
        EXPECT(xQueueReceive(handle, message, 0), !is_empty);
        break;
    default:
        EXPECT(xQueueReceiveFromISR(handle, message, &woken), !is_empty);
        break;
    }
    EXPECT(woken, pdFALSE);
    if (!is_empty) {
        EXPECT(priority, (uint8_t)model[0].priority);
        take_first(message);
    }
}

/* Another call. */
static void change(osMessageQueueId_t queue, unsigned char *message, unsigned capacity)
{
    QueueHandle_t handle = (QueueHandle_t)queue;

    switch (any(16)) {
    case 0:
        EXPECT(osMessageQueueReset(queue), osOK);
        used = 0;
        break;
    case 1:
        EXPECT(xQueueReset(handle), pdPASS);
        used = 0;
        break;
    case 2:
    case 3:
        if (capacity == 1) {
            EXPECT(xQueueOverwrite(handle, message), pdPASS);
            used = 0;
            insert(message, 0, false);
        }
        break;
    case 4:
        EXPECT(osMessageQueueGetMsgSize(queue), BYTES);
        EXPECT(uxQueueGetQueueItemSize(handle), BYTES);
        EXPECT(osMessageQueueGetCapacity(queue), capacity);
        EXPECT(uxQueueGetQueueLength(handle), capacity);
        break;
    default:
        EXPECT(xQueuePeek(handle, message, 0), used != 0);
        if (used != 0) {
            compare_first(message);
        }
        break;
    }
}

static void call_queue(osMessageQueueId_t queue, unsigned capacity)
{
    unsigned char message[BYTES + 4];
    unsigned char *place = message + any(4); /* of any alignment */
    unsigned choice = any(8);

    for (unsigned i = 0; i < BYTES; i++) {
        place[i] = (unsigned char)any(256);
    }
    if (choice < 4) {
        send(queue, place, used == capacity);
    } else if (choice < 7) {
        receive(queue, place, used == 0);
    } else {
        change(queue, place, capacity);
    }
    EXPECT(osMessageQueueGetCount(queue), used);
    EXPECT(uxQueueMessagesWaiting((QueueHandle_t)queue), used);
    EXPECT(osMessageQueueGetSpace(queue), capacity - used);
    EXPECT(uxQueueSpacesAvailable((QueueHandle_t)queue), capacity - used);
}

/* Memory of programs for the wrapper on FreeRTOS: without room for priorities, of any alignment. */
static void queues(void)
{
    static unsigned char memory[MOST * BYTES + 1];
    static StaticQueue_t block;
    static uint8_t storage[MOST * BYTES];

    for (unsigned kind = 0; kind < 3; kind++) {
        unsigned capacity = 1 + any(MOST);
        const osMessageQueueAttr_t plain = {.cb_mem = &block,
                                            .cb_size = sizeof block,
                                            .mq_mem = memory + 1,
                                            .mq_size = capacity * BYTES};
        osMessageQueueId_t queue = NULL;

        has_priorities = kind == 0;
        used = 0;
        if (kind == 2) {
            queue = xQueueCreateStatic(capacity, BYTES, storage, &block);
        } else {
            queue = osMessageQueueNew(capacity, BYTES, kind == 0 ? NULL : &plain);
        }
        EXPECT(queue != NULL, 1);
        for (unsigned i = 0; i < CALLS && queue != NULL; i++) {
            call_queue(queue, capacity);
        }
        if (kind == 2) {
            EXPECT(osMessageQueueDelete(queue), osErrorResource);
            vQueueDelete((QueueHandle_t)queue);
        } else if (any(2) == 0) {
            vQueueDelete((QueueHandle_t)queue);
        } else {
            EXPECT(osMessageQueueDelete(queue), osOK);
        }
    }
}

static void semaphores(void)
{
    for (unsigned kind = 0; kind < 2; kind++) {
        unsigned most = 1 + any(3), count = 0;
        BaseType_t woken = pdFALSE;
        osSemaphoreId_t semaphore =
            kind == 0 ? osSemaphoreNew(most, 0, NULL) : xSemaphoreCreateCounting(most, 0);
        SemaphoreHandle_t other = (SemaphoreHandle_t)semaphore;

        EXPECT(semaphore != NULL, 1);
        for (unsigned i = 0; i < CALLS; i++) {
            bool is_full = count == most, is_empty = count == 0;

            switch (any(6)) {
            case 0:
                EXPECT(osSemaphoreRelease(semaphore), is_full ? osErrorResource : osOK);
                count += !is_full;
                break;
            case 1:
                EXPECT(xSemaphoreGive(other), !is_full);
                count += !is_full;
                break;
            case 2:
                EXPECT(xSemaphoreGiveFromISR(other, &woken), !is_full);
                count += !is_full;
                break;
            case 3:
                EXPECT(osSemaphoreAcquire(semaphore, 0), is_empty ? osErrorResource : osOK);
                count -= !is_empty;
                break;
            case 4:
                EXPECT(xSemaphoreTake(other, 0), !is_empty);
                count -= !is_empty;
                break;
            default:
                EXPECT(xSemaphoreTakeFromISR(other, &woken), !is_empty);
                count -= !is_empty;
                break;
            }
            EXPECT(osSemaphoreGetCount(semaphore), count);
            EXPECT(uxSemaphoreGetCount(other), count);
        }
        EXPECT(osSemaphoreDelete(semaphore), kind == 0 ? osOK : osErrorResource);
        if (kind != 0) {
            vSemaphoreDelete(other);
        }
        EXPECT(osSemaphoreRelease(semaphore), osErrorParameter);
    }
}

static void mutexes(void)
{
    for (unsigned kind = 0; kind < 2; kind++) {
        unsigned held = 0;
        osMutexId_t mutex =
            kind == 0
                ? osMutexNew(&(osMutexAttr_t){.attr_bits = osMutexRecursive | osMutexPrioInherit})
                : xSemaphoreCreateRecursiveMutex();
        SemaphoreHandle_t other = (SemaphoreHandle_t)mutex;

        EXPECT(mutex != NULL, 1);
        for (unsigned i = 0; i < CALLS; i++) {
            switch (any(4)) {
            case 0:
                if (held < 200) {
                    EXPECT(osMutexAcquire(mutex, 0), osOK);
                    held++;
                }
                break;
            case 1:
                if (held < 200) {
                    EXPECT(xSemaphoreTakeRecursive(other, 0), pdPASS);
                    held++;
                }
                break;
            case 2:
                EXPECT(osMutexRelease(mutex), held != 0 ? osOK : osErrorResource);
                held -= held != 0;
                break;
            default:
                EXPECT(xSemaphoreGiveRecursive(other), held != 0);
                held -= held != 0;
                break;
            }
            EXPECT(osMutexGetOwner(mutex) == (held != 0 ? osThreadGetId() : NULL), 1);
            EXPECT(xSemaphoreGetMutexHolder(other) ==
                       (held != 0 ? (TaskHandle_t)osThreadGetId() : NULL),
                   1);
        }
        while (held > 0) {
            EXPECT(osMutexRelease(mutex), osOK);
            held--;
        }
        EXPECT(osMutexDelete(mutex), kind == 0 ? osOK : osErrorResource);
        if (kind != 0) {
            vSemaphoreDelete(other);
        }
        EXPECT(osMutexAcquire(mutex, 0), osErrorParameter);
    }
}

/* Threads of each interface wait in calls of the other. */
static osMessageQueueId_t shared;
static osSemaphoreId_t turn;
static osMutexId_t bus;
static uint32_t taken[2];

static void task(void *parameter)
{
    uint32_t number = 0;

    (void)parameter;
    EXPECT(osMessageQueueGet(shared, &number, NULL, osWaitForever), osOK);
    taken[0] = number;
    EXPECT(osSemaphoreAcquire(turn, osWaitForever), osOK);
    EXPECT(osMutexAcquire(bus, osWaitForever), osOK);
    EXPECT(osMutexRelease(bus), osOK);
    taken[0]++;
    vTaskDelete(NULL);
}

static void thread(void *argument)
{
    uint32_t number = 0;

    (void)argument;
    EXPECT(xQueueReceive((QueueHandle_t)shared, &number, portMAX_DELAY), pdPASS);
    taken[1] = number;
    EXPECT(xSemaphoreTake((SemaphoreHandle_t)turn, portMAX_DELAY), pdPASS);
    EXPECT(xSemaphoreTake((SemaphoreHandle_t)bus, portMAX_DELAY), pdPASS);
    EXPECT(xSemaphoreGive((SemaphoreHandle_t)bus), pdPASS);
    taken[1]++;
    EXPECT(ulTaskNotifyTake(pdFALSE, portMAX_DELAY), 2);
    EXPECT(ulTaskNotifyTake(pdTRUE, 0), 1);
    EXPECT(xTaskNotifyWait(0, 0xFFFFFFFFU, &number, pdMS_TO_TICKS(3)), pdFALSE);
    EXPECT(xTaskNotifyWait(0, 0xFFFFFFFFU, &number, portMAX_DELAY), pdTRUE);
    EXPECT(number, 6);
    EXPECT(osThreadFlagsWait(8, osFlagsWaitAny, osWaitForever), 8);
    taken[1]++;
}

static void waits(void)
{
    uint32_t numbers[] = {10, 20};
    osThreadId_t other;
    TaskHandle_t handle, lower;

    shared = osMessageQueueNew(2, sizeof numbers[0], NULL);
    turn = osSemaphoreNew(2, 0, NULL);
    bus = osMutexNew(&(osMutexAttr_t){.attr_bits = osMutexPrioInherit});
    EXPECT(osMutexAcquire(bus, 0), osOK);
    EXPECT(xTaskCreate(task, "task", 512, NULL, osPriorityNormal - 1, &lower), pdPASS);
    EXPECT(uxTaskPriorityGet(lower), osPriorityNormal - 1);
    EXPECT(osThreadGetPriority((osThreadId_t)lower), osPriorityNormal - 1);
    other = osThreadNew(thread, NULL, &(osThreadAttr_t){.priority = osPriorityHigh});
    handle = (TaskHandle_t)other;
    osDelay(1);
    EXPECT(osMessageQueuePut(shared, &numbers[0], 0, 0), osOK);
    EXPECT(taken[1], 10);
    osDelay(1);
    EXPECT(xQueueSend((QueueHandle_t)shared, &numbers[1], 0), pdPASS);
    EXPECT(xSemaphoreGive((SemaphoreHandle_t)turn), pdPASS);
    EXPECT(osSemaphoreRelease(turn), osOK);
    osDelay(1);
    EXPECT(taken[0], 20);
    EXPECT(uxTaskPriorityGet(NULL), osPriorityHigh); /* inherited */
    EXPECT(xSemaphoreGive((SemaphoreHandle_t)bus), pdPASS);
    EXPECT(taken[1], 11);
    osDelay(1);
    EXPECT(taken[0], 21);
    EXPECT(uxTaskPriorityGet(NULL), osPriorityNormal);
    (void)lm_preempt_disable();
    EXPECT(xTaskNotifyGive(handle), pdPASS);
    EXPECT(xTaskNotifyGive(handle), pdPASS);
    (void)lm_preempt_enable();
    osDelay(5);
    EXPECT(xTaskNotify(handle, 6, eSetBits), pdPASS);
    EXPECT(osThreadFlagsSet(other, 8), 0);
    EXPECT(taken[1], 12);
}

/* Calls on what only the block of a task has, for a thread and in one. */
static void blocks(void)
{
    static struct {
        osRtxThread_t block;
        unsigned char behind[256];
    } memory;
    static char lines[512];
    UBaseType_t before = uxTaskGetNumberOfTasks();
    TaskHandle_t handle;
    uint32_t value = 5;

    memset(&memory, 0x5A, sizeof memory);
    handle = (TaskHandle_t)osThreadNew(thread, NULL,
                                       &(osThreadAttr_t){.name = "short",
                                                         .priority = osPriorityLow,
                                                         .cb_mem = &memory.block,
                                                         .cb_size = sizeof memory.block});
    EXPECT(handle != NULL, 1);
    EXPECT(uxTaskGetNumberOfTasks(), before + 1);
    EXPECT(uxTaskGetNumberOfTasks(), osThreadGetCount());
    EXPECT(xTaskGetHandle("short") == handle, 1);
    vTaskList(lines);
    EXPECT(strstr(lines, "short") != NULL, 1);
    EXPECT(strstr(lines, "IDLE") != NULL, 1);
    vTaskSetTaskNumber(handle, 7);
    EXPECT(uxTaskGetTaskNumber(handle), 0);
    vTaskSetApplicationTaskTag(handle, (TaskHookFunction_t)1);
    EXPECT(xTaskGetApplicationTaskTag(handle) == NULL, 1);
    vTaskSetThreadLocalStoragePointer(handle, 0, &value);
    EXPECT(pvTaskGetThreadLocalStoragePointer(handle, 0) == NULL, 1);
    EXPECT(xTaskNotifyIndexed(handle, 1, 1, eIncrement), pdFAIL);
    EXPECT(xTaskNotifyAndQueryIndexed(handle, 1, 1, eIncrement, &value), pdFAIL);
    EXPECT(ulTaskNotifyTakeIndexed(1, pdTRUE, 0), 0);
    EXPECT(xTaskNotifyWaitIndexed(1, 0, 0, &value, 0), pdFALSE);
    EXPECT(xTaskNotifyStateClearIndexed(handle, 1), pdFALSE);
    EXPECT(ulTaskNotifyValueClearIndexed(handle, 1, 1), 0);
    EXPECT(strcmp(pcTaskGetName(handle), "short"), 0);
    EXPECT(eTaskGetState(handle), eReady);
    vTaskSuspend(handle);
    EXPECT(eTaskGetState(handle), eSuspended);
    vTaskResume(handle);
    vTaskPrioritySet(handle, osPriorityLow1);
    EXPECT(osThreadGetPriority((osThreadId_t)handle), osPriorityLow1);
    EXPECT(ulTaskGetRunTimeCounter(handle), 0);
    vTaskDelete(handle);
    for (unsigned i = 0; i < sizeof memory.behind; i++) {
        EXPECT(memory.behind[i], 0x5A);
    }
}

/* The same calls for threads with memory for all that a task has. */
static void whole(const osThreadAttr_t *attr)
{
    TaskHandle_t handle = (TaskHandle_t)osThreadNew(thread, NULL, attr);
    uint32_t value = 5;

    EXPECT(handle != NULL, 1);
    EXPECT(uxTaskGetTaskNumber(handle) > 0, 1);
    vTaskSetTaskNumber(handle, 7);
    EXPECT(uxTaskGetTaskNumber(handle), 7);
    vTaskSetApplicationTaskTag(handle, (TaskHookFunction_t)1);
    EXPECT(xTaskGetApplicationTaskTag(handle) == (TaskHookFunction_t)1, 1);
    vTaskSetThreadLocalStoragePointer(handle, 1, &value);
    EXPECT(pvTaskGetThreadLocalStoragePointer(handle, 1) == &value, 1);
    EXPECT(xTaskNotifyIndexed(handle, 2, 6, eSetBits), pdPASS);
    EXPECT(ulTaskNotifyValueClearIndexed(handle, 2, 2), 6);
    EXPECT(xTaskNotifyStateClearIndexed(handle, 2), pdTRUE);
    EXPECT(uxTaskPriorityGet(handle), osPriorityLow);
    EXPECT(strcmp(pcTaskGetName(handle), attr->name), 0);
    EXPECT(strcmp(osThreadGetName((osThreadId_t)handle), attr->name), 0);
    EXPECT(osThreadTerminate((osThreadId_t)handle), osOK);
}

/* A task that CMSIS-RTOS2 ends while it waits for others leaves their group. */
static EventGroupHandle_t group;

static void meet(void *parameter)
{
    (void)parameter;
    (void)xEventGroupSync(group, 1, 3, portMAX_DELAY);
}

static void ends(void)
{
    TaskHandle_t first;

    group = xEventGroupCreate();
    EXPECT(xTaskCreate(meet, "meet", 256, NULL, osPriorityHigh, &first), pdPASS);
    EXPECT(eTaskGetState(first), eBlocked);
    EXPECT(osThreadTerminate((osThreadId_t)first), osOK);
    EXPECT(xEventGroupSetBits(group, 2), 3); /* nobody meets, so the bits stay */
    vEventGroupDelete(group);
}

static StaticTask_t whole_block;

/* With newlib each thread has the errno that it has set. */
static void keep(void *number)
{
    for (unsigned i = 0; LM_FREERTOS_REENT && i < 20; i++) {
        errno = (int)(uintptr_t)number;
        if (i % 2 == 0) {
            osDelay(1);
        } else {
            vTaskDelay(1);
        }
        EXPECT(errno, (int)(uintptr_t)number);
    }
    osThreadTerminate(osThreadGetId());
}

static void numbers(void)
{
    if (!LM_FREERTOS_REENT) {
        return;
    }
    errno = 1;
    for (uintptr_t i = 2; i < 5; i++) {
        EXPECT(osThreadNew(keep, (void *)i,
                           &(osThreadAttr_t){.priority = (osPriority_t)(20 + i)}) != NULL,
               1);
    }
    EXPECT(xTaskCreate(keep, "keep", 256, (void *)7, osPriorityHigh, NULL), pdPASS);
    osDelay(30);
    EXPECT(errno, 1);
}

static void run(void *argument)
{
    (void)argument;
    queues();
    semaphores();
    mutexes();
    blocks();
    whole(&(osThreadAttr_t){.name = "heap", .priority = osPriorityLow});
    whole(&(osThreadAttr_t){.name = "static",
                            .priority = osPriorityLow,
                            .cb_mem = &whole_block,
                            .cb_size = sizeof whole_block});
    ends();
    numbers();
    waits();
    EXPECT(ticks > 5, 1);
    EXPECT(idles > 0, 1);
    lm_board_printf(failures == 0 ? "passed\n" : "failed\n");
    lm_board_exit(failures != 0);
}

int main(int argc, char **argv)
{
    random_state = argc > 1 ? (uint32_t)atoi(argv[1]) : 1;
    osKernelInitialize();
    osThreadNew(run, NULL, &(osThreadAttr_t){.stack_size = 4096});
    osKernelStart();
    return 1;
}
