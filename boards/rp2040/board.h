/* SPDX-License-Identifier: Apache-2.0 */
/* Declarations that the files of this board share. */
#ifndef LIMEN_BOARD_INTERNAL_H
#define LIMEN_BOARD_INTERNAL_H

#include "cortex_m.h"
#include <stdint.h>

/* No device of the chip uses 26 to 31: RP2040 datasheet, 2.3.2. */
enum { BOARD_FIRST_LINE = 26 };

/* Put peripherals (bits of RESETS) into reset, release them, and wait until they are ready. */
void board_reset(uint32_t peripherals);

/* Release peripherals that are in reset. */
void board_release(uint32_t peripherals);

/* Set up the clocks, from any state: see clocks.c. */
void board_clocks_start(void);

void board_alarm_handler(void);
void lm_port_clock_init(void);

#endif
