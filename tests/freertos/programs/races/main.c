/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: no wake-up is lost if an interrupt comes at any instruction of a call that waits. Method: a
 * task makes the call, and an interrupt provides the unit or message, after one instruction more in
 * each trial. The call has to return it, and nothing may be left. For boards on which a timer
 * counts instructions (tests/kernel/sweep). */
#include "event_groups.h"
#include "message_buffer.h"
#include "semphr.h"
#include "sweep.h"
#include "task.h"
#include <limen/board.h>
#include <stdio.h>

/* The longest call is already waiting after this number of ticks of the trigger. */
enum { WORDS = 512, OFFSET_MAX = 1600, SOON_ENOUGH = 5, URGENCY = 2, SEVEN = 7 };

static QueueHandle_t empty, full, member, box;
static QueueSetHandle_t set;
static SemaphoreHandle_t semaphore, withdrawn, work;
static EventGroupHandle_t group;
static StreamBufferHandle_t bytes, filled;
static MessageBufferHandle_t messages;
static TaskHandle_t caller;
static int seven = SEVEN, ignored;
static size_t allocations, releases; /* which the heap should have counted */
static volatile bool came;
static void (*answer)(void);

/* The interrupt and the call of each case. Returns: whether the results are correct. */
static void send_to_empty(void)
{
    (void)xQueueSendFromISR(empty, &seven, NULL);
}

static bool receive(void)
{
    int value = 0;

    return xQueueReceive(empty, &value, SOON_ENOUGH) && value == SEVEN &&
           uxQueueMessagesWaiting(empty) == 0;
}

static void receive_from_full(void)
{
    (void)xQueueReceiveFromISR(full, &ignored, NULL);
}

static bool send(void)
{
    return xQueueSend(full, &seven, SOON_ENOUGH) && uxQueueSpacesAvailable(full) == 0;
}

static void send_to_box(void)
{
    (void)xQueueSendToFrontFromISR(box, &seven, NULL);
}

static bool peek(void)
{
    int value = 0, taken = 0;

    return xQueuePeek(box, &value, SOON_ENOUGH) && value == SEVEN &&
           xQueueReceive(box, &taken, 0) && taken == SEVEN && uxQueueMessagesWaiting(box) == 0;
}

static void send_to_member(void)
{
    (void)xQueueSendFromISR(member, &seven, NULL);
}

static bool select_member(void)
{
    return xQueueSelectFromSet(set, SOON_ENOUGH) == member && xQueueReceive(member, &ignored, 0) &&
           xQueueSelectFromSet(set, 0) == NULL;
}

static void give(void)
{
    (void)xSemaphoreGiveFromISR(semaphore, NULL);
}

static bool take(void)
{
    return xSemaphoreTake(semaphore, SOON_ENOUGH) && uxSemaphoreGetCount(semaphore) == 0;
}

static void give_mutex(void)
{
    (void)xSemaphoreGiveFromISR(withdrawn, NULL);
}

static bool take_mutex(void)
{
    bool taken = xSemaphoreTake(withdrawn, SOON_ENOUGH) && xSemaphoreGive(withdrawn);

    (void)xQueueReset(withdrawn);
    return taken;
}

static void notify(void)
{
    vTaskNotifyGiveFromISR(caller, NULL);
}

static bool take_notice(void)
{
    return ulTaskNotifyTake(pdTRUE, SOON_ENOUGH) == 1 && ulTaskNotifyTake(pdTRUE, 0) == 0;
}

static void notify_bits(void)
{
    (void)xTaskNotifyFromISR(caller, 6, eSetBits, NULL);
}

static bool wait_for_notice(void)
{
    uint32_t value = 0;

    return xTaskNotifyWait(0, 6, &value, SOON_ENOUGH) && value == 6 &&
           !xTaskNotifyWait(0, 0, &value, 0);
}

static void set_bit(void)
{
    (void)xEventGroupSetBitsFromISR(group, 1, NULL);
}

static bool wait_for_bit(void)
{
    return (xEventGroupWaitBits(group, 1, pdTRUE, pdTRUE, SOON_ENOUGH) & 1) != 0 &&
           (xEventGroupGetBits(group) & 1) == 0;
}

static bool meet(void)
{
    return (xEventGroupSync(group, 2, 3, SOON_ENOUGH) & 3) == 3 &&
           (xEventGroupGetBits(group) & 3) == 0;
}

static void send_bytes(void)
{
    (void)xStreamBufferSendFromISR(bytes, "ab", 2, NULL);
}

static bool receive_bytes(void)
{
    char text[4];

    return xStreamBufferReceive(bytes, text, sizeof text, SOON_ENOUGH) == 2 &&
           xStreamBufferIsEmpty(bytes);
}

static void take_bytes(void)
{
    char text[4];

    (void)xStreamBufferReceiveFromISR(filled, text, sizeof text, NULL);
}

static bool send_all(void)
{
    return xStreamBufferSend(filled, "abcd", 4, SOON_ENOUGH) == 4 && xStreamBufferIsFull(filled);
}

static void send_message(void)
{
    (void)xMessageBufferSendFromISR(messages, "abc", 3, NULL);
}

static bool receive_message(void)
{
    char text[8];

    return xMessageBufferReceive(messages, text, sizeof text, SOON_ENOUGH) == 3 &&
           xMessageBufferIsEmpty(messages);
}

/* A more urgent task uses the heap, too. */
static void give_work(void)
{
    (void)xSemaphoreGiveFromISR(work, NULL);
}

static void work_on_heap(void *parameter)
{
    (void)parameter;
    while (xSemaphoreTake(work, portMAX_DELAY)) {
        vPortFree(pvPortMalloc(8));
    }
}

static bool use_heap(void)
{
    HeapStats_t stats;

    vPortFree(pvPortMalloc(8));
    while (!came) {
    }
    allocations += 2;
    releases += 2;
    vPortGetHeapStats(&stats);
    return stats.xNumberOfSuccessfulAllocations == allocations &&
           stats.xNumberOfSuccessfulFrees == releases;
}

static const struct {
    const char *name;
    void (*interrupt)(void);
    bool (*call)(void);
} cases[] = {
    {"queue", send_to_empty, receive},
    {"full queue", receive_from_full, send},
    {"peek", send_to_box, peek},
    {"set", send_to_member, select_member},
    {"semaphore", give, take},
    {"mutex", give_mutex, take_mutex},
    {"notice", notify, take_notice},
    {"notice of bits", notify_bits, wait_for_notice},
    {"group", set_bit, wait_for_bit},
    {"rendezvous", set_bit, meet},
    {"stream", send_bytes, receive_bytes},
    {"full stream", take_bytes, send_all},
    {"message", send_message, receive_message},
    {"heap", give_work, use_heap},
};

void board_timer_handler(void);

void board_timer_handler(void)
{
    trigger_clear();
    came = true;
    answer();
}

static void create(void)
{
    HeapStats_t stats;

    empty = xQueueCreate(2, sizeof(int));
    full = xQueueCreate(1, sizeof(int));
    (void)xQueueSend(full, &seven, 0);
    box = xQueueCreate(1, sizeof(int));
    member = xQueueCreate(1, sizeof(int));
    set = xQueueCreateSet(1);
    (void)xQueueAddToSet(member, set);
    semaphore = xSemaphoreCreateBinary();
    withdrawn = xSemaphoreCreateMutex();
    (void)xQueueReset(withdrawn);
    group = xEventGroupCreate();
    bytes = xStreamBufferCreate(8, 2);
    filled = xStreamBufferCreate(8, 1);
    (void)xStreamBufferSend(filled, "abcdefgh", 8, 0);
    messages = xMessageBufferCreate(16);
    work = xSemaphoreCreateBinary();
    vPortGetHeapStats(&stats);
    allocations = stats.xNumberOfSuccessfulAllocations;
    releases = stats.xNumberOfSuccessfulFrees;
}

static void sweep(unsigned number)
{
    answer = cases[number].interrupt;
    for (uint32_t offset = 1; offset <= OFFSET_MAX; offset++) {
        came = false;
        trigger_set(offset);
        bool is_right = cases[number].call();

        if (!is_right || !came) {
            printf("%s: wrong at tick %u of the trigger\n", cases[number].name, (unsigned)offset);
            return;
        }
    }
    printf("%s: right\n", cases[number].name);
}

static void lead(void *parameter)
{
    (void)parameter;
    trigger_prepare(URGENCY);
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        sweep(i);
    }
    lm_board_exit(0);
}

int main(void)
{
    create();
    (void)xTaskCreate(work_on_heap, "heap", WORDS, NULL, 4, NULL);
    (void)xTaskCreate(lead, "lead", WORDS, NULL, 3, &caller);
    vTaskStartScheduler();
    return 1;
}
