/* SPDX-License-Identifier: Apache-2.0 */
/* What programs of STM32Cube include: CMSIS-RTOS2, and FreeRTOS if the program has both. */
#ifndef CMSIS_OS_H_
#define CMSIS_OS_H_

#ifdef __has_include
#if __has_include("FreeRTOS.h") && __has_include("FreeRTOSConfig.h")
#include "FreeRTOS.h"

#include "task.h"
#endif
#endif

#include "cmsis_os2.h"

#define osCMSIS 0x20003U

#endif
