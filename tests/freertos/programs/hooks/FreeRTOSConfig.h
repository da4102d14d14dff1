/* SPDX-License-Identifier: Apache-2.0 */
/* The options of the program of this folder: hooks, statistics and macros. */
#ifndef FREERTOS_HOOKS_CONFIG_H
#define FREERTOS_HOOKS_CONFIG_H

#include "../../../../examples/freertos/starter/FreeRTOSConfig.h"

#define configUSE_IDLE_HOOK 1
#define configUSE_TICK_HOOK 1
#define configUSE_MALLOC_FAILED_HOOK 1
#define configUSE_DAEMON_TASK_STARTUP_HOOK 1
#define configGENERATE_RUN_TIME_STATS 1
#define configUSE_STATS_FORMATTING_FUNCTIONS 1
#define configUSE_TRACE_FACILITY 1
#define configRECORD_STACK_HIGH_ADDRESS 1
#define configUSE_POSIX_ERRNO 1
#define configINITIAL_TICK_COUNT 0xFFFFFFF0U
#define configRUN_TIME_COUNTER_TYPE unsigned long long

void note_assertion(void);
#define configASSERT(condition)                                                                    \
    if (!(condition)) {                                                                            \
        note_assertion();                                                                          \
    }

void note_timer(void);
#define portCONFIGURE_TIMER_FOR_RUN_TIME_STATS() note_timer()

void note_switch(const char *name);
#define traceTASK_SWITCHED_IN() note_switch(pxCurrentTCB->pcTaskName)

void note_sent(void *buffer);
void note_received(void *buffer);
#define sbSEND_COMPLETED(buffer) note_sent(buffer)
#define sbRECEIVE_COMPLETED(buffer) note_received(buffer)

#endif
