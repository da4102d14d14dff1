/* SPDX-License-Identifier: Apache-2.0 */
/* On a chip, the HAL of the vendor stays as it is, with a timer of its own for its time base. On
 * the board of QEMU it is TIMER1, and on the host the clock of Limen.
 */
#include "hal.h"
#include <limen/board.h>
#include <limen/limen.h>
#include <stdarg.h>
#include <stdio.h>

static unsigned led;

#ifdef __arm__
enum { HAL_TIMER_IRQ = 9 };

static volatile uint32_t ticks;

/* Source: Arm DDI 0479 (CMSDK), APB timer; Armv7-M Architecture Reference Manual (DDI 0403E), B3.4.
 * The timer is started for each tick: one that reloads itself runs at half its rate in QEMU 7.2
 * with -icount sleep=off while the processor waits. */
static void start_timer(void)
{
    volatile uint32_t *timer = (volatile uint32_t *)0x40001000U;

    timer[0] = 0;
    timer[3] = 1; /* clear the interrupt */
    timer[1] = LM_CLOCK_HZ / 1000;
    timer[0] = 1 << 0 | 1 << 3; /* count, with interrupt */
}

static void HAL_InitTick(void)
{
    volatile uint32_t *enable_interrupts = (volatile uint32_t *)0xE000E100U;

    start_timer();
    enable_interrupts[0] = 1U << HAL_TIMER_IRQ;
}

void HAL_TIM_IRQHandler(void)
{
    start_timer();
    HAL_IncTick();
}

void HAL_IncTick(void)
{
    ticks++;
}

uint32_t HAL_GetTick(void)
{
    return ticks;
}
#else
static void HAL_InitTick(void)
{
}

uint32_t HAL_GetTick(void)
{
    return (uint32_t)(lm_now() / LM_MS(1));
}
#endif

void HAL_Init(void)
{
    led = 1;
    HAL_InitTick();
}

void MX_GPIO_Init(void)
{
    led = 0;
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
