/* SPDX-License-Identifier: Apache-2.0 */
/* The clock, the console and the devices of boards with an nRF51 or nRF52: TIMER0, the UART without
 * DMA, and TIMER1. board.h of a board includes this file and defines BOARD_TX_PIN, BOARD_RX_PIN and
 * BOARD_BAUD. LM_CLOCK_HZ is 16 MHz, the rate of the timers and of the UART. */
#ifndef LIMEN_BOARD_NRF_H
#define LIMEN_BOARD_NRF_H

#include <limen/time.h>
#include <stdint.h>

/* Start the console, for board_prepare. */
void board_nrf_console_start(void);

/* The register BAUDRATE counts in 2^-32 of the clock; the hardware uses the upper 20 bits. */
static inline uint32_t board_nrf_baud(uint32_t baud)
{
    return (uint32_t)((((uint64_t)baud << 32) / LM_CLOCK_HZ + 0x800U) & 0xFFFFF000U);
}

void board_alarm_handler(void);
void lm_port_clock_init(void);

#endif
