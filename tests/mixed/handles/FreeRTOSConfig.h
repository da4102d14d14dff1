/* SPDX-License-Identifier: Apache-2.0 */
/* The options of a program of STM32Cube, and parts that only the block of a task has. */
#ifndef HANDLES_CONFIG_H
#define HANDLES_CONFIG_H

#include "../../../examples/stm32cube/FreeRTOSConfig.h"

#undef configASSERT
#undef configTOTAL_HEAP_SIZE
#define configTOTAL_HEAP_SIZE ((size_t)32768)
#undef configUSE_TICK_HOOK
#define configUSE_TICK_HOOK 1
#undef configUSE_IDLE_HOOK
#define configUSE_IDLE_HOOK 1
#define configUSE_STATS_FORMATTING_FUNCTIONS 1
#define configUSE_NEWLIB_REENTRANT 1
#define configTASK_NOTIFICATION_ARRAY_ENTRIES 3
#define configNUM_THREAD_LOCAL_STORAGE_POINTERS 2
#define configUSE_APPLICATION_TASK_TAG 1
#define configGENERATE_RUN_TIME_STATS 1

#endif
