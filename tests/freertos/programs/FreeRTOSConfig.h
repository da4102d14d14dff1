/* SPDX-License-Identifier: Apache-2.0 */
/* The options of the programs of this folder: those of the example, and those that it does not
 * use. TICK_WIDTH is another width of ticks. */
#ifndef FREERTOS_TESTS_CONFIG_H
#define FREERTOS_TESTS_CONFIG_H

#include "../../../examples/freertos/starter/FreeRTOSConfig.h"

#ifdef TICK_WIDTH
#undef configTICK_TYPE_WIDTH_IN_BITS
#define configTICK_TYPE_WIDTH_IN_BITS TICK_WIDTH
#endif
#undef configMAX_TASK_NAME_LEN
#define configMAX_TASK_NAME_LEN 8
#define configINITIAL_TICK_COUNT                                                                   \
    ((TickType_t)(0xFFFFFFFFU - 30)) /* numbers of 16 and 32 bits wrap */
#define configTASK_NOTIFICATION_ARRAY_ENTRIES 3
#define configNUM_THREAD_LOCAL_STORAGE_POINTERS 2

#endif
