/* SPDX-License-Identifier: Apache-2.0 */
/* The options of the other example. */
#include "../freertos/starter/FreeRTOSConfig.h"
