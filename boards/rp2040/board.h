/* SPDX-License-Identifier: Apache-2.0 */
/* Declarations that the files of this board share. */
#ifndef LIMEN_BOARD_INTERNAL_H
#define LIMEN_BOARD_INTERNAL_H

#include "cortex_m.h"
#include "rp.h"

/* No device of the chip uses 26 to 31: RP2040 datasheet, 2.3.2. */
enum { BOARD_FIRST_LINE = 26 };

#endif
