/* SPDX-License-Identifier: Apache-2.0 */
/* The lower half of the clock, for ports/port.h. Source: Arm DAI 0385 (AN385), 3.7. */
#ifndef LIMEN_BOARD_STAMP_H
#define LIMEN_BOARD_STAMP_H

#define BOARD_FPGAIO 0x40028000U
#include "counter.h"

#endif
