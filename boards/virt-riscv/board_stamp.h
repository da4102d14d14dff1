/* SPDX-License-Identifier: Apache-2.0 */
/* The lower half of the clock, for ports/port.h: mtime in the CLINT, 10 MHz. */
#ifndef LIMEN_BOARD_STAMP_H
#define LIMEN_BOARD_STAMP_H

#define BOARD_MTIME 0x0200BFF8U
#include "mtime.h"

#endif
