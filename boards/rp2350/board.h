/* SPDX-License-Identifier: Apache-2.0 */
/* Declarations that the files of this board share. */
#ifndef LIMEN_BOARD_INTERNAL_H
#define LIMEN_BOARD_INTERNAL_H

#include "cortex_m.h"
#include "rp.h"

/* 46 to 51 are for software: RP2350 datasheet, 3.2. */
enum { BOARD_FIRST_LINE = 46 };

#endif
