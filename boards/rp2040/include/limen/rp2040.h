/* SPDX-License-Identifier: Apache-2.0 */
/* The functions of the board rp2040 beyond limen/board.h: pins and UART0, as primitives for
 * drivers. After start-up clk_sys is 125 MHz, clk_peri 48 MHz, clk_ref 12 MHz, and the timer and
 * the reference of SysTick count microseconds. IO_BANK0, PADS_BANK0, the PLLs, TIMER and UART0 are
 * released from reset; an application releases other peripherals itself.
 *
 * Source: RP2040 datasheet, 2.3.1 (SIO) and 4.2 (UART).
 */
#ifndef LIMEN_RP2040_H
#define LIMEN_RP2040_H

#include <stdbool.h>
#include <stdint.h>

#define LM_RP2040_SYS_HZ 125000000U
#define LM_RP2040_PERI_HZ 48000000U

/* Pins as bits of a word: GPIO n is 1U << n. Setting or clearing is one store of one cycle.
 * Context: any. Cost: O(1). */
#define LM_RP2040_PINS_IN (*(const volatile uint32_t *)0xD0000004U)
#define LM_RP2040_PINS_SET (*(volatile uint32_t *)0xD0000014U)
#define LM_RP2040_PINS_CLEAR (*(volatile uint32_t *)0xD0000018U)

static inline void lm_rp2040_pins_set(uint32_t pins)
{
    LM_RP2040_PINS_SET = pins;
}

static inline void lm_rp2040_pins_clear(uint32_t pins)
{
    LM_RP2040_PINS_CLEAR = pins;
}

/* The levels of all pins. */
static inline uint32_t lm_rp2040_pins_read(void)
{
    return LM_RP2040_PINS_IN;
}

/* Make pins outputs, low. Requires: pins below 30. Cost: O(pins). */
void lm_rp2040_pins_output(uint32_t pins);

/* UART0 on GPIO 0 (out) and 1 (in): 8 bits, no parity, 1 stop bit, FIFOs of 32 characters. It is
 * the console of a board without a debugger, at 115,200 Bd from start-up on. */
#define LM_RP2040_UART_DATA (*(volatile uint32_t *)0x40034000U)
#define LM_RP2040_UART_FLAGS (*(const volatile uint32_t *)0x40034018U)

/* Bits of LM_RP2040_UART_FLAGS. */
enum lm_rp2040_uart_flag {
    LM_RP2040_UART_BUSY = 1 << 3,     /* a character is being sent */
    LM_RP2040_UART_RX_EMPTY = 1 << 4, /* the receive FIFO is empty */
    LM_RP2040_UART_TX_FULL = 1 << 5,  /* the transmit FIFO is full */
    LM_RP2040_UART_RX_FULL = 1 << 6,
    LM_RP2040_UART_TX_EMPTY = 1 << 7
};

/* (Re)start UART0; the contents of its FIFOs are lost. Requires: baud is from 46 to 3,000,000.
 * Context: any. Cost: O(1). */
void lm_rp2040_uart_start(uint32_t baud);

/* Put a character into the FIFO; while it is full, wait in a loop. Context: any. Cost: that of the
 * wait, at most 10 bit times. */
static inline void lm_rp2040_uart_put(char character)
{
    while ((LM_RP2040_UART_FLAGS & LM_RP2040_UART_TX_FULL) != 0) {
    }
    LM_RP2040_UART_DATA = (uint8_t)character;
}

/* The next received character. Requires: LM_RP2040_UART_RX_EMPTY is clear. Context: any. Cost:
 * O(1). */
static inline char lm_rp2040_uart_get(void)
{
    return (char)LM_RP2040_UART_DATA;
}

#endif
