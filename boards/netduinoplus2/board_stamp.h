/* SPDX-License-Identifier: Apache-2.0 */
/* The lower half of the clock, for ports/port.h. */
#ifndef LIMEN_BOARD_STAMP_H
#define LIMEN_BOARD_STAMP_H

#include "systick.h"

#endif
