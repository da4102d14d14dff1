/* SPDX-License-Identifier: Apache-2.0 */
/* Prints the lines of the programs: the tick since the begin, the call, and the answer. */
#ifndef NOW_H
#define NOW_H

#include "FreeRTOS.h"
#include "task.h"
#include <stdio.h>

static inline void now(const char *text, long value)
{
    unsigned ticks = (unsigned)(TickType_t)(xTaskGetTickCount() - configINITIAL_TICK_COUNT);

    printf("%u %s %ld\n", ticks, text, value);
}

#endif
