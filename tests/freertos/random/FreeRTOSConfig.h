/* SPDX-License-Identifier: Apache-2.0 */
/* The options of the random programs. A tick is long, so that the calls of a board fit between two
 * ticks, and numbers of 16 and of 32 bits wrap in each program. SLICES is 0 or 1; TICK_WIDTH is
 * another width of ticks; MIXED is for programs with CMSIS-RTOS2. */
#ifndef FREERTOS_RANDOM_CONFIG_H
#define FREERTOS_RANDOM_CONFIG_H

#include "../../../examples/freertos/starter/FreeRTOSConfig.h"

#ifdef TICK_WIDTH
#undef configTICK_TYPE_WIDTH_IN_BITS
#define configTICK_TYPE_WIDTH_IN_BITS TICK_WIDTH
#endif
#undef configTICK_RATE_HZ
#ifdef MIXED
#define configTICK_RATE_HZ 1000 /* that of CMSIS-RTOS2 */
#undef configMAX_PRIORITIES
#define configMAX_PRIORITIES 56
#else
#define configTICK_RATE_HZ 100
#endif
#undef configUSE_TIME_SLICING
#define configUSE_TIME_SLICING SLICES
#define configINITIAL_TICK_COUNT ((TickType_t)(0xFFFFFFFFU - 30))
#undef configTIMER_TASK_PRIORITY
#define configTIMER_TASK_PRIORITY (SLICES ? 3 : 7)
#define configTASK_NOTIFICATION_ARRAY_ENTRIES 2

#endif
