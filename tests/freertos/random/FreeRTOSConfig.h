/* SPDX-License-Identifier: Apache-2.0 */
/* The options of the random programs. A tick is long, so that the calls of a board fit between two
 * ticks. SLICES is 0 or 1. */
#ifndef FREERTOS_RANDOM_CONFIG_H
#define FREERTOS_RANDOM_CONFIG_H

#include "../../../examples/freertos/starter/FreeRTOSConfig.h"

#undef configTICK_RATE_HZ
#define configTICK_RATE_HZ 100
#undef configUSE_TIME_SLICING
#define configUSE_TIME_SLICING SLICES
#define configTASK_NOTIFICATION_ARRAY_ENTRIES 2

#endif
