/* SPDX-License-Identifier: Apache-2.0 */
/* The options of the example, and a function at each tick. */
#ifndef MIXED_TESTS_CONFIG_H
#define MIXED_TESTS_CONFIG_H

#include "../../examples/freertos/starter/FreeRTOSConfig.h"

#define configUSE_TICK_HOOK 1

#endif
