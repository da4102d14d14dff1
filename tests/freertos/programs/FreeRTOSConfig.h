/* SPDX-License-Identifier: Apache-2.0 */
/* The options of the programs of this folder: those of the example, and those that it does not
 * use. */
#ifndef FREERTOS_TESTS_CONFIG_H
#define FREERTOS_TESTS_CONFIG_H

#include "../../../examples/freertos/starter/FreeRTOSConfig.h"

#undef configMAX_TASK_NAME_LEN
#define configMAX_TASK_NAME_LEN 8
#define configTASK_NOTIFICATION_ARRAY_ENTRIES 3
#define configNUM_THREAD_LOCAL_STORAGE_POINTERS 2

#endif
