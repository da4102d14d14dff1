/* SPDX-License-Identifier: Apache-2.0 */
/* The options are those of the other example. */
#include "../starter/FreeRTOSConfig.h"
