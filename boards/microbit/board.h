/* SPDX-License-Identifier: Apache-2.0 */
/* Declarations that the files of this board share. */
#ifndef LIMEN_BOARD_INTERNAL_H
#define LIMEN_BOARD_INTERNAL_H

#include "cortex_m.h"

enum { BOARD_FIRST_LINE = 20 }; /* SWI0 to SWI3: interrupts for software */
enum { BOARD_TX_PIN = 24, BOARD_RX_PIN = 25, BOARD_BAUD = 38400 };
#include "nrf.h"

#endif
