/* SPDX-License-Identifier: Apache-2.0 */
/* The clock is mtime, where most chips have it. */
#ifndef LIMEN_BOARD_STAMP_H
#define LIMEN_BOARD_STAMP_H

#define BOARD_MTIME 0x0200BFF8U
#include "mtime.h"

#endif
