/* SPDX-License-Identifier: Apache-2.0 */
/* What the files of this board share. */
#ifndef LIMEN_BOARD_INTERNAL_H
#define LIMEN_BOARD_INTERNAL_H

#include "cortex_m.h"
#include <stdint.h>

/* The chip connects nothing to 26 to 31: RP2040 datasheet, 2.3.2. */
enum { BOARD_FIRST_LINE = 26 };

/* Put peripherals (bits of RESETS) into reset and take them out of it, and wait until they are. */
void board_reset(uint32_t peripherals);

/* Take peripherals out of reset, if they are in it. */
void board_release(uint32_t peripherals);

/* The clocks: see clocks.c. Requires: nothing; the state they are in does not matter. */
void board_clocks_start(void);

void board_alarm_handler(void);
void lm_port_clock_init(void);

#endif
