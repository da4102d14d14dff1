/* SPDX-License-Identifier: Apache-2.0 */
/* The heap: a native pool of bytes in ucHeap. */
#include "limen.h"

static struct lm_byte_pool pool;
static bool exists;
static size_t least;
static size_t allocations, releases;

static void begin(void)
{
    uint32_t key;

    lm_freertos_begin();
    key = lm_interrupts_disable();
    if (!exists) {
        exists = true;
        (void)lm_byte_pool_create(&pool, "heap", ucHeap, lm_freertos_options.heap_bytes, LM_FIFO);
        least = lm_byte_pool_available(&pool);
    }
    lm_interrupts_enable(key);
}

static void note(void)
{
    size_t available = lm_byte_pool_available(&pool);

    allocations++;
    if (available < least) {
        least = available;
    }
}

void *pvPortMalloc(size_t bytes)
{
    void *memory = NULL;

    begin();
    lm_freertos_reap();
    if (bytes != 0) {
        (void)lm_byte_allocate(&pool, &memory, bytes, LM_NO_WAIT);
    }
    if (memory != NULL) {
        uint32_t key = lm_interrupts_disable();

        note();
        lm_interrupts_enable(key);
    } else if (lm_freertos_options.malloc_failed_hook != NULL) {
        lm_freertos_options.malloc_failed_hook();
    }
    return memory;
}

void *pvPortCalloc(size_t count, size_t bytes)
{
    void *memory = bytes != 0 && count > SIZE_MAX / bytes ? NULL : pvPortMalloc(count * bytes);

    if (memory != NULL) {
        memset(memory, 0, count * bytes);
    }
    return memory;
}

void vPortFree(void *memory)
{
    if (memory != NULL && lm_byte_release(&pool, memory) == LM_OK) {
        releases++;
    }
}

size_t xPortGetFreeHeapSize(void)
{
    begin();
    lm_freertos_reap();
    return lm_byte_pool_available(&pool);
}

size_t xPortGetMinimumEverFreeHeapSize(void)
{
    begin();
    return least;
}

void xPortResetHeapMinimumEverFreeHeapSize(void)
{
    least = xPortGetFreeHeapSize();
}

/* The pool does not know its largest and its smallest free piece without a search: the sum stands
 * for both. */
void vPortGetHeapStats(HeapStats_t *stats)
{
    size_t available = xPortGetFreeHeapSize();

    stats->xAvailableHeapSpaceInBytes = available;
    stats->xSizeOfLargestFreeBlockInBytes = available;
    stats->xSizeOfSmallestFreeBlockInBytes = available;
    stats->xNumberOfFreeBlocks = available != 0;
    stats->xMinimumEverFreeBytesRemaining = least;
    stats->xNumberOfSuccessfulAllocations = allocations;
    stats->xNumberOfSuccessfulFrees = releases;
}
