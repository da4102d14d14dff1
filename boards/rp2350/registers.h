/* SPDX-License-Identifier: Apache-2.0 */
/* The registers of the RP2350 that this board uses. Numbers in brackets: sections of the RP2350
 * datasheet (Raspberry Pi Ltd, RP-008373-DS).
 *
 * Each register of a peripheral, except SIO and the processor, has aliases that set or clear the
 * bits that are written to them [2.1.3].
 */
#ifndef LIMEN_RP2350_REGISTERS_H
#define LIMEN_RP2350_REGISTERS_H

#include <stdint.h>

#define REGISTER(address) (*(volatile uint32_t *)(address))
#define SET_BITS(address) REGISTER((address) + 0x2000U)
#define CLEAR_BITS(address) REGISTER((address) + 0x3000U)

/* Clocks [8.1.7], crystal [8.2.9], PLLs [8.6.5], ticks [8.5.2] */
#define CLK_REF_CTRL 0x40010030U
#define CLK_REF_DIV 0x40010034U
#define CLK_REF_SELECTED 0x40010038U
#define CLK_SYS_CTRL 0x4001003CU
#define CLK_SYS_DIV 0x40010040U
#define CLK_SYS_SELECTED 0x40010044U
#define CLK_PERI_CTRL 0x40010048U
#define XOSC_CTRL 0x40048000U
#define XOSC_STATUS 0x40048004U
#define XOSC_STARTUP 0x4004800CU
#define PLL_SYS 0x40050000U
#define PLL_USB 0x40058000U
#define TICKS_TIMER0_CTRL 0x40108018U
#define TICKS_TIMER0_CYCLES 0x4010801CU

/* clk_sys has 150 MHz. The dividers of clocks begin at bit 16. */
enum { PLL_SYS_DIVIDE_1 = 5, DIVIDE_BY_1 = 1 << 16 };

static inline void board_tick_start(void)
{
    enum { TICK_ENABLE = 1 << 0, TICK_OF_12 = 12 };

    REGISTER(TICKS_TIMER0_CYCLES) = TICK_OF_12;
    REGISTER(TICKS_TIMER0_CTRL) = TICK_ENABLE;
}

/* The registers of a PLL */
enum { PLL_CS = 0x0, PLL_PWR = 0x4, PLL_FBDIV_INT = 0x8, PLL_PRIM = 0xC };

/* Resets [7.5.3] */
#define RESETS_RESET 0x40020000U
#define RESETS_DONE 0x40020008U

enum {
    RESET_IO_BANK0 = 1 << 6,
    RESET_PADS_BANK0 = 1 << 9,
    RESET_PLL_SYS = 1 << 14,
    RESET_PLL_USB = 1 << 15,
    RESET_TIMER = 1 << 23, /* TIMER0 */
    RESET_UART0 = 1 << 26
};

/* Pins [9.11] */
#define PIN_CTRL(pin) (0x40028004U + 8U * (pin))
#define PIN_PAD(pin) (0x40038004U + 4U * (pin))

enum { PIN_FUNCTION_UART = 2 };

/* TIMER0 [12.8.5]; TIMERAWL is in board_stamp.h */
#define TIMER_TIMEHW 0x400B0000U
#define TIMER_TIMELW 0x400B0004U
#define TIMER_ALARM(number) (0x400B0010U + 4U * (number))
#define TIMER_ARMED 0x400B0020U
#define TIMER_RAWH 0x400B0024U
#define TIMER_INTR 0x400B003CU
#define TIMER_INTE 0x400B0040U
#define TIMER_INTF 0x400B0044U

/* UART0 [12.1.8] */
#define UART0_DR 0x40070000U
#define UART0_FR 0x40070018U
#define UART0_IBRD 0x40070024U
#define UART0_FBRD 0x40070028U
#define UART0_LCR_H 0x4007002CU
#define UART0_CR 0x40070030U
#define UART0_IMSC 0x40070038U
#define UART0_ICR 0x40070044U

enum { UART_RX_EMPTY = 1 << 4, UART_TX_FULL = 1 << 5 }; /* of FR */

/* Clear the pending interrupts of the interrupt controller. */
#define NVIC_ICPR 0xE000E280U

enum { IRQ_TIMER_0 = 0, TIMER_IRQ_1 = 1, UART0_IRQ = 33 }; /* [3.2] */
#define BOARD_TIMER_HANDLER board_timer_handler
#define BOARD_UART_HANDLER board_uart_handler

#endif
