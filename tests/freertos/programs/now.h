/* SPDX-License-Identifier: Apache-2.0 */
/* Prints the lines of the programs: the tick, the call, and the answer. */
#ifndef NOW_H
#define NOW_H

#include "FreeRTOS.h"
#include "task.h"
#include <stdio.h>

static inline void now(const char *text, long value)
{
    printf("%u %s %ld\n", (unsigned)xTaskGetTickCount(), text, value);
}

#endif
