/* SPDX-License-Identifier: Apache-2.0 */
/* Declarations that the files of this board share. The pins are those that Nordic's development kit
 * has on its USB. */
#ifndef LIMEN_BOARD_INTERNAL_H
#define LIMEN_BOARD_INTERNAL_H

#include "cortex_m.h"

enum { BOARD_FIRST_LINE = 20 }; /* SWI0 to SWI3: interrupts for software */
enum { BOARD_TX_PIN = 6, BOARD_RX_PIN = 8, BOARD_BAUD = 115200 };
#include "nrf.h"

#endif
