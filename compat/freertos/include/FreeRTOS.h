/* SPDX-License-Identifier: Apache-2.0 */
/* The interface of FreeRTOS V11.1 on the kernel of Limen: types, options, critical sections, heap.
 * A program includes it before task.h, queue.h and the other headers, and has a FreeRTOSConfig.h.
 * docs/from-freertos.md says what differs.
 */
#ifndef INC_FREERTOS_H
#define INC_FREERTOS_H

#if defined(__GNUC__) && !defined(LM_FREERTOS_LIBRARY)
#pragma GCC system_header
#endif

#include <limen/limen.h>
#include <limen_layer.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef long BaseType_t;
typedef unsigned long UBaseType_t;
typedef uint32_t StackType_t;
typedef uint32_t TickType_t;
#define portBASE_TYPE long
#define portSTACK_TYPE uint32_t
#define portMAX_DELAY ((TickType_t)0xFFFFFFFFU)
#define portBYTE_ALIGNMENT 8
#define portTICK_TYPE_IS_ATOMIC 1

#define pdFALSE ((BaseType_t)0)
#define pdTRUE ((BaseType_t)1)
#define pdPASS pdTRUE
#define pdFAIL pdFALSE
#define errQUEUE_EMPTY ((BaseType_t)0)
#define errQUEUE_FULL ((BaseType_t)0)
#define errCOULD_NOT_ALLOCATE_REQUIRED_MEMORY (-1)
#define errQUEUE_BLOCKED (-4)
#define errQUEUE_YIELD (-5)

#define tskKERNEL_VERSION_NUMBER "V11.1.0"
#define tskKERNEL_VERSION_MAJOR 11
#define tskKERNEL_VERSION_MINOR 1
#define tskKERNEL_VERSION_BUILD 0

typedef void (*TaskFunction_t)(void *);

#include "freertos_options.h"

#ifdef __cplusplus
}
#endif

#include "freertos_blocks.h"

#ifdef __cplusplus
extern "C" {
#endif

#define pdMS_TO_TICKS(ms)                                                                          \
    ((TickType_t)(((uint64_t)(ms) * (uint64_t)configTICK_RATE_HZ) / (uint64_t)1000U))
#define pdTICKS_TO_MS(ticks)                                                                       \
    ((TickType_t)(((uint64_t)(ticks) * (uint64_t)1000U) / (uint64_t)configTICK_RATE_HZ))
#define portTICK_PERIOD_MS ((TickType_t)1000 / configTICK_RATE_HZ)
#define portTICK_RATE_MS portTICK_PERIOD_MS

/* Disable and enable interrupts, in pairs that nest. The lock that programs for several cores pass
 * is ignored. Calls that do not wait are allowed in between; a switch happens at the end. */
void vPortEnterCritical(void);
void vPortExitCritical(void);
#define portENTER_CRITICAL(...) vPortEnterCritical()
#define portEXIT_CRITICAL(...) vPortExitCritical()
#define portSET_INTERRUPT_MASK_FROM_ISR() lm_interrupts_disable()
#define portCLEAR_INTERRUPT_MASK_FROM_ISR(key) lm_interrupts_enable(key)
#define portDISABLE_INTERRUPTS() ((void)lm_interrupts_disable())
#define portENABLE_INTERRUPTS() lm_interrupts_enable(0)
#define portYIELD() vPortYield()
#define portYIELD_WITHIN_API() vPortYield()
#define portNOP()
#define portMEMORY_BARRIER() __asm__ volatile("" ::: "memory")
BaseType_t xPortIsInsideInterrupt(void);
#define xPortInIsrContext() xPortIsInsideInterrupt()
void vPortYield(void);

/* The switch happens by itself at the end of the handler. */
#define portYIELD_FROM_ISR(woken) ((void)(woken))
#define portEND_SWITCHING_ISR(woken) portYIELD_FROM_ISR(woken)

#define PRIVILEGED_FUNCTION
#define PRIVILEGED_DATA
#define portTASK_FUNCTION(function, parameter) void function(void *parameter)
#define portTASK_FUNCTION_PROTO(function, parameter) void function(void *parameter)

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
size_t xPortGetFreeHeapSize(void);
size_t xPortGetMinimumEverFreeHeapSize(void);
void xPortResetHeapMinimumEverFreeHeapSize(void);
void vPortGetHeapStats(HeapStats_t *stats);

#ifdef __cplusplus
}
#endif

#endif
