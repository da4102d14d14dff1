/* SPDX-License-Identifier: Apache-2.0 */
/* TIM2 of the STM32F405, for drivers: 32 bits at half the rate of the clock, once. In QEMU 7.2 it
 * has another rate and misses each second start. Source: ST RM0090 (STM32F405), 18.4. */
#include "board.h"
#include "hardware.h"

#define TIM2_CR1 (*(volatile uint32_t *)0x40000000U)
#define TIM2_DIER (*(volatile uint32_t *)0x4000000CU)
#define TIM2_SR (*(volatile uint32_t *)0x40000010U)
#define TIM2_CNT (*(volatile uint32_t *)0x40000024U)
#define TIM2_PSC (*(volatile uint32_t *)0x40000028U)
#define TIM2_ARR (*(volatile uint32_t *)0x4000002CU)

enum { ONCE = 1 << 3, ON = 1 << 0, UPDATE = 1 << 0, APB1_TIM2 = 1 << 0, TICKS_OF_TIMER = 2 };

const uint32_t board_timer_longest = UINT32_MAX;

void board_timer_handler(void);

static void stop(void)
{
    TIM2_CR1 = ONCE;
    TIM2_SR = 0;
}

void board_timer_prepare(unsigned urgency)
{
    RCC_APB1ENR |= APB1_TIM2;
    (void)RCC_APB1ENR; /* the clock is there two cycles later */
    stop();
    TIM2_PSC = 0;
    TIM2_DIER = UPDATE;
    board_interrupt_enable(BOARD_TIMER_IRQ, urgency);
}

void board_timer_set(uint32_t ticks)
{
    stop();
    TIM2_CNT = 0;
    TIM2_ARR = ticks / TICKS_OF_TIMER + 1;
    TIM2_CR1 = ONCE | ON;
}

void board_timer_handler(void)
{
    stop();
    board_timer_expired();
}
