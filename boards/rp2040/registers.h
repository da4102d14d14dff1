/* SPDX-License-Identifier: Apache-2.0 */
/* The registers of the RP2040 that this board uses. Numbers in brackets: sections of the RP2040
 * datasheet (Raspberry Pi Ltd, RP-008371-DS).
 *
 * Each register of a peripheral, except SIO and the processor, has aliases that set or clear the
 * bits that are written to them [2.1.2].
 */
#ifndef LIMEN_RP2040_REGISTERS_H
#define LIMEN_RP2040_REGISTERS_H

#include <stdint.h>

#define REGISTER(address) (*(volatile uint32_t *)(address))
#define SET_BITS(address) REGISTER((address) + 0x2000U)
#define CLEAR_BITS(address) REGISTER((address) + 0x3000U)

/* Clocks [2.15.7], crystal [2.16.7], PLLs [2.18.4], watchdog [4.7.6] */
#define CLK_REF_CTRL 0x40008030U
#define CLK_REF_DIV 0x40008034U
#define CLK_REF_SELECTED 0x40008038U
#define CLK_SYS_CTRL 0x4000803CU
#define CLK_SYS_DIV 0x40008040U
#define CLK_SYS_SELECTED 0x40008044U
#define CLK_PERI_CTRL 0x40008048U
#define XOSC_CTRL 0x40024000U
#define XOSC_STATUS 0x40024004U
#define XOSC_STARTUP 0x4002400CU
#define PLL_SYS 0x40028000U
#define PLL_USB 0x4002C000U
#define WATCHDOG_TICK 0x4005802CU

/* clk_sys has 125 MHz. The dividers of clocks begin at bit 8. */
enum { PLL_SYS_DIVIDE_1 = 6, DIVIDE_BY_1 = 1 << 8 };

static inline void board_tick_start(void)
{
    enum { TICK_ENABLE = 1 << 9, TICK_OF_12 = 12 };

    REGISTER(WATCHDOG_TICK) = TICK_ENABLE | TICK_OF_12;
}

/* The registers of a PLL */
enum { PLL_CS = 0x0, PLL_PWR = 0x4, PLL_FBDIV_INT = 0x8, PLL_PRIM = 0xC };

/* Resets [2.14.3] */
#define RESETS_RESET 0x4000C000U
#define RESETS_DONE 0x4000C008U

enum {
    RESET_IO_BANK0 = 1 << 5,
    RESET_PADS_BANK0 = 1 << 8,
    RESET_PLL_SYS = 1 << 12,
    RESET_PLL_USB = 1 << 13,
    RESET_TIMER = 1 << 21,
    RESET_UART0 = 1 << 22
};

/* Pins [2.19.6] */
#define PIN_CTRL(pin) (0x40014004U + 8U * (pin))
#define PIN_PAD(pin) (0x4001C004U + 4U * (pin))

enum { PIN_FUNCTION_UART = 2, PIN_FUNCTION_SIO = 5 };

/* Timer [4.6.5]; TIMERAWL is in board_stamp.h */
#define TIMER_TIMEHW 0x40054000U
#define TIMER_TIMELW 0x40054004U
#define TIMER_ALARM(number) (0x40054010U + 4U * (number))
#define TIMER_ARMED 0x40054020U
#define TIMER_RAWH 0x40054024U
#define TIMER_INTR 0x40054034U
#define TIMER_INTE 0x40054038U
#define TIMER_INTF 0x4005403CU

/* UART0 [4.2.8] */
#define UART0_DR 0x40034000U
#define UART0_FR 0x40034018U
#define UART0_IBRD 0x40034024U
#define UART0_FBRD 0x40034028U
#define UART0_LCR_H 0x4003402CU
#define UART0_CR 0x40034030U
#define UART0_IMSC 0x40034038U
#define UART0_ICR 0x40034044U

enum { UART_RX_EMPTY = 1 << 4, UART_TX_FULL = 1 << 5 }; /* of FR */

/* Set and clear the pending interrupts of the interrupt controller [2.4.8]. */
#define NVIC_ISPR 0xE000E200U
#define NVIC_ICPR 0xE000E280U

enum { IRQ_TIMER_0 = 0, TIMER_IRQ_1 = 1, UART0_IRQ = 20 }; /* [2.3.2] */
#define BOARD_TIMER_HANDLER lm_rp2040_irq1
#define BOARD_UART_HANDLER lm_rp2040_irq20

/* The mailbox of a core and the spinlocks [2.3.1.7] */
#define SIO_FIFO_STATUS 0xD0000050U
#define SIO_FIFO_WRITE 0xD0000054U
#define SIO_FIFO_READ 0xD0000058U
#define SIO_SPINLOCK(number) (0xD0000100U + 4U * (number))

enum { FIFO_HAS_WORD = 1 << 0, FIFO_HAS_ROOM = 1 << 1 };

#endif
