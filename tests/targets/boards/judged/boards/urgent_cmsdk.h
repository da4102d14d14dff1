/* SPDX-License-Identifier: Apache-2.0 */
/* The urgent interrupt on an MPS2: TIMER1, with the most urgent priority. The handler takes 0 to
 * 100 rounds of a loop of some ticks, and the next interrupt comes when it has ended.
 * Source: Arm DDI 0479 (CMSDK), APB timer. */
#ifndef LIMEN_TEST_URGENT_CMSDK_H
#define LIMEN_TEST_URGENT_CMSDK_H

#include "judge.h"

struct urgent_timer {
    volatile uint32_t control;
    volatile uint32_t value;
    volatile uint32_t reload;
    volatile uint32_t interrupt;
};

#define URGENT_TIMER ((struct urgent_timer *)URGENT_TIMER_ADDRESS)
#define NVIC_ENABLE ((volatile uint32_t *)0xE000E100U)
#define NVIC_PRIORITY ((volatile uint8_t *)0xE000E400U)

enum { URGENT_OFF = 0, URGENT_ON = 1 << 0 | 1 << 3, ROUNDS = 100, SPACING = 1024 };

volatile uint32_t urgent_ended;
static uint32_t urgent_state = 1;

static uint32_t urgent_random(void)
{
    urgent_state = urgent_state * 1664525U + 1013904223U;
    return urgent_state >> 8;
}

static void urgent_set(uint32_t ticks)
{
    URGENT_TIMER->control = URGENT_OFF;
    URGENT_TIMER->interrupt = 1;
    URGENT_TIMER->value = ticks;
    URGENT_TIMER->control = URGENT_ON;
}

/* Replaces the handler in the driver of timers. */
void board_timer_handler(void);
void board_timer_handler(void)
{
    uint32_t rounds = urgent_random() % ROUNDS;

    for (volatile uint32_t i = 0; i < rounds; i++) {
    }
    urgent_set(SPACING + urgent_random() % SPACING);
    urgent_ended = judge_count();
}

void urgent_start(void)
{
    NVIC_PRIORITY[URGENT_IRQ] = 0;
    NVIC_ENABLE[URGENT_IRQ / 32] = 1U << URGENT_IRQ % 32;
    urgent_set(1);
}

#endif
