/* SPDX-License-Identifier: Apache-2.0 */
/* The lower half of mtime, for lm_port_stamp of ports/port.h. A board includes it in its
 * board_stamp.h, behind its definition of BOARD_MTIME. */
#ifndef LIMEN_BOARD_MTIME_H
#define LIMEN_BOARD_MTIME_H

#include <stdint.h>

static inline uint32_t lm_port_stamp(void)
{
    return *(volatile uint32_t *)BOARD_MTIME;
}

#endif
