/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: the heap of regions, lists, atomic operations, and queries about objects behave as in
 * FreeRTOS. Method: the output is compared with the text that follows from the interface. */
#include "atomic.h"
#include "event_groups.h"
#include "list.h"
#include "message_buffer.h"
#include "now.h"
#include "semphr.h"
#include "timers.h"
#include <limen/board.h>
#include <stdio.h>

enum { WORDS = 256, ITEMS = 4 };

/* Two areas: an allocation that does not fit into one comes from the other. */
static uint64_t areas[2][1024];

static bool is_in(const void *memory, int area)
{
    return (const uint64_t *)memory >= areas[area] && (const uint64_t *)memory < areas[area + 1];
}

static void regions(void)
{
    size_t before = xPortGetFreeHeapSize();
    void *first = pvPortMalloc(4800);
    void *second = pvPortMalloc(4800);

    now("both", first != NULL && second != NULL && is_in(first, 0) != is_in(second, 0));
    now("none", pvPortMalloc(4800) == NULL);
    vPortFree(first);
    vPortFree(second);
    now("all back", xPortGetFreeHeapSize() == before);
    now("not the default heap", before < sizeof areas);
}

static void lists(void)
{
    static const TickType_t values[ITEMS] = {30, 10, 20, 10};
    static ListItem_t items[ITEMS];
    List_t list;
    ListItem_t *next = NULL;

    vListInitialise(&list);
    now("empty", listLIST_IS_EMPTY(&list));
    for (int i = 0; i < ITEMS; i++) {
        vListInitialiseItem(&items[i]);
        listSET_LIST_ITEM_OWNER(&items[i], &items[i]);
        listSET_LIST_ITEM_VALUE(&items[i], values[i]);
        vListInsert(&list, &items[i]);
    }
    for (const ListItem_t *each = listGET_HEAD_ENTRY(&list); each != listGET_END_MARKER(&list);
         each = listGET_NEXT(each)) {
        now("item", (long)(each - items) * 100 + (long)listGET_LIST_ITEM_VALUE(each));
    }
    now("within", listIS_CONTAINED_WITHIN(&list, &items[1]));
    now("left", (long)uxListRemove(&items[1]));
    now("within", listIS_CONTAINED_WITHIN(&list, &items[1]));
    for (int i = 0; i < ITEMS; i++) {
        listGET_OWNER_OF_NEXT_ENTRY(next, &list);
        now("owner", (long)(next - items));
    }
    vListInsertEnd(&list, &items[1]);
    listGET_OWNER_OF_NEXT_ENTRY(next, &list);
    now("not at once", next != &items[1]);
}

static void atomics(void)
{
    uint32_t word = 12;

    now("before", (long)Atomic_Add_u32(&word, 3));
    now("before", (long)Atomic_NAND_u32(&word, 6));
    now("before", (long)~Atomic_Increment_u32(&word));
    now("swapped", (long)Atomic_CompareAndSwap_u32(&word, 5, 4));
    word = 4;
    now("swapped", (long)Atomic_CompareAndSwap_u32(&word, 5, 4));
    now("word", (long)word);
}

static void buffers(void)
{
    static StaticQueue_t block;
    static uint8_t storage[8];
    QueueHandle_t fixed = xQueueCreateStatic(2, 4, storage, &block);
    SemaphoreHandle_t taken = xSemaphoreCreateBinary();
    StaticQueue_t *found = NULL;
    uint8_t *bytes = NULL;
    StackType_t *stack = NULL;
    StaticTask_t *task = NULL;

    now("static", (long)xQueueGetStaticBuffers(fixed, &bytes, &found));
    now("same", found == &block && bytes == storage);
    now("dynamic", (long)xSemaphoreGetStaticBuffer(taken, &found));
    now("task", (long)xTaskGetStaticBuffers(xTaskGetIdleTaskHandle(), &stack, &task));
    now("size", (long)uxQueueGetQueueItemSize(fixed) * 10 + (long)uxQueueGetQueueLength(fixed));
    now("type", ucQueueGetQueueType(fixed) * 10 + ucQueueGetQueueType(taken));
    vQueueSetQueueNumber(fixed, 7);
    now("number", (long)uxQueueGetQueueNumber(fixed));
    vQueueAddToRegistry(fixed, "fixed");
    printf("0 name %s\n", pcQueueGetName(fixed));
    vQueueUnregisterQueue(fixed);
    now("without a name", pcQueueGetName(fixed) == NULL && pcQueueGetName(taken) == NULL);
}

static size_t calls;

static void note(StreamBufferHandle_t buffer, BaseType_t in_interrupt, BaseType_t *woken)
{
    calls += buffer != NULL && !in_interrupt && woken == NULL;
}

static void callbacks(void)
{
    MessageBufferHandle_t messages = xMessageBufferCreateWithCallback(32, note, note);
    char text[8];

    (void)xMessageBufferSend(messages, "abc", 3, 0);
    (void)xMessageBufferReceive(messages, text, 1, 0);
    now("one call", (long)calls);
    (void)xMessageBufferReceive(messages, text, sizeof text, 0);
    now("two calls", (long)calls);
    now("nobody waits", (long)xMessageBufferSendCompletedFromISR(messages, NULL));
}

/* A batching buffer gives nothing until it has more bytes than its trigger level. */
static void batches(void)
{
    StreamBufferHandle_t buffer = xStreamBatchingBufferCreate(16, 3);
    char text[16];

    (void)xStreamBufferSend(buffer, "abc", 3, 0);
    now("batch", (long)xStreamBufferReceive(buffer, text, sizeof text, 0));
    (void)xStreamBufferSend(buffer, "d", 1, 0);
    now("batch", (long)xStreamBufferReceive(buffer, text, sizeof text, 0));
    now("level", (long)xStreamBufferSetTriggerLevel(buffer, 17));
    vStreamBufferDelete(buffer);
}

/* A callback decides whether the waiting task is woken. This callback does not wake it. */
static MessageBufferHandle_t quiet;

static void wait_for_message(void *parameter)
{
    char text[8];

    (void)parameter;
    now("message", (long)xMessageBufferReceive(quiet, text, sizeof text, portMAX_DELAY));
    vTaskDelete(NULL);
}

static void completions(void)
{
    TaskHandle_t reader = NULL;
    BaseType_t woken = pdFALSE;

    quiet = xMessageBufferCreateWithCallback(32, note, NULL);
    (void)xTaskCreate(wait_for_message, "reader", WORDS, NULL, 4, &reader);
    (void)xMessageBufferSend(quiet, "abc", 3, 0);
    now("state", eTaskGetState(reader));
    vTaskSuspendAll();
    now("completed", (long)xMessageBufferSendCompletedFromISR(quiet, &woken));
    now("resumed", (long)xTaskResumeAll());
    vTaskSuspendAll();
    now("resumed", (long)xTaskResumeAll());
}

static void lead(void *parameter)
{
    (void)parameter;
    regions();
    lists();
    atomics();
    buffers();
    batches();
    callbacks();
    completions();
    vTaskEndScheduler();
}

int main(void)
{
    static const HeapRegion_t parts[] = {
        {(uint8_t *)areas[0], sizeof areas[0]}, {(uint8_t *)areas[1], sizeof areas[1]}, {NULL, 0}};

    vPortDefineHeapRegions(parts);
    (void)xTaskCreate(lead, "lead", 2 * WORDS, NULL, 2, NULL);
    vTaskStartScheduler();
    return 1;
}
