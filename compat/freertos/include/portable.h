/* SPDX-License-Identifier: Apache-2.0 */
/* The port and the heap. FreeRTOS.h includes it. */
#ifndef PORTABLE_H
#define PORTABLE_H

#include "portmacro.h"
#include <stddef.h>

LM_LAYER_C_BEGIN

/* Memory of configTOTAL_HEAP_SIZE bytes, aligned to 8. Context: task or before the start.
 * Returns: NULL if there is none, after vApplicationMallocFailedHook. Cost: O(1). */
typedef struct xHeapStats {
    size_t xAvailableHeapSpaceInBytes;
    size_t xSizeOfLargestFreeBlockInBytes;
    size_t xSizeOfSmallestFreeBlockInBytes;
    size_t xNumberOfFreeBlocks;
    size_t xMinimumEverFreeBytesRemaining;
    size_t xNumberOfSuccessfulAllocations;
    size_t xNumberOfSuccessfulFrees;
} HeapStats_t;
void *pvPortMalloc(size_t bytes);
void *pvPortCalloc(size_t count, size_t bytes);
void vPortFree(void *memory);
#define pvPortMallocStack(bytes) pvPortMalloc(bytes)
#define vPortFreeStack(memory) vPortFree(memory)
size_t xPortGetFreeHeapSize(void);
size_t xPortGetMinimumEverFreeHeapSize(void);
void xPortResetHeapMinimumEverFreeHeapSize(void);
void vPortGetHeapStats(HeapStats_t *stats);

/* heap_5: the heap consists of these areas instead. The last one has no bytes. Requires: nothing
 * was created or allocated before. */
typedef struct HeapRegion {
    uint8_t *pucStartAddress;
    size_t xSizeInBytes;
} HeapRegion_t;
void vPortDefineHeapRegions(const HeapRegion_t *regions);
LM_FREERTOS_INLINE(void, vPortInitialiseBlocks, (void), ) /* each run begins with an empty heap */
LM_FREERTOS_INLINE(void, vPortHeapResetState, (void), )

LM_LAYER_C_END

#endif
