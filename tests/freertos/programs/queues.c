/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: queues, semaphores, mutexes and queue sets behave as in FreeRTOS.
 * Method: the output is compared with the text that follows from the interface. */
#include "now.h"
#include "queue.h"
#include "semphr.h"

enum { WORDS = 256 };

static QueueHandle_t queue;
static SemaphoreHandle_t mutex;

static void peek(void *parameter)
{
    int value = 0;

    (void)parameter;
    now("peek", (long)xQueuePeek(queue, &value, portMAX_DELAY));
    now("peeked", value);
    vTaskDelete(NULL);
}

static void receive(void *parameter)
{
    int value = 0;

    (void)parameter;
    (void)xQueueReceive(queue, &value, portMAX_DELAY);
    now("received", value);
    vTaskDelete(NULL);
}

static void order(void)
{
    int value = 0;

    for (int i = 1; i <= 2; i++) {
        (void)xQueueSend(queue, &i, 0);
    }
    value = 3;
    now("front", (long)xQueueSendToFront(queue, &value, 0));
    now("full", (long)xQueueSend(queue, &value, 2));
    now("waiting", (long)uxQueueMessagesWaiting(queue));
    for (int i = 0; i < 3; i++) {
        (void)xQueueReceive(queue, &value, 0);
        now("item", value);
    }
    now("empty", (long)xQueueReceive(queue, &value, 3));
}

static void peeks(void)
{
    int value = 9;

    (void)xTaskCreate(peek, "p1", WORDS, NULL, 5, NULL);
    (void)xTaskCreate(peek, "p2", WORDS, NULL, 4, NULL);
    (void)xTaskCreate(receive, "r", WORDS, NULL, 3, NULL);
    (void)xQueueSend(queue, &value, 0);
    now("left", (long)uxQueueMessagesWaiting(queue));
    now("peek", (long)xQueuePeek(queue, &value, 2));
}

static void mailbox(void)
{
    QueueHandle_t box = xQueueCreate(1, sizeof(int));

    for (int i = 1; i <= 3; i++) {
        now("overwrite", (long)xQueueOverwrite(box, &i));
    }
    int value = 0;

    (void)xQueuePeek(box, &value, 0);
    now("box", value);
    vQueueDelete(box);
}

static void semaphores(void)
{
    SemaphoreHandle_t binary = xSemaphoreCreateBinary();
    SemaphoreHandle_t counting = xSemaphoreCreateCounting(3, 2);

    now("taken", (long)xSemaphoreTake(binary, 1));
    now("give", (long)xSemaphoreGive(binary));
    now("give", (long)xSemaphoreGive(binary));
    now("take", (long)xSemaphoreTake(binary, 0));
    now("give", (long)xSemaphoreGive(counting));
    now("give", (long)xSemaphoreGive(counting));
    now("count", (long)uxSemaphoreGetCount(counting));
    vSemaphoreDelete(binary);
    vSemaphoreDelete(counting);
}

static void want(void *parameter)
{
    (void)parameter;
    (void)xSemaphoreTake(mutex, portMAX_DELAY);
    now("wanted", (long)uxTaskPriorityGet(NULL));
    (void)xSemaphoreGive(mutex);
    vTaskDelete(NULL);
}

static void mutexes(void)
{
    SemaphoreHandle_t recursive = xSemaphoreCreateRecursiveMutex();

    mutex = xSemaphoreCreateMutex();
    now("lock", (long)xSemaphoreTake(mutex, 0));
    now("itself", (long)xSemaphoreTake(mutex, 2));
    (void)xTaskCreate(want, "want", WORDS, NULL, 5, NULL);
    now("inherited", (long)uxTaskPriorityGet(NULL));
    now("base", (long)uxTaskBasePriorityGet(NULL));
    now("unlock", (long)xSemaphoreGive(mutex));
    now("priority", (long)uxTaskPriorityGet(NULL));
    now("not mine", (long)xSemaphoreGiveRecursive(recursive));
    (void)xSemaphoreTakeRecursive(recursive, 0);
    (void)xSemaphoreTakeRecursive(recursive, 0);
    now("holder", xSemaphoreGetMutexHolder(recursive) == xTaskGetCurrentTaskHandle());
    now("once", (long)xSemaphoreGiveRecursive(recursive));
    now("twice", (long)xSemaphoreGiveRecursive(recursive));
    now("thrice", (long)xSemaphoreGiveRecursive(recursive));
}

static void sets(void)
{
    QueueSetHandle_t set = xQueueCreateSet(4);
    SemaphoreHandle_t semaphore = xSemaphoreCreateBinary();
    int value = 5;

    now("add", (long)xQueueAddToSet(queue, set));
    now("add", (long)xQueueAddToSet(semaphore, set));
    now("add", (long)xQueueAddToSet(semaphore, set));
    (void)xSemaphoreGive(semaphore);
    (void)xQueueSend(queue, &value, 0);
    now("semaphore", xQueueSelectFromSet(set, 0) == semaphore);
    (void)xSemaphoreTake(semaphore, 0);
    now("queue", xQueueSelectFromSet(set, 0) == queue);
    now("remove", (long)xQueueRemoveFromSet(queue, set));
    (void)xQueueReceive(queue, &value, 0);
    now("remove", (long)xQueueRemoveFromSet(queue, set));
    now("none", xQueueSelectFromSet(set, 2) == NULL);
}

static void lead(void *parameter)
{
    (void)parameter;
    order();
    peeks();
    mailbox();
    semaphores();
    mutexes();
    sets();
    vTaskEndScheduler();
}

int main(void)
{
    queue = xQueueCreate(3, sizeof(int));
    (void)xTaskCreate(lead, "lead", 2 * WORDS, NULL, 2, NULL);
    vTaskStartScheduler();
    return 1;
}
