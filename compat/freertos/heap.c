/* SPDX-License-Identifier: Apache-2.0 */
/* The heap of the layers, which is ucHeap in a program with FreeRTOSConfig.h. */
#include "limen.h"
#include <limen/byte_pool.h>

static struct {
    size_t least, allocations, releases;
} noted = {.least = SIZE_MAX};

/* Note the smallest number of free bytes, and count: with interrupts off, because a task that
 * preempts this one counts, too. */
static size_t note(size_t calls)
{
    lm_lock_key key = lm_lock();
    size_t available = lm_layer_heap_left();

    if (available < noted.least) {
        noted.least = available;
    }
    noted.allocations += calls;
    lm_port_unlock(key);
    return available;
}

void *pvPortMalloc(size_t bytes)
{
    void *memory;

    if (!lm_layer_has_started()) {
        lm_freertos_begin();
    }
    memory = lm_layer_allocate(bytes);
    if (memory != NULL) {
        (void)note(1);
    } else if (lm_freertos_hooks.malloc_failed != NULL) {
        lm_freertos_hooks.malloc_failed();
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
    if (memory != NULL) {
        lm_lock_key key = lm_lock();

        noted.releases++;
        lm_port_unlock(key);
        lm_layer_free(memory);
    }
}

size_t xPortGetFreeHeapSize(void)
{
    lm_freertos_begin();
    lm_layer_heap_begin();
    return note(0);
}

size_t xPortGetMinimumEverFreeHeapSize(void)
{
    (void)xPortGetFreeHeapSize();
    return noted.least;
}

void xPortResetHeapMinimumEverFreeHeapSize(void)
{
    noted.least = SIZE_MAX;
    (void)xPortGetFreeHeapSize();
}

/* No other task runs while it looks at all pieces. */
void vPortGetHeapStats(HeapStats_t *stats)
{
    lm_freertos_begin();
    lm_layer_heap_begin();
    bool runs = LM_LAYER_STATE == LM_LAYER_RUNNING;

    if (runs) {
        (void)lm_preempt_disable();
    }
    struct lm_byte_pool_free_info counted = lm_layer_heap_free();

    stats->xAvailableHeapSpaceInBytes = note(0);
    stats->xSizeOfLargestFreeBlockInBytes = counted.largest;
    stats->xSizeOfSmallestFreeBlockInBytes = counted.pieces != 0 ? counted.smallest : SIZE_MAX;
    stats->xNumberOfFreeBlocks = counted.pieces;
    stats->xMinimumEverFreeBytesRemaining = noted.least;
    stats->xNumberOfSuccessfulAllocations = noted.allocations;
    stats->xNumberOfSuccessfulFrees = noted.releases;
    if (runs) {
        (void)lm_preempt_enable();
    }
}

/* heap_5. */
void vPortDefineHeapRegions(const HeapRegion_t *regions)
{
    lm_freertos_begin();
    for (; regions->xSizeInBytes != 0; regions++) {
        lm_layer_heap_add(regions->pucStartAddress, regions->xSizeInBytes);
    }
}
