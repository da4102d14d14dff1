/* SPDX-License-Identifier: Apache-2.0 */
/* The clocks, the clock of the kernel and UART0 of the RP2040 and RP2350. A board has registers.h,
 * which defines the addresses of registers and all other differences of the two chips. */
#ifndef LIMEN_BOARD_RP_H
#define LIMEN_BOARD_RP_H

#include <stdint.h>

/* Put peripherals (bits of RESETS) into reset, release them, and wait until they are ready. */
void board_reset(uint32_t peripherals);

/* Release peripherals that are in reset. */
void board_release(uint32_t peripherals);

/* Set up the clocks, from any state: see clocks.c. */
void board_clocks_start(void);

/* (Re)start UART0; the contents of its FIFOs are lost. */
void board_uart0_start(uint32_t baud);

void board_alarm_handler(void);
void lm_port_clock_init(void);

#endif
