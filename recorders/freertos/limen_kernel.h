/* SPDX-License-Identifier: Apache-2.0 */
/* Includes FreeRTOS for limen_recorder.c; FreeRTOSConfig.h includes limen_freertos.h. */
#ifndef LIMEN_KERNEL_H
#define LIMEN_KERNEL_H

#include "FreeRTOS.h"
#include "task.h"

#endif
