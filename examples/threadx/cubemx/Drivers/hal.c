/* SPDX-License-Identifier: Apache-2.0 */
/* On a chip, the HAL of the vendor stays as it is, with a timer of its own for its time base. Here
 * the time base is the clock of the board.
 */
#include "hal.h"
#include <limen/board.h>
#include <limen/limen.h>
#include <stdarg.h>
#include <stdio.h>

static unsigned led;

void HAL_Init(void)
{
    led = 1;
}

void MX_GPIO_Init(void)
{
    led = 0;
}

uint32_t HAL_GetTick(void)
{
    return (uint32_t)(lm_now() / LM_MS(1));
}

void HAL_GPIO_TogglePin(void)
{
    led ^= 1U;
}

unsigned HAL_GPIO_ReadPin(void)
{
    return led;
}

void hal_print(const char *format, ...)
{
    char line[80];
    va_list values;

    va_start(values, format);
    (void)vsnprintf(line, sizeof line, format, values);
    va_end(values);
    lm_board_print(line);
}

void hal_end(const char *words)
{
    lm_board_print(words);
    lm_board_exit(0);
    for (;;) {
    }
}
