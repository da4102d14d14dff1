/* SPDX-License-Identifier: Apache-2.0 */
/* The options of the program of this folder: no time slices. */
#ifndef FREERTOS_TURNS_CONFIG_H
#define FREERTOS_TURNS_CONFIG_H

#include "../../../../examples/freertos/starter/FreeRTOSConfig.h"

#undef configUSE_TIME_SLICING
#define configUSE_TIME_SLICING 0
#define configCHECK_FOR_STACK_OVERFLOW 1

#endif
