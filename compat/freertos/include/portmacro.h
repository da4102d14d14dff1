/* SPDX-License-Identifier: Apache-2.0 */
/* Part of FreeRTOS.h. */
#include "FreeRTOS.h"
