/* SPDX-License-Identifier: Apache-2.0 */
/* Start-up: 168 MHz from the internal oscillator, so that the board needs no crystal of a certain
 * frequency, and the console without semihosting, USART1 on PB6 and PB7.
 *
 *   oscillator   16 MHz   HSI, accurate to 1 %
 *   processor   168 MHz   HSI / 8 * 168 / 2
 *   APB1, APB2   42 MHz, 84 MHz
 *
 * Source: ST RM0090 (STM32F405), 3.5.1 (flash), 6.3 (clocks), 8.4 (pins), 30.6 (USART); ST DS8626,
 * table 9 (functions of pins). */
#include "board.h"

#define FLASH_ACR (*(volatile uint32_t *)0x40023C00U)
#define GPIOB_MODER (*(volatile uint32_t *)0x40020400U)
#define GPIOB_PUPDR (*(volatile uint32_t *)0x4002040CU)
#define GPIOB_AFRL (*(volatile uint32_t *)0x40020420U)

enum {
    HSI_ON = 1 << 0,
    PLL_ON = 1 << 24,
    PLL_READY = 1 << 25,
    PLL_168_MHZ = 7 << 24 | 168 << 6 | 8, /* Q, N and M; P is 2, and the source is HSI */
    FLASH_5_WAIT_STATES = 5,
    FLASH_CACHES = 1 << 8 | 1 << 9 | 1 << 10,
    FLASH_WAIT_STATES = 7,
    APB1_BY_4_APB2_BY_2 = 4 << 13 | 5 << 10,
    FROM_PLL = 2,
    IS_FROM_PLL = 2 << 2,
    AHB1_GPIOB = 1 << 1,
    APB2_USART1 = 1 << 4,
    PB6 = 6,
    PB7 = 7,
    PIN_ALTERNATE = 2,
    PIN_PULLED_UP = 1,
    PIN_USART1 = 7,
    BAUD = 115200
};

/* QEMU 7.2 has no RCC: all its registers read 0, and the processor has 168 MHz in any case. On a
 * chip the oscillator runs after a reset. */
static void start_clocks(void)
{
    if ((RCC_CR & HSI_ON) == 0) {
        return;
    }
    FLASH_ACR = FLASH_CACHES | FLASH_5_WAIT_STATES;
    while ((FLASH_ACR & FLASH_WAIT_STATES) != FLASH_5_WAIT_STATES) {
    }
    RCC_PLLCFGR = PLL_168_MHZ;
    RCC_CR |= PLL_ON;
    while ((RCC_CR & PLL_READY) == 0) {
    }
    RCC_CFGR = APB1_BY_4_APB2_BY_2;
    RCC_CFGR = APB1_BY_4_APB2_BY_2 | FROM_PLL;
    while ((RCC_CFGR & IS_FROM_PLL) == 0) {
    }
}

static void start_uart(void)
{
    RCC_AHB1ENR |= AHB1_GPIOB;
    RCC_APB2ENR |= APB2_USART1;
    (void)RCC_APB2ENR; /* the clock is there two cycles later */
    GPIOB_AFRL |= (uint32_t)PIN_USART1 << PB6 * 4 | (uint32_t)PIN_USART1 << PB7 * 4;
    GPIOB_PUPDR |= PIN_PULLED_UP << PB7 * 2; /* an unconnected line is not a break */
    GPIOB_MODER |= PIN_ALTERNATE << PB6 * 2 | PIN_ALTERNATE << PB7 * 2;
    BOARD_USART->baud = BOARD_APB2_HZ / BAUD;
    BOARD_USART->control = USART_ON;
}

void board_prepare(void)
{
    start_clocks();
    start_uart();
}

void board_console_print(const char *text)
{
    for (; *text != '\0'; text++) {
        while ((BOARD_USART->status & USART_HAS_ROOM) == 0) {
        }
        BOARD_USART->data = (uint32_t)(unsigned char)*text;
    }
}

/* For QEMU: with -icount shift=3 an instruction takes 8 ns, which is 168/125 ticks, and an
 * iteration of the loop is two instructions. */
void lm_work(uint64_t ticks)
{
    board_spin((uint32_t)(ticks * 125 / 336));
}
