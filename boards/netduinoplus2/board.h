/* SPDX-License-Identifier: Apache-2.0 */
/* Declarations that the files of this board share. Source: ST RM0090 (STM32F405), 12.2 (vectors),
 * 6.2 (clocks). */
#ifndef LIMEN_BOARD_INTERNAL_H
#define LIMEN_BOARD_INTERNAL_H

#include "cortex_m.h"

enum {
    BOARD_FIRST_LINE = 63, /* to 66: CAN2, which nothing here uses */
    BOARD_TIMER_IRQ = 28,  /* TIM2 */
    BOARD_UART_IRQ = 37    /* USART1 */
};

/* The clock of USART1. */
#define BOARD_APB2_HZ (LM_CLOCK_HZ / 2)

#define RCC_BASE 0x40023800U
#define RCC_CR (*(volatile uint32_t *)(RCC_BASE + 0x00U))
#define RCC_PLLCFGR (*(volatile uint32_t *)(RCC_BASE + 0x04U))
#define RCC_CFGR (*(volatile uint32_t *)(RCC_BASE + 0x08U))
#define RCC_AHB1ENR (*(volatile uint32_t *)(RCC_BASE + 0x30U))
#define RCC_APB1ENR (*(volatile uint32_t *)(RCC_BASE + 0x40U))
#define RCC_APB2ENR (*(volatile uint32_t *)(RCC_BASE + 0x44U))

struct board_usart {
    volatile uint32_t status;
    volatile uint32_t data;
    volatile uint32_t baud;
    volatile uint32_t control;
};

#define BOARD_USART ((struct board_usart *)0x40011000U) /* USART1 */

enum { /* of status, and with an interrupt in control */
       USART_HAS_COME = 1 << 5,
       USART_HAS_ROOM = 1 << 7,
       USART_ON = 1 << 13 | 1 << 3 | 1 << 2 /* of control: with transmitter and receiver */
};

void board_uart_handler(void);

#endif
