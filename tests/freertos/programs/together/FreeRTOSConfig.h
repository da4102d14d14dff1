/* SPDX-License-Identifier: Apache-2.0 */
/* The options of many tasks that run together. */
#ifndef FREERTOS_TOGETHER_CONFIG_H
#define FREERTOS_TOGETHER_CONFIG_H

#include "../FreeRTOSConfig.h"

#undef configTOTAL_HEAP_SIZE
#define configTOTAL_HEAP_SIZE (100 * 1024)
#undef configMAX_PRIORITIES
#define configMAX_PRIORITIES 10
#undef configTIMER_TASK_PRIORITY
#define configTIMER_TASK_PRIORITY 9
#undef configTIMER_QUEUE_LENGTH
#define configTIMER_QUEUE_LENGTH 20
#define configUSE_TICK_HOOK 1
#define configUSE_IDLE_HOOK 1
#define configGENERATE_RUN_TIME_STATS 1
#define configINITIAL_TICK_COUNT ((TickType_t)0 - 2000) /* it wraps after two seconds */

void note_assertion(const char *file, int line);
#define configASSERT(condition)                                                                    \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            note_assertion(__FILE__, __LINE__);                                                    \
        }                                                                                          \
    } while (0)

#endif
