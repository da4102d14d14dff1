/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: a creation that does not get all of its memory releases the memory that it got, and a
 * deletion releases all. Method: each kind of object is created while the heap has too little
 * memory, and again with eight bytes more, until the creation succeeds. So each of its allocations
 * fails once. Then statistics tell of a hole in the heap. */
#include "event_groups.h"
#include "message_buffer.h"
#include "semphr.h"
#include "timers.h"
#include <limen/board.h>
#include <stdio.h>

enum { STEP = 8, WORDS = 64 };

static void never(void *parameter)
{
    (void)parameter;
}

static void expire(TimerHandle_t timer)
{
    (void)timer;
}

static void *make_task(void)
{
    TaskHandle_t task = NULL;

    return xTaskCreate(never, "task", WORDS, NULL, 0, &task) == pdPASS ? task : NULL;
}

static void *make_queue(void)
{
    return xQueueCreate(4, 8);
}

static void *make_semaphore(void)
{
    return xSemaphoreCreateBinary();
}

static void *make_mutex(void)
{
    return xSemaphoreCreateRecursiveMutex();
}

static void *make_set(void)
{
    return xQueueCreateSet(4);
}

static void *make_group(void)
{
    return xEventGroupCreate();
}

static void *make_stream(void)
{
    return xStreamBufferCreate(32, 1);
}

static void *make_message(void)
{
    return xMessageBufferCreate(32);
}

static void *make_timer(void)
{
    return xTimerCreate("timer", 5, pdFALSE, NULL, expire);
}

static void end_task(void *made)
{
    vTaskDelete(made);
}

static void end_queue(void *made)
{
    vQueueDelete(made);
}

static void end_group(void *made)
{
    vEventGroupDelete(made);
}

static void end_stream(void *made)
{
    vStreamBufferDelete(made);
}

static void end_timer(void *made)
{
    (void)xTimerDelete(made, portMAX_DELAY);
    vTaskDelay(1);
}

static const struct {
    const char *name;
    void *(*make)(void);
    void (*end)(void *made);
} kinds[] = {
    {"task", make_task, end_task},
    {"queue", make_queue, end_queue},
    {"semaphore", make_semaphore, end_queue},
    {"mutex", make_mutex, end_queue},
    {"set", make_set, end_queue},
    {"group", make_group, end_group},
    {"stream", make_stream, end_stream},
    {"message", make_message, end_stream},
    {"timer", make_timer, end_timer},
};

/* Allocate the heap except about this number of bytes. Returns: NULL if that is not possible. */
static void *fill(size_t left)
{
    size_t available = xPortGetFreeHeapSize();

    return available > left ? pvPortMalloc(available - left) : NULL;
}

/* Returns: the number of failed creations; -1: a creation has kept memory. */
static long try_kind(unsigned number)
{
    long failures = 0;
    void *made = NULL;

    for (size_t left = 0; made == NULL; left += STEP) {
        void *filled = fill(left);

        if (filled != NULL) {
            size_t before = xPortGetFreeHeapSize();

            made = kinds[number].make();
            failures += made == NULL;
            if (made != NULL) {
                kinds[number].end(made);
            }
            if (xPortGetFreeHeapSize() != before) {
                return -1;
            }
            vPortFree(filled);
        }
    }
    return failures;
}

/* A piece between two others becomes free. */
static void look_at_pieces(void)
{
    HeapStats_t before, after;
    void *first = pvPortMalloc(64), *second = pvPortMalloc(128), *third = pvPortMalloc(64);

    vPortGetHeapStats(&before);
    vPortFree(second);
    vPortGetHeapStats(&after);
    printf("0 %lu more pieces, the smallest has the %lu bytes: %d, the largest is the same: %d\n",
           (unsigned long)(after.xNumberOfFreeBlocks - before.xNumberOfFreeBlocks),
           (unsigned long)(after.xSizeOfSmallestFreeBlockInBytes - 2 * sizeof(void *)),
           after.xSizeOfSmallestFreeBlockInBytes ==
               after.xAvailableHeapSpaceInBytes - before.xAvailableHeapSpaceInBytes,
           after.xSizeOfLargestFreeBlockInBytes == before.xSizeOfLargestFreeBlockInBytes);
    printf("0 %lu calls, %lu bytes less at least\n",
           (unsigned long)(after.xNumberOfSuccessfulFrees - before.xNumberOfSuccessfulFrees),
           (unsigned long)(before.xMinimumEverFreeBytesRemaining -
                           after.xMinimumEverFreeBytesRemaining));
    vPortFree(first);
    vPortFree(third);
    printf("0 nothing for 0 bytes: %d\n", pvPortMalloc(0) == NULL);
}

static void lead(void *parameter)
{
    (void)parameter;
    for (unsigned i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        long failures = try_kind(i);

        printf("0 %s %s\n", kinds[i].name, failures < 0 ? "keeps memory" : "gives all back");
        if (failures == 0) {
            printf("0 no creation failed\n");
        }
    }
    look_at_pieces();
    lm_board_exit(0);
}

int main(void)
{
    (void)xTaskCreate(lead, "lead", 512, NULL, 5, NULL);
    vTaskStartScheduler();
    return 1;
}
